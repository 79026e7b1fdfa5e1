//! What happens at a table, apart from the moves of its game.
//!
//! Events refer to users by id, since names change, and contain no secrets: the draw secret, the invite and the
//! players' salts are stored in separate columns. A log is permanent and may be shown to spectators, while the secrets
//! must stay hidden until the game is over, and the salts until it starts.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::settings::remaining_fields;
use crate::{ComputerLevel, GameId, Proposal, SeriesGame, Settings};
use account::UserId;
use engine::{SaltHash, Seat};

/// An entry in a table's event log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum TableEvent {
    /// Always the first event.
    Opened(Box<Opened>),
    /// A user took a seat.
    Joined {
        seat: Seat,
        user: UserId,
        /// The salt that the user will reveal; `None` if they add none to the draw. Public.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt_hash: Option<SaltHash>,
    },
    /// A user left before the start.
    Left { user: UserId },
    /// The opener invited a user by name.
    Invited { user: UserId },
    /// A user declined an invitation, or the seat reserved for them.
    Declined { user: UserId },
    /// The opener has listed a table that only invited people could join.
    MadePublic {},
    /// All seats are taken, and the game waits for salts. Nobody can join or leave any more.
    Filled {},
    /// The player revealed the salt that they had committed to.
    Revealed { seat: Seat },
    /// All seats are taken, and all salts are there or too late. The game has its own log.
    Started {},
    /// A player had the hint for the position after game event `n`.
    Hinted { seat: Seat, n: u32 },
    /// The player missed the turn that game event `n` ended, although they had played elsewhere since they missed another, less than a day
    /// before. Of other turns missed in a day only the first counts.
    MissedWhilePlaying { seat: Seat, n: u32 },
    /// A player asked the others to agree.
    Proposed { seat: Seat, proposal: Proposal },
    /// A player agreed to the proposal of table event `n`, or declined it.
    Answered { seat: Seat, n: u32, agrees: bool },
    /// Everybody has agreed to a pause.
    Paused { until: DateTime<Utc> },
    /// Everybody has agreed to the proposal of table event `n`, which is about the game: an event of its log says what happened.
    Agreed { n: u32 },
    /// A player gave so much time, in seconds, to the one who is to move.
    Gave { seat: Seat, to: Seat, seconds: u32 },
    /// A player ended a pause early.
    Resumed { seat: Seat },
    /// A user took over the seat of a player for whom a computer played, with event `n` of the game.
    SeatTaken { seat: Seat, user: UserId, n: u32 },
    /// An account took over everything a guest had at the table.
    Replaced { user: UserId, by: UserId },
    /// The table was closed before the start. Never stored: closing deletes the table and its log.
    Closed {},
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// `None` for an exhibition, which the server opens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opener: Option<UserId>,
    #[serde(flatten, deserialize_with = "remaining_fields")]
    pub settings: Settings,
    /// In playing order.
    pub seats: Vec<OpenedSeat>,
    /// The game that this table is a rematch of.
    pub rematch_of: Option<GameId>,
    /// The series that the game belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<SeriesGame>,
    /// The names of the players of a game from elsewhere, by seat; empty for the importer's own seat. `None`: it is played here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<Vec<String>>,
    /// Sort key in lists; see `Table::sort_key`.
    #[serde(rename = "place")]
    pub sort_key: i64,
}

/// A seat when its table is opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpenedSeat {
    Free,
    /// Held for this user, who is invited unless they opened the table.
    Reserved(UserId),
    Computer(ComputerLevel),
}

impl TableEvent {
    /// The users that the event names.
    pub fn users(&self) -> Vec<&UserId> {
        match self {
            Self::Opened(opened) => {
                opened.opener.iter().chain(opened.reserved().map(|(_, user)| user)).collect()
            }
            Self::Joined { user, .. }
            | Self::Left { user }
            | Self::Invited { user }
            | Self::Declined { user }
            | Self::SeatTaken { user, .. } => vec![user],
            Self::Replaced { user, by } => vec![user, by],
            Self::MadePublic {}
            | Self::Filled {}
            | Self::Revealed { .. }
            | Self::Started {}
            | Self::Hinted { .. }
            | Self::MissedWhilePlaying { .. }
            | Self::Proposed { .. }
            | Self::Answered { .. }
            | Self::Paused { .. }
            | Self::Agreed { .. }
            | Self::Gave { .. }
            | Self::Resumed { .. }
            | Self::Closed {} => Vec::new(),
        }
    }
}
