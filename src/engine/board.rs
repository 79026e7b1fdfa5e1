//! The tiles on the table, joined into features as they come.

use arrayvec::ArrayVec;

use super::feature::{FeatureData, FeatureId};
use super::geometry::{Position, Rotation, Side};
use super::grid::Grid;
use super::seat::{Colour, FollowerKind};
use super::tile::{Edge, MAX_SEGMENTS, SegmentKind, TileKind};

/// A tile on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedTile {
    /// Its kind.
    pub kind: TileKind,
    /// Its cell.
    pub position: Position,
    /// How it is turned.
    pub rotation: Rotation,
    /// Tiles in the eight cells around it.
    pub neighbours: u8,
    first: u16,
}

/// A figure on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedFollower {
    /// Whose it is.
    pub colour: Colour,
    /// Which figure.
    pub kind: FollowerKind,
    /// The tile it stands on, in [`Board::tiles`].
    pub tile: usize,
    /// The segment of that tile.
    pub segment: usize,
}

/// A segment of a placed tile; segments of a feature form a ring by `next`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Member {
    root: u16,
    next: u16,
    tile: u16,
}

/// What placing a tile would make of one of its segments: the sum of what it joins.
pub(super) type Prospects = ArrayVec<FeatureData, MAX_SEGMENTS>;

/// At most a feature a side, the cloister, and the eight neighbours' cloisters.
pub(super) type Completed = ArrayVec<FeatureId, 16>;

/// The tiles on the table with their features and followers.
///
/// Invariant: two segments are of one feature exactly if a chain of shared sides joins them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    loops_complete: bool,
    grid: Grid,
    tiles: Vec<PlacedTile>,
    members: Vec<Member>,
    features: Vec<FeatureData>,
    followers: Vec<PlacedFollower>,
}

impl Board {
    /// A table without a tile. `loops_complete`: whether a road without an end can be complete.
    pub(super) fn new(loops_complete: bool) -> Self {
        Self {
            loops_complete,
            grid: Grid::new(),
            tiles: Vec::with_capacity(80),
            members: Vec::with_capacity(320),
            features: Vec::with_capacity(320),
            followers: Vec::with_capacity(40),
        }
    }

    /// The tiles in the order of placement; the first is the start tile.
    pub fn tiles(&self) -> &[PlacedTile] {
        &self.tiles
    }

    /// The figures on the table.
    pub fn followers(&self) -> &[PlacedFollower] {
        &self.followers
    }

    /// The cells without a tile that share a side with one, in no particular order.
    pub fn open_cells(&self) -> &[Position] {
        self.grid.open_cells()
    }

    /// The tile at a cell, as an index into [`Board::tiles`].
    pub fn at(&self, position: Position) -> Option<usize> {
        self.grid.tile(position)
    }

    /// What the neighbours of an open cell ask of its sides, clockwise from the top.
    pub fn wanted(&self, position: Position) -> [Option<Edge>; 4] {
        Side::ALL.map(|side| {
            let there = self.tiles[self.at(position.neighbour(side))?];
            Some(there.kind.def().edges[(side.opposite() - there.rotation).index()])
        })
    }

    /// Whether a tile can lie there: the cell is free, a side touches, and all sides that touch match.
    pub fn fits(&self, kind: TileKind, position: Position, rotation: Rotation) -> bool {
        self.grid.fits(kind, position, rotation)
    }

    /// Whether a tile of `kind` fits in any open cell and rotation.
    pub(super) fn fits_anywhere(&self, kind: TileKind) -> bool {
        self.grid.fits_anywhere(kind)
    }

    /// Calls `found` with every open cell and rotation at which a tile of `kind` fits.
    pub(super) fn each_fit(&self, kind: TileKind, found: impl FnMut(Position, Rotation)) {
        self.grid.each_fit(kind, found);
    }

    /// The feature of a segment.
    pub fn feature(&self, tile: usize, segment: usize) -> FeatureId {
        FeatureId(self.members[usize::from(self.tiles[tile].first) + segment].root)
    }

    /// What is known of a feature.
    pub fn feature_info(&self, feature: FeatureId) -> &FeatureData {
        &self.features[usize::from(feature.0)]
    }

    /// All features, in the order of their first tiles.
    pub fn features(&self) -> Vec<FeatureId> {
        let mut seen = vec![false; self.members.len()];
        let roots = self.members.iter().map(|member| member.root);
        roots.filter(|&root| !std::mem::replace(&mut seen[usize::from(root)], true)).map(FeatureId).collect()
    }

    /// The segments of a feature, as (tile, segment), in no particular order.
    pub fn segments(&self, feature: FeatureId) -> impl Iterator<Item = (usize, usize)> {
        self.ring(feature.0).map(|id| {
            let tile = usize::from(self.members[usize::from(id)].tile);
            (tile, usize::from(id - self.tiles[tile].first))
        })
    }

    /// Whether a feature is complete. A field never is.
    pub fn is_complete(&self, feature: FeatureId) -> bool {
        let info = self.feature_info(feature);
        match info.kind {
            SegmentKind::Cloister => self.cloister_tiles(feature) == 9,
            _ => info.is_closed(self.loops_complete),
        }
    }

    /// A cloister's tile and those around it.
    pub fn cloister_tiles(&self, cloister: FeatureId) -> u16 {
        let tile = self.members[usize::from(cloister.0)].tile;
        1 + u16::from(self.tiles[usize::from(tile)].neighbours)
    }

    /// The completed cities that a field touches, each once.
    pub fn cities_of(&self, field: FeatureId) -> Vec<FeatureId> {
        let mut cities = Vec::new();
        for (tile, segment) in self.segments(field) {
            let touches = self.tiles[tile].kind.def().segments[segment].touches;
            for city in (0..MAX_SEGMENTS).filter(|city| touches & (1 << city) != 0) {
                let city = self.feature(tile, city);
                if self.is_complete(city) && !cities.contains(&city) {
                    cities.push(city);
                }
            }
        }
        cities
    }

    fn ring(&self, start: u16) -> impl Iterator<Item = u16> {
        let mut at = Some(start);
        std::iter::from_fn(move || {
            let id = at?;
            let next = self.members[usize::from(id)].next;
            at = (next != start).then_some(next);
            Some(id)
        })
    }

    /// Where the sides of a tile touch others: for each pair of meeting segments, the tile's own and the neighbour's id.
    fn meetings(&self, kind: TileKind, position: Position, rotation: Rotation) -> ArrayVec<(u8, u16), 12> {
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

    /// Puts a tile down and joins its segments. The caller has made sure that it fits, or that it is the start tile.
    /// Gives the tile's index and the features that it completed, the tile's own first.
    pub(super) fn place(
        &mut self,
        kind: TileKind,
        position: Position,
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

    /// Joins two segments at a shared side.
    fn join(&mut self, a: u16, b: u16) {
        let (a, b) = (self.members[usize::from(a)].root, self.members[usize::from(b)].root);
        let closes_sides =
            matches!(self.features[usize::from(a)].kind, SegmentKind::Road | SegmentKind::City);
        let root = if a == b { a } else { self.merge(a, b) };
        if closes_sides {
            self.features[usize::from(root)].open -= 2;
        }
    }

    /// Makes one feature of two and gives its root. The smaller one is relabelled, so that finding a root is one look.
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

    /// The features that the tile just placed has completed; counts it as a neighbour on the way.
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

    fn cloister(&self, tile: usize) -> Option<FeatureId> {
        let segments = self.tiles[tile].kind.def().segments;
        let segment = segments.iter().position(|segment| segment.kind == SegmentKind::Cloister)?;
        Some(self.feature(tile, segment))
    }

    /// The cloisters around a free cell that lack only a tile there.
    pub(super) fn cloisters_filled_at(&self, position: Position) -> impl Iterator<Item = FeatureId> {
        let around = position.around().into_iter().filter_map(|cell| self.at(cell));
        around.filter(|&tile| self.tiles[tile].neighbours == 7).filter_map(|tile| self.cloister(tile))
    }

    /// What each segment of a tile would be part of if it were placed; nothing is changed.
    /// Of the sums only `tiles` is an upper bound, since a tile that two joined features share counts in both.
    pub(super) fn prospects(&self, kind: TileKind, position: Position, rotation: Rotation) -> Prospects {
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
    pub(super) fn would_complete(&self, prospect: &FeatureData, position: Position) -> bool {
        match prospect.kind {
            SegmentKind::Cloister => position.around().into_iter().all(|cell| self.at(cell).is_some()),
            _ => prospect.is_closed(self.loops_complete),
        }
    }

    /// Stands a figure on a segment.
    pub(super) fn add_follower(&mut self, follower: PlacedFollower) {
        let feature = self.feature(follower.tile, follower.segment);
        self.features[usize::from(feature.0)].enter(follower.colour, follower.kind);
        self.followers.push(follower);
    }

    /// Sends home all figures of a feature, telling `home` of each.
    pub(super) fn clear_feature(&mut self, feature: FeatureId, mut home: impl FnMut(PlacedFollower)) {
        if self.feature_info(feature).figures == 0 {
            return;
        }
        self.features[usize::from(feature.0)].vacate();
        let (members, tiles) = (&self.members, &self.tiles);
        self.followers.retain(|&follower| {
            let id = usize::from(tiles[follower.tile].first) + follower.segment;
            let stays = members[id].root != feature.0;
            if !stays {
                home(follower);
            }
            stays
        });
    }
}

/// Ids fit: at most 400 tiles of at most 12 segments each are ever on a table.
#[allow(clippy::cast_possible_truncation)]
const fn id(index: usize) -> u16 {
    debug_assert!(index < u16::MAX as usize);
    index as u16
}

/// The index of a segment of a tile.
#[allow(clippy::cast_possible_truncation)]
const fn small(segment: usize) -> u8 {
    segment as u8
}
