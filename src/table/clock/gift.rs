//! Time that players give each other.

use chrono::{DateTime, TimeDelta, Utc};
use engine::Seat;
use serde::{Deserialize, Serialize};

/// Time for the turn of another player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gift {
    /// Who got it.
    pub seat: Seat,
    pub at: DateTime<Utc>,
    /// If the clock had run out, what is left from then on.
    pub seconds: u32,
}

impl Gift {
    pub(super) fn length(self) -> TimeDelta {
        TimeDelta::seconds(self.seconds.into())
    }
}
