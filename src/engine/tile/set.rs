//! The base game and its expansions.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TileSet {
    /// The 72 tiles of the base game.
    Base,
    River,
    Inns,
    Traders,
    King,
}

impl TileSet {
    pub const ALL: [Self; 5] = [Self::Base, Self::River, Self::Inns, Self::Traders, Self::King];

    /// The name in records.
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
