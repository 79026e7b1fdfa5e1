//! Tables before the game: opening, joining, leaving. The game begins by itself when the last seat is taken.
//!
//! Opening a table publishes its commitment and seats nobody, the opener included: whoever plays joins afterwards,
//! with a salt that the host cannot have known when the draw secret was made.

use super::{GameId, Invite, Service, StoreError};
use crate::account::UserId;
use crate::engine::{Ruleset, Seat};

/// The most bytes of a salt.
pub const SALT_LONGEST: usize = 200;

/// What a new table is to be.
#[derive(Clone, Debug)]
pub struct Opening {
    /// What is played.
    pub rules: Ruleset,
    /// How many seats, 2 to what the rules allow.
    pub seats: u8,
    /// Which of them the computer takes; at least one is left for a person.
    pub computer: Vec<Seat>,
    /// Open to all; otherwise by a secret link.
    pub public: bool,
    /// Days that each move may take, 1 to 14; `None` without a clock.
    pub clock_days: Option<u8>,
}

/// Why no table was opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The wish cannot be granted; a sentence for the player.
    #[error("{0}")]
    Refused(String),
    /// One person may have so many tables waiting.
    #[error("You have {0} tables waiting for players. Close one before you open another.")]
    TooMany(u32),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why somebody got no seat.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// No such table, or one that this person may not see.
    #[error("There is no such table.")]
    NoSuchGame,
    /// The game has begun.
    #[error("The last seat has just been taken.")]
    Full,
    /// Already seated.
    #[error("You sit at this table already.")]
    AlreadyIn,
    /// The salt is too long.
    #[error("Your words for the draw may have {SALT_LONGEST} bytes at most.")]
    Salt,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why somebody could not get up, or close a table.
#[derive(Debug, thiserror::Error)]
pub enum LeaveError {
    /// No such table, or one that this person may not see.
    #[error("There is no such table.")]
    NoSuchGame,
    /// Not seated here, or (closing) not the one who opened the table.
    #[error("You do not sit at this table.")]
    NotIn,
    /// The game has begun: one can only resign.
    #[error("The game has begun.")]
    Begun,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Service {
    /// Opens a table; nobody is seated yet.
    pub async fn open_table(&self, user: &UserId, opening: &Opening) -> Result<GameId, OpenError> {
        todo!()
    }

    /// Takes the next free seat, with a salt for the draw (random if empty). Private tables want their invitation,
    /// except from whoever opened them. Tells the seat; with the last one the game has begun.
    pub async fn join(
        &self,
        user: &UserId,
        game: &GameId,
        invite: Option<&Invite>,
        salt: &str,
    ) -> Result<Seat, JoinError> {
        todo!()
    }

    /// Gets up again before the game has begun.
    pub async fn leave(&self, user: &UserId, game: &GameId) -> Result<(), LeaveError> {
        todo!()
    }

    /// Removes a table that has not begun; only whoever opened it may.
    pub async fn close_table(&self, user: &UserId, game: &GameId) -> Result<(), LeaveError> {
        todo!()
    }
}
