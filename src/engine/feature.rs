//! Roads, cities, cloisters and fields: the sums of connected segments.

use super::seat::{Colour, ColourSet, FollowerKind, MAX_COLOURS};
use super::tile::{Good, Segment, SegmentKind};

/// A feature of a board. Valid until the next tile is placed, which may merge features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FeatureId(pub(super) u16);

impl FeatureId {
    /// Below the number of all segments on the board.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The sums over a feature's segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureData {
    pub kind: SegmentKind,
    /// Each tile counts once. (A cloister is one tile; the board counts its neighbours.)
    pub tiles: u16,
    /// Sides of a road or a city without a neighbouring tile.
    pub open: u16,
    /// Ends of a road on its tiles: crossings, gates and cloisters. A loop has none.
    pub ends: u8,
    pub shields: u8,
    pub cathedral: bool,
    pub inn: bool,
    /// In the order of [`Good::ALL`].
    pub goods: [u8; Good::ALL.len()],
    /// The completed cities that a field touches, each once.
    pub cities: u16,
    /// Of any colour and kind.
    pub followers: u8,
    strength: [u8; MAX_COLOURS],
    pub builders: ColourSet,
    pub pigs: ColourSet,
    /// Whose majority it was when it was completed; empty before, and if it was nobody's.
    pub winners: ColourSet,
}

impl FeatureData {
    #[expect(clippy::cast_possible_truncation, reason = "a segment has at most four sides")]
    pub(super) const fn new(segment: &Segment) -> Self {
        let mut goods = [0; 3];
        if let Some(good) = segment.goods {
            goods[good as usize] = 1;
        }
        Self {
            kind: segment.kind,
            tiles: 1,
            open: segment.sides.count_ones() as u16,
            ends: segment.end.is_some() as u8,
            shields: segment.shields,
            cathedral: segment.cathedral,
            inn: segment.inn,
            goods,
            cities: 0,
            followers: 0,
            strength: [0; MAX_COLOURS],
            builders: ColourSet::EMPTY,
            pigs: ColourSet::EMPTY,
            winners: ColourSet::EMPTY,
        }
    }

    /// Adds `other`. The caller corrects `tiles` and `cities` for those that both have.
    pub(super) fn absorb(&mut self, other: &Self) {
        self.tiles += other.tiles;
        self.open += other.open;
        self.ends = self.ends.saturating_add(other.ends);
        self.shields = self.shields.saturating_add(other.shields);
        self.cathedral |= other.cathedral;
        self.inn |= other.inn;
        for (mine, theirs) in self.goods.iter_mut().zip(other.goods) {
            *mine = mine.saturating_add(theirs);
        }
        self.cities += other.cities;
        self.followers += other.followers;
        for (mine, theirs) in self.strength.iter_mut().zip(other.strength) {
            *mine += theirs;
        }
        self.builders = self.builders.union(other.builders);
        self.pigs = self.pigs.union(other.pigs);
    }

    pub(super) fn enter(&mut self, colour: Colour, kind: FollowerKind) {
        self.followers += 1;
        self.strength[colour.index()] += kind.strength();
        match kind {
            FollowerKind::Builder => self.builders.insert(colour),
            FollowerKind::Pig => self.pigs.insert(colour),
            FollowerKind::Meeple | FollowerKind::Big => {}
        }
    }

    pub(super) fn vacate(&mut self) {
        self.winners = self.majority();
        self.followers = 0;
        self.strength = [0; MAX_COLOURS];
        self.builders = ColourSet::EMPTY;
        self.pigs = ColourSet::EMPTY;
    }

    pub const fn strength(&self, colour: Colour) -> u8 {
        self.strength[colour.index()]
    }

    /// The colours with the greatest strength; empty without followers.
    pub fn majority(&self) -> ColourSet {
        majority(&self.strength)
    }

    /// Whether a road or city has no open side left. A loop has no end, and counts as closed only if `loops_complete`.
    pub const fn is_closed(&self, loops_complete: bool) -> bool {
        match self.kind {
            SegmentKind::City => self.open == 0,
            SegmentKind::Road => self.open == 0 && (loops_complete || self.ends > 0),
            SegmentKind::Cloister | SegmentKind::Field => false,
        }
    }
}

/// The colours with the greatest strength; empty if all are zero.
pub(super) fn majority<T: Copy + Ord + Default>(strength: &[T; MAX_COLOURS]) -> ColourSet {
    let greatest = strength.iter().fold(T::default(), |greatest, &own| greatest.max(own));
    if greatest == T::default() {
        return ColourSet::EMPTY;
    }
    let mut majority = ColourSet::EMPTY;
    for (colour, &own) in (0..).map(Colour).zip(strength) {
        if own == greatest {
            majority.insert(colour);
        }
    }
    majority
}
