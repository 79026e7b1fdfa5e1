//! Board overlays as query strings name them. How they look is up to the pages.

use std::fmt;

use enumset::{EnumSet, EnumSetType};

/// A switch above the board.
#[derive(Debug, Hash, EnumSetType)]
pub enum Overlay {
    /// What is new since the viewer's last visit. Shown by default, unless the query names overlays.
    Since,
    /// The tiles of the last round, numbered.
    LastRound,
    /// Who owns roads, cities and cloisters.
    Owners,
    /// Fields with their farmers, and the finished cities they touch.
    Fields,
    /// Cells that none of the remaining tiles can fill.
    Dead,
    /// Every empty cell as a link to what may be placed there.
    Cells,
    /// Labels of columns and rows.
    Coordinates,
    /// Remaining tiles by kind.
    Tiles,
    /// Everybody's points if the game ended now.
    Projected,
    /// The map as a planar graph.
    Graph,
}

impl Overlay {
    /// In the order of the form.
    pub const ALL: [Self; 10] = [
        Self::Since,
        Self::LastRound,
        Self::Owners,
        Self::Fields,
        Self::Dead,
        Self::Cells,
        Self::Coordinates,
        Self::Tiles,
        Self::Projected,
        Self::Graph,
    ];

    /// The name in query strings.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Since => "since",
            Self::LastRound => "last",
            Self::Owners => "owners",
            Self::Fields => "fields",
            Self::Dead => "dead",
            Self::Cells => "cells",
            Self::Coordinates => "coordinates",
            Self::Tiles => "tiles",
            Self::Projected => "projected",
            Self::Graph => "graph",
        }
    }
}

/// A tab of the rail beside a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tab {
    /// The placements, what is new, and the last turns.
    #[default]
    Moves,
    /// Remaining tiles by kind.
    Tiles,
    /// What the players, or the spectators, say.
    Talk,
    /// The rules of the table.
    Rules,
    /// The board as a list of features.
    Features,
}

impl Tab {
    const ALL: [Self; 5] = [Self::Moves, Self::Tiles, Self::Talk, Self::Rules, Self::Features];
    /// Those with a place of their own in the rail. The tab with the moves leads to the others.
    pub const BAR: [Self; 4] = [Self::Moves, Self::Tiles, Self::Talk, Self::Rules];

    /// The name in query strings.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Tiles => "tiles",
            Self::Talk => "talk",
            Self::Rules => "rules",
            Self::Features => "features",
        }
    }

    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tab| tab.word() == word)
    }
}

/// The switches that are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Overlays(EnumSet<Overlay>);

impl Overlays {
    pub fn has(self, overlay: Overlay) -> bool {
        self.0.contains(overlay)
    }

    #[must_use]
    pub fn with(self, overlay: Overlay) -> Self {
        Self(self.0 | overlay)
    }

    #[must_use]
    pub fn without(self, overlay: Overlay) -> Self {
        Self(self.0 - overlay)
    }

    #[must_use]
    pub fn toggled(self, overlay: Overlay) -> Self {
        if self.has(overlay) { self.without(overlay) } else { self.with(overlay) }
    }

    /// Reads overlay names, ignoring empty ones; `Err` holds the first unknown name.
    pub fn of_words<'a>(words: impl Iterator<Item = &'a str>) -> Result<Self, &'a str> {
        words.into_iter().filter(|word| !word.is_empty()).try_fold(Self::default(), |on, word| {
            let known = Overlay::ALL.into_iter().find(|overlay| overlay.word() == word);
            known.map(|overlay| on.with(overlay)).ok_or(word)
        })
    }

    pub fn any(self) -> bool {
        !self.0.is_empty()
    }
}

/// As a query string: `show=owners&show=fields`, or `show=` for a plain board.
impl fmt::Display for Overlays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.any() {
            return f.write_str("show=");
        }
        for (i, overlay) in self.0.iter().enumerate() {
            write!(f, "{}show={}", if i > 0 { "&" } else { "" }, overlay.word())?;
        }
        Ok(())
    }
}
