//! What happens at a table, beside its game.

use crate::account::UserId;
use crate::engine::{Header, Seat};

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableEvent {
    /// A user took a seat.
    Joined {
        /// Which.
        seat: Seat,
        /// The user.
        user: UserId,
        /// What the user adds to the draw secret.
        salt: String,
    },
    /// A user left before the start.
    Left {
        /// The user.
        user: UserId,
    },
    /// All seats are taken, and the game starts.
    Started {
        /// The first line of its record.
        header: Box<Header>,
    },
    /// The table was closed before the start; nothing stays of it.
    Closed,
}
