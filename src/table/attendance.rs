//! What games say about how reliably people play in time.

use chrono::{DateTime, Utc};

use crate::GameId;
use account::UserId;

/// What an event of a game says about a player.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Attendance {
    /// The number of the event.
    pub n: u32,
    pub user: UserId,
    pub kind: AttendanceKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AttendanceKind {
    /// The game is over, and the player has played so many turns in time, at least one.
    Played(u32),
    /// The player has missed a turn.
    Missed,
    /// The same, although the player had played elsewhere since another was missed less than a day before.
    MissedWhilePlaying,
    /// The game was called off, and what the player has missed in it does not count.
    CalledOff,
}

impl AttendanceKind {
    /// The word used in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Played(_) => "played",
            Self::Missed => "missed",
            Self::MissedWhilePlaying => "missed_while_playing",
            Self::CalledOff => "called_off",
        }
    }

    /// How many turns it is about.
    pub const fn turns(self) -> u32 {
        match self {
            Self::Played(turns) => turns,
            Self::Missed | Self::MissedWhilePlaying => 1,
            Self::CalledOff => 0,
        }
    }

    pub fn parse(word: &str, turns: u32) -> Option<Self> {
        [Self::Played(turns), Self::Missed, Self::MissedWhilePlaying, Self::CalledOff]
            .into_iter()
            .find(|kind| kind.word() == word)
    }

    pub const fn is_missed(self) -> bool {
        matches!(self, Self::Missed | Self::MissedWhilePlaying)
    }
}

/// An entry of a person's record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttendanceEntry {
    pub game: GameId,
    pub at: DateTime<Utc>,
    pub kind: AttendanceKind,
}
