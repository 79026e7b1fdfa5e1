//! Moves: load, check seat and expected event, decide, append.

use super::{GameId, Service, StoreError, SubmissionKey};
use crate::account::UserId;
use crate::engine::Turn;

/// The number of the last event that the player saw when deciding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Expected(pub u32);

/// One sending of one form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// What the player saw.
    pub expected: Expected,
    /// What makes a second sending of the same form harmless.
    pub key: SubmissionKey,
}

/// The events that a submission brought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The number of the first.
    pub first: u32,
    /// The number of the last.
    pub last: u32,
}

/// Why a move was not stored.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The rules forbid it; a sentence for the player.
    #[error("{0}")]
    Refused(String),
    /// Something else has happened since the player looked.
    #[error("The game has gone on since you looked.")]
    Stale,
    /// Not a player of this game, or not to move.
    #[error("It is not your turn.")]
    NotYourSeat,
    /// No such game, or one that this person may not see, or one that has not begun.
    #[error("There is no such game.")]
    NoSuchGame,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Service {
    /// Plays a turn. The same submission sent twice succeeds twice and is stored once.
    pub async fn turn(
        &self,
        user: &UserId,
        game: &GameId,
        submission: &Submission,
        turn: Turn,
    ) -> Result<Played, PlayError> {
        todo!()
    }

    /// Gives up, also out of turn.
    pub async fn resign(
        &self,
        user: &UserId,
        game: &GameId,
        submission: &Submission,
    ) -> Result<Played, PlayError> {
        todo!()
    }
}
