//! Filters, order and pages of lists of tables.

use std::time::Duration;

use crate::{Status, Table};
use engine::{Preset, TileSet};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub status: Option<Status>,
    /// The name of a player who must have a seat.
    pub player: Option<String>,
    pub preset: Option<Preset>,
    pub expansions: Option<Expansions>,
    /// By opening time; otherwise newest first.
    pub oldest_first: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expansions {
    /// The base game only.
    None,
    /// This one, alone or with others.
    With(TileSet),
}

impl Expansions {
    /// The choices of a filter.
    pub const ALL: [Self; TileSet::ALL.len()] = [
        Self::None,
        Self::With(TileSet::River),
        Self::With(TileSet::Inns),
        Self::With(TileSet::Traders),
        Self::With(TileSet::King),
    ];

    /// In URLs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::With(set) => set.word(),
        }
    }

    /// Whether a table with these sets of tiles has them.
    pub fn admits(self, sets: &[TileSet]) -> bool {
        match self {
            // A table can have several base sets.
            Self::None => sets.iter().all(|&set| set == TileSet::Base),
            Self::With(set) => sets.contains(&set),
        }
    }
}

impl Filter {
    /// Whether it depends on the rules of a table.
    pub const fn has_rules(&self) -> bool {
        self.preset.is_some() || self.expansions.is_some()
    }

    /// Whether it admits tables with this preset and these sets of tiles.
    pub fn admits(&self, preset: Preset, sets: &[TileSet]) -> bool {
        self.preset.is_none_or(|wanted| wanted == preset)
            && self.expansions.is_none_or(|wanted| wanted.admits(sets))
    }
}

/// Where a page starts: a table's [`Table::sort_key`], which the page does not include.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cursor {
    /// The page after this sort key.
    After(i64),
    /// The page that ends before this sort key.
    Before(i64),
}

/// A page of a list.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// In searches for two players and for rules, pages before the last may have fewer than others.
    pub games: Vec<Table>,
    /// `None` on the first page.
    pub previous: Option<Cursor>,
    /// `None` on the last page.
    pub next: Option<Cursor>,
    /// How old it may be; `None` if it was read from the database itself.
    pub age: Option<Duration>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_admits_presets_and_expansions() {
        let any = Filter::default();
        let base = Filter { expansions: Some(Expansions::None), ..Filter::default() };
        let river = Filter { expansions: Some(Expansions::With(TileSet::River)), ..Filter::default() };
        let abbeys = Filter { preset: Some(Preset::Abbeys), ..Filter::default() };
        let (plain, rich) = ([TileSet::Base; 2], [TileSet::Base, TileSet::River, TileSet::Inns]);
        let admits =
            |filter: &Filter| [filter.admits(Preset::Modern, &plain), filter.admits(Preset::Abbeys, &rich)];
        assert_eq!([admits(&any), admits(&base)], [[true, true], [true, false]]);
        assert_eq!([admits(&river), admits(&abbeys)], [[false, true], [false, true]]);
    }
}
