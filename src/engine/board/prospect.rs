//! What placing a tile would do, without placing it.

use arrayvec::ArrayVec;

use super::{Board, small};
use crate::engine::catalogue::TileKind;
use crate::engine::feature::{FeatureData, FeatureId};
use crate::engine::geometry::{Cell, Rotation};
use crate::engine::tile::{MAX_SEGMENTS, SegmentKind};

/// The features that the segments of a tile would belong to.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Prospects {
    /// By segment: the sum of the features it would connect.
    pub features: ArrayVec<FeatureData, MAX_SEGMENTS>,
    /// By segment: one of those that would belong to the same feature, the same for all of them.
    pub leaders: [u8; MAX_SEGMENTS],
    /// The features that would be connected, and a segment that each would touch.
    pub joined: ArrayVec<(u16, u8), 12>,
}

impl Board {
    /// The cloisters around a free cell that need only a tile there.
    pub(in crate::engine) fn cloisters_filled_at(&self, position: Cell) -> impl Iterator<Item = FeatureId> {
        let cloisters = self.grid.tiles_around(position).filter_map(|tile| self.cloister(tile));
        cloisters.filter(|&cloister| self.cloister_tiles(cloister) == 8)
    }

    /// The segments of a tile that would join a feature.
    pub(in crate::engine) fn joining(
        &self,
        feature: FeatureId,
        kind: TileKind,
        position: Cell,
        rotation: Rotation,
    ) -> impl Iterator<Item = usize> {
        let joins = move |theirs: u16| self.members[usize::from(theirs)].root == feature.0;
        let meetings = self.meetings(kind, position, rotation).into_iter();
        meetings.filter(move |&(_, theirs)| joins(theirs)).map(|(mine, _)| usize::from(mine))
    }

    /// The feature that each segment of a tile would belong to.
    /// `tiles` and `cities` are upper bounds, since what is part of two connected features counts twice.
    pub(in crate::engine) fn prospects(
        &self,
        kind: TileKind,
        position: Cell,
        rotation: Rotation,
    ) -> Prospects {
        let mut group: [u8; MAX_SEGMENTS] = std::array::from_fn(small);
        let mut prospects: ArrayVec<FeatureData, MAX_SEGMENTS> = kind.features().iter().copied().collect();
        let mut joined = ArrayVec::<(u16, u8), 12>::new();
        for (mine, theirs) in self.meetings(kind, position, rotation) {
            let root = self.members[usize::from(theirs)].root;
            let own = group[usize::from(mine)];
            let known = joined.iter().find(|&&(known, _)| known == root).map(|&(_, segment)| segment);
            if let Some(segment) = known {
                let other = group[usize::from(segment)];
                if other != own {
                    let absorbed = prospects[usize::from(other)];
                    prospects[usize::from(own)].absorb(&absorbed);
                    group.iter_mut().filter(|leader| **leader == other).for_each(|leader| *leader = own);
                }
            } else {
                prospects[usize::from(own)].absorb(&self.features[usize::from(root)]);
                joined.push((root, mine));
            }
            let feature = &mut prospects[usize::from(own)];
            if matches!(feature.kind, SegmentKind::Road | SegmentKind::City) {
                feature.open -= 2;
            }
        }
        for segment in 0..prospects.len() {
            let leader = usize::from(group[segment]);
            if leader != segment {
                prospects[segment] = prospects[leader];
            }
        }
        Prospects { features: prospects, leaders: group, joined }
    }

    /// Whether placing the tile at `position` would complete the road, city or cloister of this prospect.
    pub(in crate::engine) fn would_complete(&self, prospect: &FeatureData, position: Cell) -> bool {
        match prospect.kind {
            SegmentKind::Cloister => self.grid.count_around(position) == 8,
            _ => prospect.is_closed(self.loops_complete),
        }
    }
}
