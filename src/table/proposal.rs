//! What the players of a game agree on: so far a pause.

use chrono::{DateTime, TimeDelta, Utc};
use engine::Seat;
use serde::{Deserialize, Serialize};

use crate::Period;

/// What a player asks the others for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// All clocks stand until then.
    Pause { until: DateTime<Utc> },
}

/// What has been proposed and agreed on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreements {
    open: Option<OpenProposal>,
    /// In order, and apart.
    pauses: Vec<Period>,
}

/// A proposal that not everybody has answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenProposal {
    /// The number of its event.
    pub n: u32,
    pub by: Seat,
    pub at: DateTime<Utc>,
    pub proposal: Proposal,
    /// The seats that agree, the one that asked included.
    pub agreed: Vec<Seat>,
}

impl OpenProposal {
    /// How long a proposal waits for answers.
    pub const LIFE: TimeDelta = TimeDelta::days(3);
}

impl Agreements {
    pub fn pauses(&self) -> &[Period] {
        &self.pauses
    }

    /// The proposal that waits for answers.
    pub fn open(&self, now: DateTime<Utc>) -> Option<&OpenProposal> {
        self.open.as_ref().filter(|open| now < open.at + OpenProposal::LIFE)
    }

    /// Until when the game is paused.
    pub fn paused(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.pauses.iter().find(|pause| pause.contains(now)).map(|pause| pause.until)
    }

    /// After the event `n` in which a seat has proposed something.
    pub(super) fn propose(&mut self, seat: Seat, proposal: Proposal, (n, at): (u32, DateTime<Utc>)) {
        self.open = Some(OpenProposal { n, by: seat, at, proposal, agreed: vec![seat] });
    }

    /// After the answer of a seat to the proposal of event `n`.
    pub(super) fn answer(&mut self, seat: Seat, n: u32, agrees: bool) -> Result<(), &'static str> {
        let open = self.open.as_mut().filter(|open| open.n == n);
        let open = open.ok_or("nothing like that was proposed")?;
        if agrees {
            open.agreed.push(seat);
        } else {
            self.open = None;
        }
        Ok(())
    }

    /// After everybody has agreed to a pause.
    pub(super) fn pause(&mut self, pause: Period) {
        self.open = None;
        self.pauses.push(pause);
    }

    /// After somebody has ended the pause.
    pub(super) fn resume(&mut self, at: DateTime<Utc>) -> Result<(), &'static str> {
        let pause = self.pauses.last_mut().filter(|pause| pause.contains(at));
        pause.ok_or("the game is not paused")?.until = at;
        Ok(())
    }
}
