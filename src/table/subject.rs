//! What jobs are about, as stored. Apart from the jobs, so that their subjects don't depend on them.

use crate::{GameId, Month};
use account::{ChallengeId, OfferId, UserId};

pub trait Subject: Sized {
    fn payload(&self) -> String;

    /// Inverse of `payload`.
    fn parse(payload: &str) -> Option<Self>;

    /// The key of the job of this kind.
    fn key(&self, kind: &str) -> String {
        format!("{kind}/{}", self.payload())
    }
}

macro_rules! ids {
    ($($id:ty)*) => {
        $(impl Subject for $id {
            fn payload(&self) -> String {
                self.to_string()
            }

            fn parse(payload: &str) -> Option<Self> {
                Self::parse(payload)
            }
        })*
    };
}

ids!(GameId UserId OfferId ChallengeId);

impl Subject for Month {
    fn payload(&self) -> String {
        self.to_string()
    }

    fn parse(payload: &str) -> Option<Self> {
        payload.parse().ok()
    }
}

/// All games after this one, or all: each part goes on where the one before has stopped.
impl Subject for Option<GameId> {
    fn payload(&self) -> String {
        self.as_ref().map_or_else(String::new, GameId::to_string)
    }

    fn parse(payload: &str) -> Option<Self> {
        if payload.is_empty() { Some(None) } else { GameId::parse(payload).map(Some) }
    }

    fn key(&self, kind: &str) -> String {
        kind.to_owned()
    }
}
