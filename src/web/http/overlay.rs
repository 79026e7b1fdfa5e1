//! What can be drawn over a board on request, as addresses name it. What it looks like is the pages' affair.

use std::fmt;

use enumset::{EnumSet, EnumSetType};

/// A switch of the board.
#[derive(Debug, Hash, EnumSetType)]
pub enum Overlay {
    /// What is new since the viewer's last visit: shown by itself unless a query says what is shown.
    Since,
    /// The tiles of the last round, numbered.
    LastRound,
    /// Whose roads, cities and cloisters are.
    Owners,
    /// Fields with their farmers, and the finished cities that they touch.
    Fields,
    /// Cells that no tile left can fill.
    Dead,
    /// Every empty cell a link to what may come there.
    Cells,
    /// Columns and rows.
    Coordinates,
    /// Tiles left, by kind.
    Tiles,
    /// Points if the game ended now.
    Projected,
    /// The map as a plane graph.
    Graph,
}

impl Overlay {
    /// All, in the order of the form.
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

    /// The word of the query.
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

/// Switches that are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Overlays(EnumSet<Overlay>);

impl Overlays {
    /// Whether a switch is on.
    pub fn has(self, overlay: Overlay) -> bool {
        self.0.contains(overlay)
    }

    /// With a switch on.
    #[must_use]
    pub fn with(self, overlay: Overlay) -> Self {
        Self(self.0 | overlay)
    }

    /// With a switch off.
    #[must_use]
    pub fn without(self, overlay: Overlay) -> Self {
        Self(self.0 - overlay)
    }

    /// The switches that words name, an empty one none; `Err` is a word that names none.
    pub fn of_words<'a>(words: impl Iterator<Item = &'a str>) -> Result<Self, &'a str> {
        words.into_iter().filter(|word| !word.is_empty()).try_fold(Self::default(), |on, word| {
            let known = Overlay::ALL.into_iter().find(|overlay| overlay.word() == word);
            known.map(|overlay| on.with(overlay)).ok_or(word)
        })
    }

    /// Whether any is on.
    pub fn any(self) -> bool {
        !self.0.is_empty()
    }
}

/// As a query: `show=owners&show=fields`, and `show=` for a board with nothing over it.
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
