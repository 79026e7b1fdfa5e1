//! Table settings.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::Invite;
use engine::Command;

/// How long players may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TimeControl {
    #[default]
    Unlimited,
    PerTurn {
        /// Within [`TimeControl::DAYS`].
        days: u8,
    },
}

impl TimeControl {
    /// What a new table may choose.
    pub const DAYS: std::ops::RangeInclusive<u8> = 1..=14;

    /// `None` is unlimited.
    pub fn of_days(days: Option<u8>) -> Self {
        days.map_or(Self::Unlimited, |days| Self::PerTurn { days })
    }

    /// How many days players without a clock have to reveal their salts.
    pub const REVEAL_DAYS: u8 = 3;

    /// When the game starts without missing salts, if all seats were taken at `since`: after the time for one move.
    pub fn reveal_until(self, since: DateTime<Utc>) -> DateTime<Utc> {
        since + TimeDelta::days(self.days().unwrap_or(Self::REVEAL_DAYS).into())
    }

    /// Days per turn; `None` if unlimited.
    pub const fn days(self) -> Option<u8> {
        match self {
            Self::Unlimited => None,
            Self::PerTurn { days } => Some(days),
        }
    }

    /// When a turn that began at `since` times out.
    pub fn deadline(self, since: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.days().map(|days| since + TimeDelta::days(days.into()))
    }
}

/// What happens when a turn times out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissedTurns {
    /// The turn is skipped. Three in a row cost the seat.
    #[default]
    Skip,
}

impl MissedTurns {
    /// The game command that enforces it.
    pub const fn command(self) -> Command {
        match self {
            Self::Skip => Command::Miss,
        }
    }
}

/// Who may see a table and join it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visibility {
    Public,
    /// Those with the invite link.
    Invited(Invite),
}
