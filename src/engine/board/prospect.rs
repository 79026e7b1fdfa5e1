//! What placing a tile would do, without placing it.

use arrayvec::ArrayVec;

use super::place::MOST_MEETINGS;
use super::{Board, small};
use crate::catalogue::TileKind;
use crate::feature::{FeatureData, FeatureId};
use crate::geometry::{Cell, Rotation};
use crate::tile::{MAX_SEGMENTS, SegmentKind};

/// The features that the segments of a tile would belong to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prospects {
    /// By segment: the sum of the features it would connect.
    pub features: ArrayVec<FeatureData, MAX_SEGMENTS>,
    /// One segment of each feature, its leader: a bit for each.
    pub leading: u16,
    /// By leader: all segments of its feature, a bit for each.
    pub groups: [u16; MAX_SEGMENTS],
    /// The features that would be connected, and a segment that each would touch.
    pub joined: ArrayVec<(u16, u8), MOST_MEETINGS>,
}

impl Board {
    /// The cloisters around a free cell that need only a tile there.
    pub(crate) fn cloisters_filled_at(&self, position: Cell) -> impl Iterator<Item = FeatureId> {
        self.cloisters_around(position).filter(|&cloister| self.cloister_tiles(cloister) == 8)
    }

    /// The segments of a tile that would join a feature.
    pub(crate) fn joining(
        &self,
        feature: FeatureId,
        kind: TileKind,
        position: Cell,
        rotation: Rotation,
    ) -> impl Iterator<Item = usize> {
        let mut joining = ArrayVec::<u8, MOST_MEETINGS>::new();
        self.each_meeting(kind, position, rotation, |mine, theirs| {
            if self.members[usize::from(theirs)].root == feature.0 {
                joining.push(mine);
            }
        });
        joining.into_iter().map(usize::from)
    }

    /// Finds the features that the segments of a tile would belong to.
    /// `tiles` and `cities` are upper bounds, since what is part of two connected features counts twice.
    pub(crate) fn find_prospects(
        &self,
        kind: TileKind,
        position: Cell,
        rotation: Rotation,
        prospects: &mut Prospects,
    ) {
        let Prospects { features, leading, groups, joined } = prospects;
        features.clear();
        let alone = features.try_extend_from_slice(kind.features());
        alone.unwrap_or_else(|_| unreachable!("a tile has at most {MAX_SEGMENTS} segments"));
        let mut leaders: [u8; MAX_SEGMENTS] = std::array::from_fn(small);
        joined.clear();
        self.each_meeting(kind, position, rotation, |mine, theirs| {
            let root = self.members[usize::from(theirs)].root;
            let own = leaders[usize::from(mine)];
            let known = joined.iter().find(|&&(known, _)| known == root).map(|&(_, segment)| segment);
            if let Some(segment) = known {
                let other = leaders[usize::from(segment)];
                if other != own {
                    let absorbed = features[usize::from(other)];
                    features[usize::from(own)].absorb(&absorbed);
                    leaders.iter_mut().filter(|leader| **leader == other).for_each(|leader| *leader = own);
                }
            } else {
                features[usize::from(own)].absorb(&self.features[usize::from(root)]);
                joined.push((root, mine));
            }
            let feature = &mut features[usize::from(own)];
            if matches!(feature.kind, SegmentKind::Road | SegmentKind::City) {
                feature.open -= 2;
            }
        });
        (*leading, *groups) = (0, [0; MAX_SEGMENTS]);
        for segment in 0..features.len() {
            let leader = usize::from(leaders[segment]);
            groups[leader] |= 1 << segment;
            if leader == segment {
                *leading |= 1 << segment;
            } else {
                features[segment] = features[leader];
            }
        }
    }

    /// Whether placing the tile at `position` would complete the road, city or cloister of this prospect.
    pub(crate) fn would_complete(&self, prospect: &FeatureData, position: Cell) -> bool {
        match prospect.kind {
            SegmentKind::Cloister => self.grid.count_around(position) == 8,
            _ => prospect.is_closed(self.loops_complete),
        }
    }
}
