//! What happens at a table, beside its game.
//!
//! Events name users by their ids, since names change, and hold no secrets: the draw secret, the invitation and what players
//! add to the draw stay in columns of their own. A log may be shown to those who watch a table, and it remembers for ever; the
//! secrets are for nobody before the game is over, and what somebody has added is removed when they leave.

use serde::{Deserialize, Serialize};

use crate::account::UserId;
use crate::engine::{Ruleset, Seat};
use crate::table::{Aids, GameId, Level, MissedTurns, TimeControl};

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum TableEvent {
    /// The table was opened: the first event of every log.
    Opened(Box<Opened>),
    /// A user took a seat.
    Joined {
        /// Which.
        seat: Seat,
        /// The user.
        user: UserId,
    },
    /// A user left before the start.
    Left {
        /// The user.
        user: UserId,
    },
    /// All seats are taken, and the game starts. What happens in it is in the game's own log.
    Started {},
    /// An account took over all that a guest had at the table.
    Replaced {
        /// The guest.
        user: UserId,
        /// The account.
        by: UserId,
    },
    /// The table was closed before the start. No stored log has it: the table is deleted, and the log with it.
    Closed {},
}

/// How a table was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    /// Who opened it.
    pub opener: UserId,
    /// What is played.
    #[serde(with = "stored_rules")]
    pub rules: Ruleset,
    /// Points at the start, a seat each; empty if nobody has any.
    pub handicaps: Vec<i32>,
    /// The seats in their order.
    pub seats: Vec<OpenedSeat>,
    /// Whether everybody may see it; otherwise it has an invitation.
    pub public: bool,
    /// How long players may think.
    pub time_control: TimeControl,
    /// What becomes of a turn whose time ran out.
    pub missed_turns: MissedTurns,
    /// The player aids while the game is in progress.
    pub aids: Aids,
    /// The game of which it is the rematch.
    pub rematch_of: Option<GameId>,
    /// Its place in lists.
    pub place: i64,
}

/// A seat of a table that was just opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpenedSeat {
    /// For anybody.
    Free,
    /// For this user only.
    Reserved(UserId),
    /// Taken by a computer player.
    Computer(Level),
}

/// Rules with the version of their form and with every parameter, so that a later change of the rule book changes no table.
mod stored_rules {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::Value;

    use crate::engine::Ruleset;

    #[derive(Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Stored {
        version: u32,
        parameters: Value,
    }

    pub fn serialize<S: Serializer>(rules: &Ruleset, serializer: S) -> Result<S::Ok, S::Error> {
        let parameters = serde_json::from_str(&rules.to_stored_json()).map_err(serde::ser::Error::custom)?;
        Stored { version: Ruleset::STORED_VERSION, parameters }.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Ruleset, D::Error> {
        let Stored { version, parameters } = Stored::deserialize(deserializer)?;
        Ruleset::from_stored(version, &parameters.to_string()).map_err(D::Error::custom)
    }
}
