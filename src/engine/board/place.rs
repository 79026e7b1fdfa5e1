//! Placing a tile: connects its segments to their neighbours, and finds the features that this completes.

use arrayvec::ArrayVec;

use super::{Board, Member, PlacedTile, id, small};
use crate::engine::catalogue::TileKind;
use crate::engine::feature::{FeatureData, FeatureId};
use crate::engine::geometry::{Cell, Rotation, Side};
use crate::engine::tile::{Edge, SegmentKind};

/// At most a feature for each side, the cloister, and the eight neighbours' cloisters.
pub(in crate::engine) type Completed = ArrayVec<FeatureId, 16>;

impl Board {
    /// The pairs of segments that meet at the sides of a tile: its own segment, and the neighbour's member id.
    pub(super) fn meetings(
        &self,
        kind: TileKind,
        position: Cell,
        rotation: Rotation,
    ) -> ArrayVec<(u8, u16), 12> {
        let def = kind.def();
        let mut meetings = ArrayVec::new();
        for side in Side::ALL {
            let Some(index) = self.at(position.neighbour(side)) else { continue };
            let there = &self.tiles[index];
            let there_def = there.kind.def();
            let (own, across) = (side - rotation, side.opposite() - there.rotation);
            let mut meet = |mine: Option<usize>, theirs: Option<usize>| {
                if let (Some(mine), Some(theirs)) = (mine, theirs) {
                    meetings.push((small(mine), there.first + u16::from(small(theirs))));
                }
            };
            meet(def.at_side(own), there_def.at_side(across));
            if def.edges[own.index()] != Edge::City {
                let ([first, last], [across_first, across_last]) = (own.halves(), across.halves());
                meet(def.at_half(first), there_def.at_half(across_last));
                meet(def.at_half(last), there_def.at_half(across_first));
            }
        }
        meetings
    }

    /// Places a tile and connects its segments. The caller has checked that it fits, or that it is the start tile.
    /// Returns the tile's index and the features that it completes, the tile's own first.
    pub(in crate::engine) fn place(
        &mut self,
        kind: TileKind,
        position: Cell,
        rotation: Rotation,
    ) -> (usize, Completed) {
        let def = kind.def();
        let index = self.tiles.len();
        let first = id(self.members.len());
        let meetings = self.meetings(kind, position, rotation);
        for (segment, root) in def.segments.iter().zip(first..) {
            self.members.push(Member { root, next: root, tile: id(index) });
            self.features.push(FeatureData::new(segment));
        }
        self.tiles.push(PlacedTile { kind, position, rotation, neighbours: 0, first });
        self.grid.fill(position, index, kind, rotation);
        for (mine, theirs) in meetings {
            self.join(first + u16::from(mine), theirs);
        }
        let completed = self.completed_by(index);
        (index, completed)
    }

    /// Connects two segments at a shared side.
    fn join(&mut self, a: u16, b: u16) {
        let (a, b) = (self.members[usize::from(a)].root, self.members[usize::from(b)].root);
        let closes_sides =
            matches!(self.features[usize::from(a)].kind, SegmentKind::Road | SegmentKind::City);
        let root = if a == b { a } else { self.merge(a, b) };
        if closes_sides {
            self.features[usize::from(root)].open -= 2;
        }
    }

    /// Merges two features and returns the root. The smaller one is relabelled, so that finding a root takes one lookup.
    fn merge(&mut self, a: u16, b: u16) -> u16 {
        let size = |root: u16| self.features[usize::from(root)].tiles;
        let (small, big) = if size(a) < size(b) { (a, b) } else { (b, a) };
        let shared = self.ring(small).filter(|&member| self.counts_again(member, small, big)).count();
        let mut member = small;
        loop {
            let entry = &mut self.members[usize::from(member)];
            entry.root = big;
            member = entry.next;
            if member == small {
                break;
            }
        }
        let next = self.members[usize::from(small)].next;
        let big_next = std::mem::replace(&mut self.members[usize::from(big)].next, next);
        self.members[usize::from(small)].next = big_next;
        let absorbed = self.features[usize::from(small)].clone();
        let feature = &mut self.features[usize::from(big)];
        feature.absorb(&absorbed);
        feature.tiles -= id(shared);
        big
    }

    /// Whether the tile of `member` (of the feature `small`) is also one of `big`, and `member` its first segment in `small`.
    fn counts_again(&self, member: u16, small: u16, big: u16) -> bool {
        let tile = &self.tiles[usize::from(self.members[usize::from(member)].tile)];
        let def = tile.kind.def();
        if !def.is_repeated(usize::from(member - tile.first)) {
            return false;
        }
        let mut on_tile = tile.first..tile.first + id(def.segments.len());
        let root = |id: u16| self.members[usize::from(id)].root;
        on_tile.clone().any(|id| root(id) == big) && on_tile.find(|&id| root(id) == small) == Some(member)
    }

    /// The features that the new tile completes. Also counts it as a neighbour of the tiles around it.
    fn completed_by(&mut self, index: usize) -> Completed {
        let mut completed = Completed::new();
        let PlacedTile { kind, position, first, .. } = self.tiles[index];
        for (segment, id) in kind.def().segments.iter().zip(first..) {
            if matches!(segment.kind, SegmentKind::Road | SegmentKind::City) {
                let feature = FeatureId(self.members[usize::from(id)].root);
                if self.is_complete(feature) && !completed.contains(&feature) {
                    completed.push(feature);
                }
            }
        }
        let mut cloisters = Completed::new();
        for cell in position.around() {
            if let Some(other) = self.at(cell) {
                self.tiles[other].neighbours += 1;
                self.tiles[index].neighbours += 1;
                if self.tiles[other].neighbours == 8 {
                    cloisters.extend(self.cloister(other));
                }
            }
        }
        if self.tiles[index].neighbours == 8 {
            completed.extend(self.cloister(index));
        }
        completed.extend(cloisters);
        completed
    }
}
