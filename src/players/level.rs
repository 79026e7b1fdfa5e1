//! Eight strengths for people to play against.

use super::{Choice, Method, Player};
use crate::engine::Position;

/// The strength of a computer player, from 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The weakest first.
    pub const ALL: [Self; 8] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8)];

    /// `None` unless the number is from 1 to 8.
    pub const fn new(number: u8) -> Option<Self> {
        if matches!(number, 1..=8) { Some(Self(number)) } else { None }
    }

    pub const fn number(self) -> u8 {
        self.0
    }

    pub const fn player(self) -> Player {
        Player::new(Method::Level(self))
    }

    /// What this level does.
    const fn method(self) -> Method {
        match self.0 {
            1..=3 => Method::Greedy,
            4 | 5 => Method::Counting,
            6 => Method::Search { work: 5_000 },
            7 => Method::Search { work: 30_000 },
            _ => Method::Search { work: 180_000 },
        }
    }
}

/// The choice of a level; `player` has the seed.
pub(super) fn think(
    position: &Position,
    level: Level,
    player: &Player,
    spent: &mut dyn FnMut() -> f64,
) -> Choice {
    Player { method: level.method(), ..*player }.think(position, spent)
}
