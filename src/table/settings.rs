//! What a table is set to when it is opened.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::engine::Command;
use crate::table::Invite;

/// How long players may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TimeControl {
    /// As long as they like.
    #[default]
    Unlimited,
    /// So many days for each turn.
    PerTurn {
        /// 1 to 14.
        days: u8,
    },
}

impl TimeControl {
    /// The days of a turn that a table may be opened with.
    pub const DAYS: std::ops::RangeInclusive<u8> = 1..=14;

    /// So many days for each turn; unlimited without a number.
    pub fn of_days(days: Option<u8>) -> Self {
        days.map_or(Self::Unlimited, |days| Self::PerTurn { days })
    }

    /// The days of a turn; `None` if they are unlimited.
    pub const fn days(self) -> Option<u8> {
        match self {
            Self::Unlimited => None,
            Self::PerTurn { days } => Some(days),
        }
    }

    /// When a turn times out that has begun at `since`.
    pub fn deadline(self, since: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.days().map(|days| since + TimeDelta::days(days.into()))
    }
}

/// What becomes of a turn whose time ran out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissedTurns {
    /// It is skipped. The third in a row costs the seat.
    #[default]
    Skip,
}

impl MissedTurns {
    /// What is asked of the game then.
    pub const fn command(self) -> Command {
        match self {
            Self::Skip => Command::Miss,
        }
    }
}

/// Who may see a table and sit down at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Everybody.
    Public,
    /// Those who were given the link.
    Invited(Invite),
}
