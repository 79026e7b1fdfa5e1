//! The undrawn tiles.

use std::sync::Arc;

use super::catalogue::TileKind;
use super::ruleset::{BagRule, Ruleset};
use super::tile::TileSet;

/// The face-down tiles. For a draw they are laid out in the order of the kinds' names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bag {
    stock: Stock,
    /// The kinds of the sets, by name. Shared, since most games use only a part of all kinds.
    order: Arc<[TileKind]>,
    /// Draws do not change the counts: every kind stays available.
    uniform: bool,
}

/// What draws change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stock {
    counts: [u16; TileKind::COUNT],
    /// Draws still to come.
    left: usize,
    /// Tiles in `counts`.
    tiles: u32,
    /// River tiles in `counts`.
    river: u16,
}

const LAKE: &str = "RV-lake";

impl Bag {
    /// The bag of a new game whose start tile is already on the table.
    pub(super) fn new(rules: &Ruleset, seats: usize, start: TileKind) -> Self {
        let mut counts = rules.census();
        let uniform = rules.bag == BagRule::Uniform;
        if !uniform {
            counts[start.index()] = counts[start.index()].saturating_sub(1);
        }
        let all: usize = counts.iter().map(|&count| usize::from(count)).sum();
        let order: Arc<[TileKind]> =
            TileKind::by_name().iter().copied().filter(|kind| counts[kind.index()] > 0).collect();
        let river = TileKind::all()
            .filter(|kind| kind.def().set == TileSet::River)
            .map(|kind| counts[kind.index()])
            .sum();
        let tiles = counts.iter().map(|&count| u32::from(count)).sum();
        let stock = Stock { counts, left: rules.tile_limit(seats).unwrap_or(all), tiles, river };
        Self { stock, order, uniform }
    }

    /// Undrawn tiles of each kind, including those held back.
    pub(super) const fn counts(&self) -> &[u16; TileKind::COUNT] {
        &self.stock.counts
    }

    /// All that draws change, to go back to it with [`Bag::restock`].
    pub(super) const fn stock(&self) -> Stock {
        self.stock
    }

    pub(super) const fn restock(&mut self, stock: Stock) {
        self.stock = stock;
    }

    /// Draws still to come.
    pub(super) const fn left(&self) -> usize {
        self.stock.left
    }

    /// Whether river tiles are left, which come before all others.
    pub(super) const fn in_river(&self) -> bool {
        self.stock.river > 0
    }

    /// The remaining river kinds, the lake last.
    pub(super) fn river(&self) -> impl Iterator<Item = TileKind> {
        let river =
            |&kind: &TileKind| kind.def().set == TileSet::River && self.stock.counts[kind.index()] > 0;
        let lake = |wanted| move |kind: &TileKind| (kind.name() == LAKE) == wanted;
        let kinds = || self.order.iter().copied().filter(river);
        kinds().filter(lake(false)).chain(kinds().filter(lake(true)))
    }

    pub(super) const fn unseen(&self, kind: TileKind) -> u16 {
        self.stock.counts[kind.index()]
    }

    /// Whether only the lake is left of the river.
    pub(super) const fn only_lake(&self) -> bool {
        self.stock.river == 1
    }

    /// How many tiles of this kind the next draw chooses from. The lake waits until it is the last of the river.
    fn weight(&self, kind: TileKind) -> u16 {
        let count = self.stock.counts[kind.index()];
        if self.stock.left == 0 || count == 0 {
            return 0;
        }
        if self.uniform {
            return 1;
        }
        if !self.in_river() {
            return count;
        }
        match kind.def() {
            def if def.set != TileSet::River => 0,
            def if def.name == LAKE => u16::from(self.only_lake()),
            _ => count,
        }
    }

    /// The kinds that the next draw chooses from, with the number of tiles of each, by name.
    pub(super) fn weights(&self) -> impl Iterator<Item = (TileKind, u16)> {
        self.order.iter().map(|&kind| (kind, self.weight(kind))).filter(|&(_, weight)| weight > 0)
    }

    /// The kinds that the next draw chooses from.
    pub(super) fn kinds(&self) -> impl Iterator<Item = TileKind> {
        self.weights().map(|(kind, _)| kind)
    }

    /// The number of tiles that the next draw chooses from.
    pub(super) fn choices(&self) -> u32 {
        if self.stock.left == 0 || self.uniform || self.in_river() {
            return self.weights().map(|(_, weight)| u32::from(weight)).sum();
        }
        self.stock.tiles
    }

    /// The tile at index `choice`, laid out by name.
    pub(super) fn pick(&self, choice: u32) -> Option<TileKind> {
        let mut before = 0;
        let mut chosen = |weight: u16| {
            before += u32::from(weight);
            choice < before
        };
        let mut kinds = self.order.iter().copied();
        if self.stock.left == 0 || self.uniform || self.in_river() {
            kinds.find(|&kind| chosen(self.weight(kind)))
        } else {
            kinds.find(|&kind| chosen(self.unseen(kind)))
        }
    }

    /// Takes a tile out; `false` if it cannot be drawn now.
    pub(super) fn take(&mut self, kind: TileKind) -> bool {
        if self.weight(kind) == 0 {
            return false;
        }
        self.stock.left -= 1;
        if !self.uniform {
            self.stock.counts[kind.index()] -= 1;
            self.stock.tiles -= 1;
            self.stock.river -= u16::from(kind.def().set == TileSet::River);
        }
        true
    }

    /// Adds a draw to make up for a tile that was set aside, if any tile is held back.
    pub(super) fn replace(&mut self) {
        self.stock.left += usize::from(self.stock.tiles as usize > self.stock.left);
    }

    /// Returns a drawn tile to the bag.
    pub(super) fn put_back(&mut self, kind: TileKind) {
        self.stock.left += 1;
        if !self.uniform {
            self.stock.counts[kind.index()] += 1;
            self.stock.tiles += 1;
            self.stock.river += u16::from(kind.def().set == TileSet::River);
        }
    }
}

#[cfg(test)]
impl Bag {
    /// A state that no play leads to: draws are left, but no tiles.
    pub(super) fn lose_tiles(&mut self) {
        (self.stock.counts, self.stock.tiles) = ([0; TileKind::COUNT], 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(name: &str) -> TileKind {
        name.parse().unwrap()
    }

    #[test]
    fn the_base_bag_holds_71_tiles_laid_out_by_name() {
        let bag = Bag::new(&Ruleset::default(), 2, kind("CRFR"));
        assert_eq!((bag.left(), bag.choices()), (71, 71));
        assert_eq!(bag.pick(0), Some(kind("CCCCS")));
        assert_eq!(bag.pick(1), Some(kind("CCFC")));
        assert_eq!(bag.pick(70), Some(kind("RRRR")));
        assert_eq!(bag.pick(71), None);
    }

    #[test]
    fn the_river_comes_first_and_the_lake_last_of_it() {
        let rules = Ruleset { sets: vec![TileSet::Base, TileSet::River], ..Ruleset::default() };
        let mut bag = Bag::new(&rules, 2, kind("RV-source"));
        assert_eq!((bag.left(), bag.choices()), (83, 10));
        assert!(!bag.take(kind("RV-lake")));
        while bag.choices() > 1 || bag.pick(0) != Some(kind("RV-lake")) {
            let next = bag.pick(0).unwrap();
            assert!(bag.take(next));
        }
        assert!(bag.take(kind("RV-lake")));
        assert_eq!(bag.choices(), 72);
    }

    #[test]
    fn a_uniform_bag_never_runs_out_of_a_kind() {
        let rules = Ruleset::of(super::super::ruleset::Preset::Abbeys);
        let mut bag = Bag::new(&rules, 2, kind("CRFR"));
        for _ in 0..74 {
            assert_eq!(bag.choices(), 24);
            assert!(bag.take(kind("RRRR")));
        }
        assert_eq!((bag.choices(), bag.left()), (0, 0));
    }
}
