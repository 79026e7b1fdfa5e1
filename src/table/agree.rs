//! Decides what the players of a game propose, answer, end and give.

mod checks;
mod seats;

use account::UserId;
use chrono::{DateTime, TimeDelta, Utc};
use engine::{Command, DrawSecret, Event, Seat, StopReason};

use crate::{
    Absences, AgreeError, Agreements, Gift, Job, JobChange, Notification, NotificationKind, Outcome, Period,
    Proposal, ProposalRefusal, Refreshed, Replay, Table, TableEvent,
};

/// What somebody has decided about a game, and the game afterwards if that has changed.
pub type Decided = (Outcome, Option<Replay>);

/// Where a decision is made: the game as it stands, what stops its clocks, and when.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    pub replay: &'a Replay,
    pub secret: &'a DrawSecret,
    pub absences: &'a Absences,
    pub at: DateTime<Utc>,
}

impl Table {
    pub const SHORTEST_PAUSE: TimeDelta = TimeDelta::hours(1);
    pub const LONGEST_PAUSE: TimeDelta = TimeDelta::days(30);
    pub const SHORTEST_GIFT: TimeDelta = TimeDelta::hours(1);
    pub const LONGEST_GIFT: TimeDelta = TimeDelta::days(7);
    /// The most turns that a table can let each player take back.
    pub const MOST_TAKE_BACKS: u8 = 9;

    /// Asks the other people who are still in. If nobody else has to agree, it happens.
    pub fn propose(
        &self,
        moment: &Moment<'_>,
        seat: Seat,
        proposal: Proposal,
    ) -> Result<Decided, AgreeError> {
        let at = moment.at;
        self.check_seat(&moment.replay.game, seat)?;
        self.check_proposal(moment, seat, proposal)?;
        if self.agreements.open(moment.replay.last(), at).is_some() {
            return Err(ProposalRefusal::Open.into());
        }
        let events = vec![TableEvent::Proposed { seat, proposal }];
        let voters = self.voters_about(moment.replay, proposal);
        if voters == [seat] {
            return self.effect(moment, events, (self.revision + 1, proposal));
        }
        let mut outcome = self.agreed(events, at);
        let asked = voters.into_iter().filter(|&voter| voter != seat);
        let asked = asked.filter_map(|voter| self.player(voter)?.user().cloned());
        let (n, kind) = (self.revision + 1, NotificationKind::Asked);
        outcome.notifications.extend(asked.map(|user| Notification { n, user, kind }));
        Ok((outcome, None))
    }

    /// Agrees to a proposal or declines it. Answering again the same way changes nothing: `None`.
    pub fn answer(
        &self,
        moment: &Moment<'_>,
        seat: Seat,
        n: u32,
        agrees: bool,
    ) -> Result<Option<Decided>, AgreeError> {
        self.check_seat(&moment.replay.game, seat)?;
        let open = self.agreements.open(moment.replay.last(), moment.at).filter(|open| open.n == n);
        let open = open.ok_or(ProposalRefusal::NoSuchProposal)?;
        if agrees && open.agreed.contains(&seat) {
            return Ok(None);
        }
        let voters = self.voters_about(moment.replay, open.proposal);
        if !voters.contains(&seat) {
            return Err(ProposalRefusal::NoSuchProposal.into());
        }
        let events = vec![TableEvent::Answered { seat, n, agrees }];
        let all = voters.into_iter().all(|voter| voter == seat || open.agreed.contains(&voter));
        if agrees && all {
            return self.effect(moment, events, (n, open.proposal)).map(Some);
        }
        Ok(Some((self.agreed(events, moment.at), None)))
    }

    /// Ends a pause early, as any of the players may.
    pub fn resume(&self, moment: &Moment<'_>, seat: Seat) -> Result<Decided, AgreeError> {
        self.check_seat(&moment.replay.game, seat)?;
        self.agreements.paused(moment.at).ok_or(ProposalRefusal::NotPaused)?;
        Ok((self.agreed(vec![TableEvent::Resumed { seat }], moment.at), None))
    }

    /// Gives time to the player who is to move.
    pub fn give(&self, moment: &Moment<'_>, seat: Seat, length: TimeDelta) -> Result<Decided, AgreeError> {
        let Moment { replay, absences, at, .. } = *moment;
        self.check_seat(&replay.game, seat)?;
        let clocks = replay.clocks(self.settings.time_control, self.stops(absences));
        let clocks = clocks.ok_or(ProposalRefusal::NoClock)?;
        let to = replay.seat_to_move().filter(|&to| to != seat && self.plays(&replay.game, to));
        let to = to.ok_or(ProposalRefusal::NoGift)?;
        if length < Self::SHORTEST_GIFT {
            return Err(ProposalRefusal::GiftTooShort.into());
        }
        if length > Self::LONGEST_GIFT {
            return Err(ProposalRefusal::GiftTooLong.into());
        }
        if clocks.deadline(to, replay.turn_since) - at > Self::LONGEST_GIFT {
            return Err(ProposalRefusal::EnoughTime.into());
        }
        let seconds = u32::try_from(length.num_seconds()).unwrap_or_default();
        Ok((self.agreed(vec![TableEvent::Gave { seat, to, seconds }], at), None))
    }

    /// What happens when everybody has agreed, after `events`.
    fn effect(
        &self,
        moment: &Moment<'_>,
        mut events: Vec<TableEvent>,
        (n, proposal): (u32, Proposal),
    ) -> Result<Decided, AgreeError> {
        let Moment { replay, secret, absences, at } = *moment;
        let decide = |command| self.decide(replay, command, secret);
        let game_events = match proposal {
            // It may have ended before the last answer.
            Proposal::Pause { until } if until <= at => return Err(ProposalRefusal::NoSuchProposal.into()),
            Proposal::Pause { until } => {
                events.push(TableEvent::Paused { until });
                return Ok((self.agreed(events, at), None));
            }
            Proposal::Skip { .. } | Proposal::Substitute { .. } if !self.has_run_out(moment) => {
                return Err(ProposalRefusal::NotMissed.into());
            }
            Proposal::Skip { .. } => decide(Command::Miss { allowed: u8::MAX })?,
            Proposal::Substitute { level, .. } => {
                let seat = replay.seat_to_move().ok_or(ProposalRefusal::NotMissed)?;
                decide(Command::Substitute { seat, level: level.number() })?
            }
            Proposal::EndNow => decide(Command::Stop(StopReason::Agreed))?,
            Proposal::CallOff if self.may_call_off(replay) => decide(Command::Stop(StopReason::CalledOff))?,
            Proposal::CallOff => return Err(ProposalRefusal::TooLateToCallOff.into()),
            Proposal::TakeBack { .. } => {
                let asker = self.agreements.open(replay.last(), at).map(|open| open.by);
                let asker = asker.or(events.iter().find_map(TableEvent::proposer));
                let turn = asker.and_then(|seat| replay.turn_to_take_back(seat));
                vec![Event::Takeback {
                    to: turn.ok_or(ProposalRefusal::NothingToTakeBack)? - 1,
                    reason: None,
                }]
            }
        };
        events.push(TableEvent::Agreed { n });
        let about_table = self.agreed(events, at);
        let agreements = about_table.agreements.clone().unwrap_or_default();
        let (outcome, after) = Self { agreements, ..self.clone() }.with_events(
            replay,
            game_events,
            secret,
            None,
            absences,
            at,
        )?;
        let Outcome { table_events, agreements, answered, .. } = about_table;
        let mut attendance = outcome.attendance;
        if let Proposal::Substitute { .. } = proposal {
            // A player who is replaced by a vote has missed nothing.
            attendance.retain(|one| !one.kind.is_missed());
        }
        Ok((Outcome { table_events, answered, attendance, agreements, ..outcome }, Some(after)))
    }

    fn agreed(&self, events: Vec<TableEvent>, at: DateTime<Utc>) -> Outcome {
        let mut agreements = self.agreements.clone();
        for (event, n) in events.iter().zip(self.revision + 1..) {
            if let Err(why) = event.agree(&mut agreements, (n, at)) {
                unreachable!("decided on this table: {why}");
            }
        }
        let answered = self.answered(&agreements);
        let notices = self.pause_jobs(&events, at);
        let stops = agreements.stops() != self.agreements.stops();
        let refresh = Job::RefreshClocks(Refreshed::Game(self.id.clone())).at(at + Refreshed::AFTER);
        Outcome {
            agreements: Some(agreements),
            answered,
            jobs: stops.then_some(JobChange::Put(refresh)).into_iter().chain(notices).collect(),
            ..self.outcome(events, at)
        }
    }
}

impl Table {
    /// Who need not answer any more what they were asked, when these are the agreements.
    fn answered(&self, after: &Agreements) -> Vec<UserId> {
        let agreed = after.agreed_seats();
        let done = |seat: &Seat| agreed.is_none_or(|agreed| agreed.contains(seat));
        let seats = (0..).map(Seat).take(self.seats().len()).filter(done);
        let users = seats.filter_map(|seat| self.player(seat)?.user().cloned());
        if self.agreements.is_open() { users.collect() } else { Vec::new() }
    }

    /// The same, when the game has gone on.
    pub(super) fn answered_by(&self, after: &Replay) -> Vec<UserId> {
        if self.agreements.is_about_position_before(after.last()) {
            self.answered(&Agreements::default())
        } else {
            Vec::new()
        }
    }
}

impl TableEvent {
    const fn proposer(&self) -> Option<Seat> {
        match self {
            Self::Proposed { seat, .. } => Some(*seat),
            _ => None,
        }
    }

    /// Applies an event of the game's players to what they have agreed on.
    pub(super) fn agree(
        &self,
        agreements: &mut Agreements,
        (n, at): (u32, DateTime<Utc>),
    ) -> Result<(), &'static str> {
        match *self {
            Self::Proposed { seat, proposal } => agreements.propose(seat, proposal, (n, at)),
            Self::Answered { seat, n, agrees } => agreements.answer(seat, n, agrees, at)?,
            Self::Paused { until } => agreements.pause(Period { from: at, until }),
            Self::Agreed { n } => agreements.agree(n, at)?,
            Self::Gave { to, seconds, .. } => agreements.give(Gift { seat: to, at, seconds }),
            Self::Resumed { .. } => agreements.resume(at)?,
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
