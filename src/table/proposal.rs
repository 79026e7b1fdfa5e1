//! What the players of a game agree on, and what they give each other.

use account::UserId;
use chrono::{DateTime, TimeDelta, Utc};
use engine::Seat;
use serde::{Deserialize, Serialize};

use crate::{ComputerLevel, Gift, Period};

/// What a player asks the others for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// All clocks stand until then.
    Pause { until: DateTime<Utc> },
    /// The turn that is missed is skipped, in the position after game event `last`.
    Skip { last: u32 },
    /// The turn is undone that the player made last, before game event `last`.
    TakeBack { last: u32 },
    /// A computer plays on for the player whose turn is missed, in the position after game event `last`.
    Substitute { last: u32, level: ComputerLevel },
    /// The game ends, and the board is scored as it is.
    EndNow,
    /// The game ends without a result.
    CallOff,
}

impl Proposal {
    /// How long it waits for answers.
    pub const fn life(self) -> TimeDelta {
        match self {
            Self::Pause { .. }
            | Self::Skip { .. }
            | Self::Substitute { .. }
            | Self::EndNow
            | Self::CallOff => TimeDelta::days(3),
            Self::TakeBack { .. } => TimeDelta::hours(12),
        }
    }

    /// The last game event of the position that it is about; `None` if it is about any.
    pub const fn position(self) -> Option<u32> {
        match self {
            Self::Pause { .. } | Self::EndNow | Self::CallOff => None,
            Self::Skip { last } | Self::TakeBack { last } | Self::Substitute { last, .. } => Some(last),
        }
    }
}

/// What has been proposed and agreed on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreements {
    open: Option<OpenProposal>,
    /// In order, and apart.
    pauses: Vec<Period>,
    /// In order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    questions: Vec<Question>,
    /// In order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    gifts: Vec<Gift>,
    /// In order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    handovers: Vec<Handover>,
}

/// Somebody took over a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handover {
    pub seat: Seat,
    /// Whose seat it was before.
    pub from: UserId,
    pub at: DateTime<Utc>,
    /// The game event with which it changed hands.
    pub n: u32,
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
    /// Until when it can be answered.
    pub fn ends(&self) -> DateTime<Utc> {
        self.at + self.proposal.life()
    }
}

/// A player asked to take back a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    pub seat: Seat,
    /// The last game event before it.
    pub last: u32,
    /// While it waited for answers, the clock of the next player stood.
    pub period: Period,
    /// Whether everybody has agreed.
    pub granted: bool,
}

impl Agreements {
    pub fn pauses(&self) -> &[Period] {
        &self.pauses
    }

    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    pub fn gifts(&self) -> &[Gift] {
        &self.gifts
    }

    /// The seats that were taken over from others.
    pub fn handovers(&self) -> &[Handover] {
        &self.handovers
    }

    /// Whose seat it was at game event `n`, if somebody else has taken it over since.
    pub fn former_player(&self, seat: Seat, n: u32) -> Option<&UserId> {
        let handover = self.handovers.iter().find(|handover| handover.seat == seat && handover.n > n);
        handover.map(|handover| &handover.from)
    }

    /// What makes clocks stand, or gives them time.
    pub(super) fn stops(&self) -> (&[Period], &[Question], &[Gift]) {
        (&self.pauses, &self.questions, &self.gifts)
    }

    /// After somebody has taken over a seat. What was proposed before is dropped: its last player may have agreed.
    pub(super) fn hand_over(&mut self, handover: Handover) {
        self.close(handover.at, false);
        self.handovers.push(handover);
    }

    /// Whether any clock ever stood or got time because of them.
    pub(super) fn change_clocks(&self) -> bool {
        self.stops() != Self::default().stops()
    }

    /// How many turns a seat has taken back.
    pub fn taken_back(&self, seat: Seat) -> usize {
        self.questions.iter().filter(|question| question.seat == seat && question.granted).count()
    }

    /// Whether somebody has asked in this position to take back a turn.
    pub(super) fn was_asked(&self, last: u32) -> bool {
        self.questions.iter().any(|question| question.last == last)
    }

    /// Whether a proposal waits for answers, unless it is too old or the game has gone on.
    pub const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Who made the proposal of table event `n`, if it is the last and waits for answers.
    pub(super) fn asker(&self, n: u32) -> Option<Seat> {
        self.open.as_ref().filter(|open| open.n == n).map(|open| open.by)
    }

    /// The seats that agree to the proposal that waits for answers; `None` if none does.
    pub(super) fn agreed_seats(&self) -> Option<&[Seat]> {
        self.open.as_ref().map(|open| open.agreed.as_slice())
    }

    /// Whether a proposal waits that is about a position before game event `last`.
    pub(super) fn is_about_position_before(&self, last: u32) -> bool {
        let position = self.open.as_ref().and_then(|open| open.proposal.position());
        position.is_some_and(|position| position < last)
    }

    /// The proposal that waits for answers, after game event `last`.
    pub fn open(&self, last: u32, now: DateTime<Utc>) -> Option<&OpenProposal> {
        let about = |open: &&OpenProposal| open.proposal.position().is_none_or(|position| position == last);
        self.open.as_ref().filter(|open| now < open.ends()).filter(about)
    }

    /// Until when the game is paused.
    pub fn paused(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.pauses.iter().find(|pause| pause.contains(now)).map(|pause| pause.until)
    }

    /// After the event `n` in which a seat has proposed something.
    pub(super) fn propose(&mut self, seat: Seat, proposal: Proposal, (n, at): (u32, DateTime<Utc>)) {
        let open = OpenProposal { n, by: seat, at, proposal, agreed: vec![seat] };
        if let Proposal::TakeBack { last } = proposal {
            let period = Period { from: at, until: open.ends() };
            self.questions.push(Question { seat, last, period, granted: false });
        }
        self.open = Some(open);
    }

    /// After the answer of a seat to the proposal of event `n`.
    pub(super) fn answer(
        &mut self,
        seat: Seat,
        n: u32,
        agrees: bool,
        at: DateTime<Utc>,
    ) -> Result<(), &'static str> {
        let open = self.open.as_mut().filter(|open| open.n == n).ok_or(NOTHING_PROPOSED)?;
        if agrees {
            open.agreed.push(seat);
        } else {
            self.close(at, false);
        }
        Ok(())
    }

    /// After everybody has agreed to the proposal of event `n`.
    pub(super) fn agree(&mut self, n: u32, at: DateTime<Utc>) -> Result<(), &'static str> {
        self.open.as_ref().filter(|open| open.n == n).ok_or(NOTHING_PROPOSED)?;
        self.close(at, true);
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

    pub(super) fn give(&mut self, gift: Gift) {
        self.gifts.push(gift);
    }

    fn close(&mut self, at: DateTime<Utc>, granted: bool) {
        let Some(open) = self.open.take() else { return };
        if let (Proposal::TakeBack { .. }, Some(question)) = (open.proposal, self.questions.last_mut()) {
            question.period.until = at.min(question.period.until);
            question.granted = granted;
        }
    }
}

const NOTHING_PROPOSED: &str = "nothing like that was proposed";
