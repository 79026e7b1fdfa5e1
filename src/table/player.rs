//! Players at a table.

use serde::{Deserialize, Serialize};

use crate::account::UserId;
use crate::table::Lane;

/// A user as the table sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub id: UserId,
    /// The current user name.
    pub name: String,
}

/// The strength of a computer player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Picks the turn with the best immediate result.
    #[default]
    Greedy,
}

impl Level {
    pub const ALL: [Self; 1] = [Self::Greedy];

    /// The word used in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
        }
    }

    /// Where its turns are computed.
    pub const fn lane(self) -> Lane {
        match self {
            Self::Greedy => Lane::Quick,
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.word() == word)
    }
}

/// The occupant of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    User(Person),
    Computer(Level),
}

impl Player {
    /// The name in game records. Pages use a translated word for the computer.
    pub fn name(&self) -> &str {
        match self {
            Self::User(person) => &person.name,
            Self::Computer(_) => "Computer",
        }
    }

    pub const fn person(&self) -> Option<&Person> {
        match self {
            Self::User(person) => Some(person),
            Self::Computer(_) => None,
        }
    }

    /// The level of a computer player; `None` for a user.
    pub const fn level(&self) -> Option<Level> {
        match self {
            Self::User(_) => None,
            Self::Computer(level) => Some(*level),
        }
    }

    pub const fn user(&self) -> Option<&UserId> {
        match self {
            Self::User(person) => Some(&person.id),
            Self::Computer(_) => None,
        }
    }
}
