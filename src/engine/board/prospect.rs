//! What placing a tile would do; nothing is changed.

use arrayvec::ArrayVec;

use super::{Board, small};
use crate::engine::catalogue::TileKind;
use crate::engine::feature::{FeatureData, FeatureId};
use crate::engine::geometry::{Position, Rotation};
use crate::engine::tile::{MAX_SEGMENTS, SegmentKind};

/// What placing a tile would make of one of its segments: the sum of what it joins.
pub(in crate::engine) type Prospects = ArrayVec<FeatureData, MAX_SEGMENTS>;

impl Board {
    /// The cloisters around a free cell that lack only a tile there.
    pub(in crate::engine) fn cloisters_filled_at(
        &self,
        position: Position,
    ) -> impl Iterator<Item = FeatureId> {
        let around = position.around().into_iter().filter_map(|cell| self.at(cell));
        around.filter(|&tile| self.tiles[tile].neighbours == 7).filter_map(|tile| self.cloister(tile))
    }

    /// What each segment of a tile would be part of if it were placed; nothing is changed.
    /// Of the sums only `tiles` is an upper bound, since a tile that two joined features share counts in both.
    pub(in crate::engine) fn prospects(
        &self,
        kind: TileKind,
        position: Position,
        rotation: Rotation,
    ) -> Prospects {
        let def = kind.def();
        let mut group: [u8; MAX_SEGMENTS] = std::array::from_fn(small);
        let mut prospects: Prospects = def.segments.iter().map(FeatureData::new).collect();
        let mut joined = ArrayVec::<(u16, u8), 12>::new();
        for (mine, theirs) in self.meetings(kind, position, rotation) {
            let root = self.members[usize::from(theirs)].root;
            let own = group[usize::from(mine)];
            let known = joined.iter().find(|&&(known, _)| known == root).map(|&(_, segment)| segment);
            if let Some(segment) = known {
                let other = group[usize::from(segment)];
                if other != own {
                    let absorbed = prospects[usize::from(other)].clone();
                    prospects[usize::from(own)].absorb(&absorbed);
                    group.iter_mut().filter(|leader| **leader == other).for_each(|leader| *leader = own);
                }
            } else {
                prospects[usize::from(own)].absorb(&self.features[usize::from(root)]);
                joined.push((root, mine));
            }
            if matches!(def.segments[usize::from(mine)].kind, SegmentKind::Road | SegmentKind::City) {
                prospects[usize::from(own)].open -= 2;
            }
        }
        for segment in 0..prospects.len() {
            let leader = usize::from(group[segment]);
            if leader != segment {
                prospects[segment] = prospects[leader].clone();
            }
        }
        prospects
    }

    /// Whether a road or city of these prospects would be complete, or a cloister at `position`.
    pub(in crate::engine) fn would_complete(&self, prospect: &FeatureData, position: Position) -> bool {
        match prospect.kind {
            SegmentKind::Cloister => position.around().into_iter().all(|cell| self.at(cell).is_some()),
            _ => prospect.is_closed(self.loops_complete),
        }
    }
}
