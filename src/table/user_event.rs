//! What has happened to a user, for programs, numbered for each user.

use chrono::{DateTime, Utc};

use crate::{GameId, NotificationKind, WaitingKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UserEventKind {
    /// Something waits for the user.
    Waits(WaitingKind),
    Notified(NotificationKind),
}

impl UserEventKind {
    /// The word in the database and in what programs read.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Waits(kind) => kind.word(),
            Self::Notified(kind) => kind.word(),
        }
    }

    /// Inverse of [`Self::word`].
    pub fn parse(word: &str) -> Option<Self> {
        WaitingKind::parse(word)
            .map(Self::Waits)
            .or_else(|| NotificationKind::parse(word).map(Self::Notified))
    }
}

/// Something that happened to a user. Sorts in the order in which it happened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UserEvent {
    pub at: DateTime<Utc>,
    pub game: GameId,
    pub kind: UserEventKind,
    /// The number of an event in the log that the kind belongs to; of a turn, of the event before it.
    pub n: u32,
}

/// An event with its number, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedEvent {
    pub number: u64,
    pub event: UserEvent,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_a_word_of_its_own() {
        let waits = WaitingKind::ALL.map(UserEventKind::Waits);
        let notified = NotificationKind::ALL.map(UserEventKind::Notified);
        for kind in waits.into_iter().chain(notified) {
            assert_eq!(UserEventKind::parse(kind.word()), Some(kind));
        }
    }
}
