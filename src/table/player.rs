//! Players at a table.

use crate::ComputerLevel;
use account::{Maker, UserId};

/// A user as the table sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub id: UserId,
    /// The current user name.
    pub name: String,
    /// Who made the account, if a program plays with it.
    pub bot_of: Option<Maker>,
}

impl Person {
    /// Not a bot.
    pub const fn human(id: UserId, name: String) -> Self {
        Self { id, name, bot_of: None }
    }

    pub const fn is_bot(&self) -> bool {
        self.bot_of.is_some()
    }
}

/// The occupant of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    User(Person),
    Computer(ComputerLevel),
}

impl Player {
    /// The name in game records. Pages use a translated word for the computer.
    pub fn name(&self) -> &str {
        match self {
            Self::User(person) => &person.name,
            Self::Computer(level) => level.name(),
        }
    }

    pub const fn person(&self) -> Option<&Person> {
        match self {
            Self::User(person) => Some(person),
            Self::Computer(_) => None,
        }
    }

    /// The level of a computer player; `None` for a user.
    pub const fn level(&self) -> Option<ComputerLevel> {
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
