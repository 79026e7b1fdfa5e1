//! What a person lets others see.

use chrono::{DateTime, Utc};

use crate::UserId;

/// To whom a profile is shown. Its owner always sees it, and those whom a block separates from the owner never do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Visibility {
    #[default]
    Everybody,
    /// Those who share a game with its owner.
    Shared,
    Nobody,
}

impl Visibility {
    pub const ALL: [Self; 3] = [Self::Everybody, Self::Shared, Self::Nobody];

    /// The word in the database, in forms and in the API.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Everybody => "everybody",
            Self::Shared => "shared",
            Self::Nobody => "nobody",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|visible| visible.word() == word)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProfileSettings {
    pub visible: Visibility,
    /// Whether others can follow the person.
    pub followable: bool,
}

impl Default for ProfileSettings {
    fn default() -> Self {
        Self { visible: Visibility::Everybody, followable: true }
    }
}

/// A person who follows, or is followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowPerson {
    pub id: UserId,
    pub name: String,
    /// Since when.
    pub at: DateTime<Utc>,
}
