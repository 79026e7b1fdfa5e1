//! The edges of tiles.

use serde::Serialize;

/// What a side of a tile shows. Sides that touch must show the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Edge {
    /// `C`
    City = 1,
    /// `R`
    Road = 2,
    /// `F`
    Field = 3,
    /// `V`
    River = 4,
}

impl Edge {
    /// The letter in the names of kinds.
    pub const fn letter(self) -> char {
        match self {
            Self::City => 'C',
            Self::Road => 'R',
            Self::Field => 'F',
            Self::River => 'V',
        }
    }

    /// The word for players.
    pub const fn word(self) -> &'static str {
        match self {
            Self::City => "city",
            Self::Road => "road",
            Self::Field => "field",
            Self::River => "river",
        }
    }
}
