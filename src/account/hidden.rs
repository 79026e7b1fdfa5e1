//! People whom a user does not want to meet.

use chrono::{DateTime, Utc};

use crate::UserId;

/// How far another person is kept away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hidden {
    /// The user does not see what the other writes.
    Muted,
    /// Neither sees what the other writes, and they don't meet at new tables.
    Blocked,
}

impl Hidden {
    pub const ALL: [Self; 2] = [Self::Muted, Self::Blocked];

    /// The word in the database, in forms and in the API.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Muted => "muted",
            Self::Blocked => "blocked",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|hidden| hidden.word() == word)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenPerson {
    pub id: UserId,
    pub name: String,
    pub why: Hidden,
    pub at: DateTime<Utc>,
}
