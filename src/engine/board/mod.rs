//! The tiles on the table and the features that they form.

mod place;
mod prospect;
mod take_back;

use arrayvec::ArrayVec;

use super::catalogue::{NOTHING, TileKind, Wanted};
use super::feature::{FeatureData, FeatureId};
use super::geometry::{Cell, Rotation, Side};
use super::grid::Grid;
use super::ruleset::{MOST_FOLLOWERS, MOST_TILES};
use super::seat::{Colour, FollowerKind};
use super::tile::{Edge, MAX_SEGMENTS, SegmentKind, segments_in};

pub(super) use place::MOST_COMPLETED;
pub(super) use prospect::Prospects;
use take_back::Change;
pub(super) use take_back::Mark;

/// A tile on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedTile {
    pub kind: TileKind,
    /// Its cell.
    pub position: Cell,
    pub rotation: Rotation,
    first: u16,
}

/// A follower on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedFollower {
    pub colour: Colour,
    pub kind: FollowerKind,
    /// The tile it stands on, in [`Board::tiles`].
    pub tile: usize,
    /// The index of the segment on that tile.
    pub segment: usize,
}

/// A segment of a placed tile. `next` links the segments of a feature into a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Member {
    root: u16,
    next: u16,
    tile: u16,
    /// Whether another segment of the tile is of the same kind.
    repeated: bool,
    /// Whether the feature counts the tile by this segment. It does by one of the tile's segments in it, and no more.
    counts: bool,
}

/// The tiles on the table with their features and followers.
///
/// Invariant: two segments belong to the same feature exactly if a chain of shared sides connects them.
#[derive(Debug, PartialEq, Eq)]
pub struct Board {
    loops_complete: bool,
    grid: Grid,
    tiles: Vec<PlacedTile>,
    members: Vec<Member>,
    features: Vec<FeatureData>,
    followers: Vec<PlacedFollower>,
    /// The cells of the tiles with a cloister.
    cloisters: Vec<Cell>,
    /// What can be taken back, the latest last.
    changes: Vec<Change>,
}

/// A copy has room for a usual game, and copying into another board allocates nothing.
impl Clone for Board {
    fn clone(&self) -> Self {
        let mut copy = Self::new(self.loops_complete);
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { loops_complete, grid, tiles, members, features, followers, cloisters, changes } = source;
        self.loops_complete = *loops_complete;
        self.grid.clone_from(grid);
        self.tiles.clone_from(tiles);
        self.members.clone_from(members);
        self.features.clone_from(features);
        self.followers.clone_from(followers);
        self.cloisters.clone_from(cloisters);
        self.changes.clone_from(changes);
    }
}

impl Board {
    /// An empty board. `loops_complete`: whether a road without an end can be complete.
    pub(super) fn new(loops_complete: bool) -> Self {
        Self {
            loops_complete,
            grid: Grid::new(),
            tiles: Vec::with_capacity(80),
            members: Vec::with_capacity(320),
            features: Vec::with_capacity(320),
            followers: Vec::with_capacity(40),
            cloisters: Vec::with_capacity(8),
            changes: Vec::new(),
        }
    }

    /// The tiles in the order of placement; the first is the start tile.
    pub fn tiles(&self) -> &[PlacedTile] {
        &self.tiles
    }

    pub fn followers(&self) -> &[PlacedFollower] {
        &self.followers
    }

    /// The empty cells that share a side with a tile, in no particular order.
    pub fn open_cells(&self) -> &[Cell] {
        self.grid.open_cells()
    }

    /// The index in [`Board::tiles`] of the tile at a cell.
    pub fn at(&self, position: Cell) -> Option<usize> {
        self.grid.tile(position)
    }

    /// The edges that the neighbours of an open cell require, clockwise from the top.
    pub fn wanted(&self, position: Cell) -> [Option<Edge>; 4] {
        Side::ALL.map(|side| {
            let there = self.tiles[self.at(position.neighbour(side))?];
            Some(there.kind.def().edges[(side.opposite() - there.rotation).index()])
        })
    }

    /// What the neighbours of a cell show; nothing unless it is open.
    pub fn wanted_code(&self, cell: Cell) -> Wanted {
        self.grid.wanted(cell)
    }

    /// Whether a tile can be placed there: the cell is free, a side touches, and all sides that touch match.
    pub fn fits(&self, kind: TileKind, position: Cell, rotation: Rotation) -> bool {
        self.grid.fits(kind, position, rotation)
    }

    /// Whether a tile of `kind` fits in any open cell and rotation.
    pub(super) fn fits_anywhere(&self, kind: TileKind) -> bool {
        self.grid.fits_anywhere(kind)
    }

    /// The number of open cells and rotations at which a tile of `kind` fits.
    pub(super) fn count_fits(&self, kind: TileKind) -> usize {
        self.grid.count_fits(kind)
    }

    /// The open cell and rotation at which a tile of `kind` fits after `n` others.
    pub(super) fn nth_fit(&self, kind: TileKind, n: usize) -> Option<(Cell, Rotation)> {
        self.grid.nth_fit(kind, n)
    }

    /// Calls `found` with every open cell and rotation at which a tile of `kind` fits.
    pub(super) fn each_fit(&self, kind: TileKind, found: impl FnMut(Cell, Rotation)) {
        self.grid.each_fit(kind, found);
    }

    pub fn feature(&self, tile: usize, segment: usize) -> FeatureId {
        FeatureId(self.members[usize::from(self.tiles[tile].first) + segment].root)
    }

    pub fn feature_info(&self, feature: FeatureId) -> &FeatureData {
        &self.features[usize::from(feature.0)]
    }

    /// All features, in the order of their first tiles.
    pub fn features(&self) -> Vec<FeatureId> {
        let mut seen = vec![false; self.members.len()];
        let roots = self.members.iter().map(|member| member.root);
        roots.filter(|&root| !std::mem::replace(&mut seen[usize::from(root)], true)).map(FeatureId).collect()
    }

    /// The features that have followers, in the order of their first tiles.
    pub(super) fn occupied(&self) -> Vec<FeatureId> {
        let mut occupied = Vec::with_capacity(self.followers.len());
        self.each_occupied(|feature| occupied.push(feature));
        occupied.sort_by_cached_key(|feature| self.ring(feature.0).min());
        occupied
    }

    /// Calls `found` with the features that have followers, each once, in the order of their first followers.
    pub fn each_occupied(&self, mut found: impl FnMut(FeatureId)) {
        let mut seen = ArrayVec::<u16, MOST_FOLLOWERS>::new();
        // A bit for the ids with these last six bits: most features are new, and most of these are known to be new by their bit.
        let mut bits = 0_u64;
        for follower in &self.followers {
            let feature = self.feature(follower.tile, follower.segment);
            let bit = 1 << (feature.0 % 64);
            if bits & bit == 0 || !seen.contains(&feature.0) {
                bits |= bit;
                seen.push(feature.0);
                found(feature);
            }
        }
    }

    /// Calls `found` with the empty cells at the open sides of a road or city, some of them several times.
    pub fn each_open_cell(&self, feature: FeatureId, mut found: impl FnMut(Cell)) {
        for member in self.ring(feature.0) {
            let tile = &self.tiles[usize::from(self.members[usize::from(member)].tile)];
            let segment = &tile.kind.def().segments[usize::from(member - tile.first)];
            for side in segment.side_list() {
                let cell = tile.position.neighbour(side + tile.rotation);
                if self.grid.tile(cell).is_none() {
                    found(cell);
                }
            }
        }
    }

    /// The segments of a feature, as (tile, segment), in no particular order.
    pub fn segments(&self, feature: FeatureId) -> impl Iterator<Item = (usize, usize)> {
        self.ring(feature.0).map(|id| {
            let tile = usize::from(self.members[usize::from(id)].tile);
            (tile, usize::from(id - self.tiles[tile].first))
        })
    }

    /// Whether a feature is complete. Fields never are.
    pub fn is_complete(&self, feature: FeatureId) -> bool {
        let info = self.feature_info(feature);
        match info.kind {
            SegmentKind::Cloister => self.cloister_tiles(feature) == 9,
            _ => info.is_closed(self.loops_complete),
        }
    }

    /// The number of tiles that a cloister counts: its own and those around it.
    pub fn cloister_tiles(&self, cloister: FeatureId) -> u16 {
        let tile = self.members[usize::from(cloister.0)].tile;
        1 + self.grid.count_around(self.tiles[usize::from(tile)].position)
    }

    /// The completed cities that a field touches, each once.
    pub fn cities_of(&self, field: FeatureId) -> Vec<FeatureId> {
        let mut cities = Vec::with_capacity(self.feature_info(field).cities.into());
        self.touched_cities(field).for_each(|city| {
            if self.is_complete(city) && !cities.contains(&city) {
                cities.push(city);
            }
        });
        cities
    }

    /// The cities that a field touches, some of them several times.
    pub fn touched_cities(&self, field: FeatureId) -> impl Iterator<Item = FeatureId> {
        self.ring(field.0).flat_map(move |member| {
            let tile = &self.tiles[usize::from(self.members[usize::from(member)].tile)];
            let touches = tile.kind.def().segments[usize::from(member - tile.first)].touches;
            segments_in(touches).map(|city| FeatureId(self.members[usize::from(tile.first) + city].root))
        })
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

    /// The cloisters in the eight cells around a cell with a tile or an open cell.
    pub fn cloisters_around(&self, cell: Cell) -> impl Iterator<Item = FeatureId> {
        self.grid.tiles_around(cell).filter_map(|tile| self.cloister(tile))
    }

    /// Calls `found` with the empty cells beside an open cell, and what their neighbours show.
    pub fn each_empty_beside(&self, cell: Cell, found: impl FnMut(Side, Wanted)) {
        self.grid.each_empty_beside(cell, found);
    }

    /// The roads and cities that face an empty cell, by the side of the cell; a feature may face several sides.
    pub fn each_facing(&self, cell: Cell, mut found: impl FnMut(Side, FeatureId)) {
        self.grid.each_beside(cell, |side, tile| {
            let there = &self.tiles[tile];
            let segment = there.kind.at_sides(there.rotation)[side.opposite().index()][0];
            if segment != NOTHING {
                let feature = FeatureId(self.members[usize::from(there.first + u16::from(segment))].root);
                if matches!(self.feature_info(feature).kind, SegmentKind::Road | SegmentKind::City) {
                    found(side, feature);
                }
            }
        });
    }

    /// The fields that an empty cell touches, some of them several times.
    pub fn each_facing_field(&self, cell: Cell, mut found: impl FnMut(FeatureId)) {
        self.grid.each_beside(cell, |side, tile| {
            let there = &self.tiles[tile];
            for segment in there.kind.at_sides(there.rotation)[side.opposite().index()] {
                if segment != NOTHING {
                    let feature = FeatureId(self.members[usize::from(there.first + u16::from(segment))].root);
                    if self.feature_info(feature).kind == SegmentKind::Field {
                        found(feature);
                    }
                }
            }
        });
    }

    /// The fields beside a city, some of them several times.
    pub fn fields_around(&self, city: FeatureId) -> impl Iterator<Item = FeatureId> {
        self.touching_fields(city.0).map(FeatureId)
    }

    fn cloister(&self, tile: usize) -> Option<FeatureId> {
        Some(self.feature(tile, self.tiles[tile].kind.def().cloister()?))
    }

    pub(super) fn add_follower(&mut self, follower: PlacedFollower) {
        let feature = self.feature(follower.tile, follower.segment);
        self.change(feature.0).enter(follower.colour, follower.kind);
        self.changes.push(Change::Entered);
        self.followers.push(follower);
    }

    /// Removes all followers from a feature and calls `home` for each.
    pub(super) fn clear_feature(&mut self, feature: FeatureId, mut home: impl FnMut(PlacedFollower)) {
        if self.feature_info(feature).followers == 0 {
            return;
        }
        self.change(feature.0).vacate();
        let mut place = 0;
        while let Some(&follower) = self.followers.get(place) {
            if self.feature(follower.tile, follower.segment) == feature {
                self.followers.remove(place);
                self.changes.push(Change::Left { place: id(place), follower });
                home(follower);
            } else {
                place += 1;
            }
        }
    }
}

// The ids of all tiles and segments fit.
const _: () = assert!(MOST_TILES * MAX_SEGMENTS < u16::MAX as usize);

#[expect(clippy::cast_possible_truncation, reason = "checked above")]
const fn id(index: usize) -> u16 {
    index as u16
}

/// The index of a segment of a tile.
#[expect(clippy::cast_possible_truncation, reason = "a tile has a handful of segments")]
const fn small(segment: usize) -> u8 {
    segment as u8
}
