//! Who sits at a table.

use serde::{Deserialize, Serialize};

use crate::account::UserId;

/// A user at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The account.
    pub id: UserId,
    /// Its user name.
    pub name: String,
}

/// How well a computer player plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Takes the best turn by what it leads to at once.
    #[default]
    Greedy,
}

impl Level {
    /// All levels.
    pub const ALL: [Self; 1] = [Self::Greedy];

    /// The word of the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
        }
    }

    /// The level of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.word() == word)
    }
}

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A user.
    User(Person),
    /// A computer player.
    Computer(Level),
}

impl Player {
    /// The name in game records. Pages have their own word for the computer.
    pub fn name(&self) -> &str {
        match self {
            Self::User(person) => &person.name,
            Self::Computer(_) => "Computer",
        }
    }

    /// The user, if it is one.
    pub const fn person(&self) -> Option<&Person> {
        match self {
            Self::User(person) => Some(person),
            Self::Computer(_) => None,
        }
    }

    /// How well a computer player plays.
    pub const fn level(&self) -> Option<Level> {
        match self {
            Self::User(_) => None,
            Self::Computer(level) => Some(*level),
        }
    }

    /// The account of a user.
    pub const fn user(&self) -> Option<&UserId> {
        match self {
            Self::User(person) => Some(&person.id),
            Self::Computer(_) => None,
        }
    }
}
