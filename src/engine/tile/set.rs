//! The base game and its expansions.

use serde::{Deserialize, Serialize};

/// A set of tiles: the base game, or an expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TileSet {
    /// The 72 tiles of the base game.
    Base,
    /// The River.
    River,
    /// Inns & Cathedrals.
    Inns,
    /// Traders & Builders.
    Traders,
    /// King & Scout.
    King,
}

impl TileSet {
    pub const ALL: [Self; 5] = [Self::Base, Self::River, Self::Inns, Self::Traders, Self::King];

    /// The word of the record.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::River => "river",
            Self::Inns => "inns",
            Self::Traders => "traders",
            Self::King => "king",
        }
    }
}
