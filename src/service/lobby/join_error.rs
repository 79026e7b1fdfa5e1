//! Why somebody has not taken a seat.

use crate::{Denied, StoreError};
use table::{JoinRefusal, RatingRange, Reliability, RequiredReliability};

#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// No such table, or not visible to this user.
    #[error("no-such-table")]
    NoSuchGame,
    #[error("table-full")]
    Full,
    /// All free seats are reserved for others.
    #[error("seats-reserved")]
    Reserved,
    #[error("already-seated")]
    AlreadyIn,
    /// Guests can only play the computer.
    #[error("account-needed")]
    Guest,
    /// The user is a bot, and bots may not sit at the table.
    #[error("bots-not-allowed")]
    Bot,
    /// The game is rated among bots, and the user is a person.
    #[error("for-bots")]
    ForBots,
    /// The table asks for more reliable players.
    #[error("too-unreliable")]
    Unreliable { least: u8, yours: u8 },
    /// The table asks for players who have played enough to tell how reliable they are.
    #[error("newcomer")]
    Newcomer,
    /// The table asks for players of other ratings.
    #[error("rating-outside-range")]
    Rating {
        range: RatingRange,
        /// In points as pages show them.
        yours: i64,
    },
    /// The user, or somebody at the table, has blocked the other.
    #[error("blocked")]
    Blocked,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl JoinError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchGame => "no-such-game",
            Self::Full => "table-full",
            Self::Reserved => "seats-reserved",
            Self::AlreadyIn => "already-seated",
            Self::Guest => "guest",
            Self::Bot => "bots-not-allowed",
            Self::ForBots => "for-bots",
            Self::Unreliable { .. } => "too-unreliable",
            Self::Newcomer => "newcomer",
            Self::Rating { .. } => "rating-outside-range",
            Self::Blocked => "blocked",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }

    /// Of a user with this reliability, which is not enough.
    pub const fn unreliable(required: RequiredReliability, reliability: Reliability) -> Self {
        match reliability {
            Reliability::New => Self::Newcomer,
            Reliability::Percent(yours) => Self::Unreliable { least: required.percent, yours },
        }
    }
}

impl From<JoinRefusal> for JoinError {
    fn from(refusal: JoinRefusal) -> Self {
        match refusal {
            JoinRefusal::AlreadyIn => Self::AlreadyIn,
            JoinRefusal::Full => Self::Full,
            JoinRefusal::Reserved => Self::Reserved,
            JoinRefusal::Bot => Self::Bot,
            JoinRefusal::ForBots => Self::ForBots,
        }
    }
}
