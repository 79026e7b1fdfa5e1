//! The queries of pages that show a turn.

use std::fmt;

use analysis::Depth;
use engine::{Cell, Follower, Rotation, TileKind};

/// An unconfirmed turn: the query of a preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draft {
    pub tile: TileKind,
    pub position: Cell,
    /// `None` for the first rotation that fits.
    pub rotation: Option<Rotation>,
    pub follower: Option<Follower>,
}

/// As a query string. None of its characters needs escaping.
impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tile={}&x={}&y={}", self.tile, self.position.x, self.position.y)?;
        if let Some(rotation) = self.rotation {
            write!(f, "&rotation={}", rotation.quarters())?;
        }
        if let Some(follower) = self.follower {
            write!(f, "&follower={}@{}", follower.kind.word(), follower.on)?;
        }
        Ok(())
    }
}

/// How a turn of an analysis is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnQuery {
    pub depth: Depth,
    /// Which of the best turns is on the board, from 1; `None` for the best that was not played.
    pub shown: Option<usize>,
    /// Whether the board says what each feature is worth.
    pub worth: bool,
}

impl TurnQuery {
    pub const fn of(depth: Depth) -> Self {
        Self { depth, shown: None, worth: false }
    }
}

impl fmt::Display for TurnQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "?";
        let mut next = || std::mem::replace(&mut before, "&");
        if self.depth != Depth::Quick {
            write!(f, "{}depth={}", next(), self.depth.word())?;
        }
        if let Some(shown) = self.shown {
            write!(f, "{}turn={shown}", next())?;
        }
        if self.worth {
            write!(f, "{}show=worth", next())?;
        }
        Ok(())
    }
}
