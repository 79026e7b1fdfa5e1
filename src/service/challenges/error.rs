//! Why a challenge is not made or answered.

use crate::{Denied, StoreError, Throttled};
use account::ChallengeId;
use table::ChallengeRefusal;

#[derive(Debug, thiserror::Error)]
pub enum ChallengeError {
    /// No such challenge, or one of others.
    #[error("no-such-challenge")]
    NoSuchChallenge,
    /// No such account. Guests cannot be challenged, and are not told apart from unknown players.
    #[error("no-such-player")]
    NoSuchPlayer,
    /// Guests can only play the computer.
    #[error("account-needed")]
    Guest,
    /// One of the two has blocked the other.
    #[error("blocked")]
    Blocked,
    /// The other one can't join tables for now.
    #[error("player-unavailable")]
    Unavailable,
    /// The user's limit of open challenges.
    #[error("too-many-challenges")]
    TooMany(u32),
    /// The two have an open challenge.
    #[error("challenge-exists")]
    Exists(ChallengeId),
    #[error(transparent)]
    Refused(#[from] ChallengeRefusal),
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ChallengeError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchChallenge => "no-such-challenge",
            Self::NoSuchPlayer => "no-such-player",
            Self::Guest => "guest",
            Self::Blocked => "blocked",
            Self::Unavailable => "player-unavailable",
            Self::TooMany(_) => "too-many-challenges",
            Self::Exists(_) => "challenge-exists",
            Self::Refused(why) => why.code(),
            Self::Throttled(why) => why.code(),
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}
