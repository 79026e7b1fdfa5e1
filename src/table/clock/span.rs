//! The stretches of time that a game waited for its players.

use chrono::{DateTime, Utc};
use engine::Seat;

/// A stretch of time in which a game waited for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub seat: Seat,
    pub from: DateTime<Utc>,
    pub until: DateTime<Utc>,
    pub end: SpanEnd,
    /// The number of the event that ended it.
    pub n: u32,
}

/// What ended a stretch of waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanEnd {
    /// The turn was played.
    Played,
    /// The turn was planned, and played when it began.
    Planned,
    /// The turn timed out and was skipped.
    Missed,
    /// A computer took over for the player, or the player came back.
    HandedOver,
    /// Somebody took over the seat that waited for that, or its player came back. What it waited counts for nobody.
    Offered,
    /// A computer played the turn for the player.
    Substituted,
    /// The game went back to event `to`.
    TakenBack { to: u32 },
    /// An administrator took back a time-out: the game went back to event `to`, and the turn begins again.
    TimeOutTakenBack { to: u32 },
    /// The seat left the game.
    Left,
}
