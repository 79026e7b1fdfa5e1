//! Placing a tile: connects its segments to their neighbours, and finds the features that this completes.

use arrayvec::ArrayVec;

use super::take_back::Change;
use super::{Board, Member, PlacedTile, id};
use crate::catalogue::{NOTHING, TileKind};
use crate::feature::FeatureId;
use crate::geometry::{Cell, Rotation};
use crate::ruleset::MOST_TILES;
use crate::tile::{MAX_SEGMENTS, SegmentKind};

/// A feature for each side, the cloister, and the eight neighbours' cloisters.
pub(crate) const MOST_COMPLETED: usize = 4 + 1 + 8;

type Completed = ArrayVec<FeatureId, MOST_COMPLETED>;

/// Three segments at each side of a tile.
pub(super) const MOST_MEETINGS: usize = 4 * 3;

/// The pairs of segments that meet at the sides of a tile: its own segment, and the neighbour's member id.
type Meetings = ArrayVec<(u8, u16), MOST_MEETINGS>;

/// A tile has four cities at most, and a completed city has two sides or more.
type Cities = ArrayVec<u16, { 2 * MOST_TILES }>;

impl Board {
    /// Calls `found` with the pairs of segments that would meet at the sides of a tile.
    pub(super) fn each_meeting(
        &self,
        kind: TileKind,
        position: Cell,
        rotation: Rotation,
        mut found: impl FnMut(u8, u16),
    ) {
        let sides = kind.at_sides(rotation);
        self.grid.each_beside(position, |side, tile| {
            let there = &self.tiles[tile];
            let mine = sides[side.index()];
            let theirs = there.kind.at_sides(there.rotation)[side.opposite().index()];
            // A city or a plain field has only the first.
            let all = [(mine[0], theirs[0]), (mine[1], theirs[2]), (mine[2], theirs[1])];
            for &(mine, theirs) in if mine[1] == NOTHING { &all[..1] } else { &all } {
                if mine != NOTHING {
                    found(mine, there.first + u16::from(theirs));
                }
            }
        });
    }

    /// Places a tile and connects its segments. The caller has checked that it fits, or that it is the start tile.
    /// Returns the tile's index and the features that it completes, the tile's own first.
    pub(crate) fn place(&mut self, kind: TileKind, position: Cell, rotation: Rotation) -> (usize, Completed) {
        let index = self.tiles.len();
        let first = id(self.members.len());
        let mut meetings = Meetings::new();
        self.each_meeting(kind, position, rotation, |mine, theirs| meetings.push((mine, theirs)));
        let (def, alone) = (kind.def(), kind.features());
        self.members.extend((first..).zip(0..alone.len()).map(|(root, segment)| {
            let repeated = def.is_repeated(segment);
            Member { root, next: root, tile: id(index), repeated, counts: true }
        }));
        self.features.extend_from_slice(alone);
        let filled = self.grid.fill(position, index, kind, rotation);
        self.changes.push(Change::Placed(filled));
        if def.has_cloister() {
            self.cloisters.push(position);
        }
        self.tiles.push(PlacedTile { kind, position, rotation, first });
        for (mine, theirs) in meetings {
            self.join(first + u16::from(mine), theirs);
        }
        (index, self.complete(index))
    }

    /// Connects two segments at a shared side.
    fn join(&mut self, a: u16, b: u16) {
        let (a, b) = (self.members[usize::from(a)].root, self.members[usize::from(b)].root);
        let closes_sides =
            matches!(self.features[usize::from(a)].kind, SegmentKind::Road | SegmentKind::City);
        if a != b {
            let root = self.merge(a, b);
            self.features[usize::from(root)].open -= if closes_sides { 2 } else { 0 };
        } else if closes_sides {
            self.change(a).open -= 2;
        }
    }

    /// Merges two features and returns the root. The smaller one is relabelled, so that finding a root takes one lookup.
    fn merge(&mut self, a: u16, b: u16) -> u16 {
        let size = |root: u16| self.features[usize::from(root)].tiles;
        let (small, big) = if size(a) < size(b) { (a, b) } else { (b, a) };
        let cities = self.cities_of_both(small, big);
        let absorbed = self.features[usize::from(small)];
        let feature = &mut self.features[usize::from(big)];
        self.changes.push(Change::Joined { small, big, before: *feature });
        feature.absorb(&absorbed);
        feature.cities -= cities;
        self.relabel_and_count(small, big);
        self.splice(small, big);
        big
    }

    /// Makes `big` the root of all members of `small`, and counts each tile that both have only once.
    fn relabel_and_count(&mut self, small: u16, big: u16) {
        let mut member = small;
        loop {
            let entry = &mut self.members[usize::from(member)];
            entry.root = big;
            let Member { next, counts, repeated, .. } = *entry;
            if repeated && counts && self.is_counted_beside(member, big) {
                self.members[usize::from(member)].counts = false;
                self.changes.push(Change::Uncounted(member));
                self.features[usize::from(big)].tiles -= 1;
            }
            member = next;
            if member == small {
                return;
            }
        }
    }

    /// Whether another segment of the tile counts it for the feature `root`.
    fn is_counted_beside(&self, member: u16, root: u16) -> bool {
        let tile = &self.tiles[usize::from(self.members[usize::from(member)].tile)];
        let first = usize::from(tile.first);
        let on_tile = &self.members[first..first + tile.kind.def().segments.len()];
        let mut others = (tile.first..).zip(on_tile).filter(|&(other, _)| other != member);
        others.any(|(_, other)| other.root == root && other.counts)
    }

    /// Makes one ring of two, or two of one.
    pub(super) fn splice(&mut self, a: u16, b: u16) {
        let next = self.members[usize::from(a)].next;
        let next = std::mem::replace(&mut self.members[usize::from(b)].next, next);
        self.members[usize::from(a)].next = next;
    }

    /// The number of completed cities that two fields both touch, but for cities of the tile that is being placed: those are
    /// counted when it is in place.
    fn cities_of_both(&self, small: u16, big: u16) -> u16 {
        let cities = |root: u16| self.features[usize::from(root)].cities;
        if cities(small) == 0 || cities(big) == 0 {
            return 0;
        }
        let mut seen = Cities::new();
        let new = self.tiles.last().map_or(0, |tile| usize::from(tile.first));
        let is_new = |city: FeatureId| self.members[new..].iter().any(|member| member.root == city.0);
        self.touched_cities(FeatureId(small)).for_each(|city| {
            if self.is_complete(city) && !is_new(city) && !seen.contains(&city.0) {
                seen.push(city.0);
            }
        });
        id(seen.iter().filter(|&&city| self.touching_fields(city).any(|field| field == big)).count())
    }

    /// The fields beside a city, some of them several times.
    pub(super) fn touching_fields(&self, city: u16) -> impl Iterator<Item = u16> {
        self.ring(city).flat_map(|member| self.fields_beside(member))
    }

    /// The fields that touch a city segment on its tile.
    fn fields_beside(&self, city: u16) -> impl Iterator<Item = u16> + use<'_> {
        let tile = &self.tiles[usize::from(self.members[usize::from(city)].tile)];
        let city = 1_u16 << (city - tile.first);
        let segments = tile.kind.def().segments.iter().zip(tile.first..);
        let fields = segments.filter(move |(segment, _)| segment.touches & city != 0);
        fields.map(|(_, field)| self.members[usize::from(field)].root)
    }

    /// The features that the new tile completes. Tells the fields beside a completed city.
    fn complete(&mut self, index: usize) -> Completed {
        let completed = self.completed_by(index);
        for city in &completed {
            if self.feature_info(*city).kind == SegmentKind::City {
                self.count_city(city.0);
            }
        }
        completed
    }

    fn completed_by(&self, index: usize) -> Completed {
        let mut completed = Completed::new();
        let PlacedTile { position, first, .. } = self.tiles[index];
        for member in &self.members[first.into()..] {
            let feature = FeatureId(member.root);
            if self.feature_info(feature).is_closed(self.loops_complete) && !completed.contains(&feature) {
                completed.push(feature);
            }
        }
        if self.cloisters.iter().any(|cloister| cloister.is_near(position, 1)) {
            let cloisters = self.cloister(index).into_iter().chain(self.cloisters_around(position));
            completed.extend(cloisters.filter(|&cloister| self.cloister_tiles(cloister) == 9));
        }
        completed
    }

    /// Counts a completed city in every field that touches it, once.
    fn count_city(&mut self, city: u16) {
        let begun = self.changes.len();
        let mut member = city;
        loop {
            let fields: ArrayVec<u16, MAX_SEGMENTS> = self.fields_beside(member).collect();
            for field in fields {
                let counted = |change: &Change| matches!(*change, Change::Feature(id, _) if id == field);
                if !self.changes[begun..].iter().any(counted) {
                    self.change(field).cities += 1;
                }
            }
            member = self.members[usize::from(member)].next;
            if member == city {
                return;
            }
        }
    }
}
