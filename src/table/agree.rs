//! Decides what the players of a game propose, answer and end: so far pauses.

use chrono::{DateTime, TimeDelta, Utc};
use engine::{Game, Seat};

use crate::{
    Agreements, Job, JobChange, Outcome, Period, Player, Proposal, Refreshed, Status, Table, TableEvent,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProposalRefusal {
    /// The game has no clock, has not begun, or is over.
    #[error("no-clock")]
    NoClock,
    /// The seat has left the game.
    #[error("out")]
    Out,
    #[error("pause-short")]
    PauseTooShort,
    #[error("pause-long")]
    PauseTooLong,
    #[error("paused")]
    Paused { until: DateTime<Utc> },
    /// Another proposal waits for answers.
    #[error("proposal-open")]
    Open,
    /// It was declined, is agreed on, or is too old.
    #[error("no-such-proposal")]
    NoSuchProposal,
    #[error("not-paused")]
    NotPaused,
}

impl Table {
    pub const SHORTEST_PAUSE: TimeDelta = TimeDelta::hours(1);
    pub const LONGEST_PAUSE: TimeDelta = TimeDelta::days(30);

    /// Asks the other people who are still in for a pause from now on. Without any, it begins.
    pub fn propose_pause(
        &self,
        game: &Game,
        seat: Seat,
        until: DateTime<Utc>,
        at: DateTime<Utc>,
    ) -> Result<Outcome, ProposalRefusal> {
        self.check_seat(game, seat)?;
        if let Some(until) = self.agreements.paused(at) {
            return Err(ProposalRefusal::Paused { until });
        }
        if self.agreements.open(at).is_some() {
            return Err(ProposalRefusal::Open);
        }
        check_length(until - at)?;
        let proposal = Proposal::Pause { until };
        let mut events = vec![TableEvent::Proposed { seat, proposal }];
        if self.voters(game) == [seat] {
            events.push(TableEvent::Paused { until });
        }
        Ok(self.agreed(events, at))
    }

    /// Agrees to a proposal or declines it. Answering again the same way changes nothing: `None`.
    pub fn answer(
        &self,
        game: &Game,
        seat: Seat,
        n: u32,
        agrees: bool,
        at: DateTime<Utc>,
    ) -> Result<Option<Outcome>, ProposalRefusal> {
        self.check_seat(game, seat)?;
        let open = self.agreements.open(at).filter(|open| open.n == n);
        let open = open.ok_or(ProposalRefusal::NoSuchProposal)?;
        if agrees && open.agreed.contains(&seat) {
            return Ok(None);
        }
        let mut events = vec![TableEvent::Answered { seat, n, agrees }];
        let all = self.voters(game).into_iter().all(|voter| voter == seat || open.agreed.contains(&voter));
        if agrees && all {
            match open.proposal {
                // It may have ended before the last answer.
                Proposal::Pause { until } if until > at => events.push(TableEvent::Paused { until }),
                Proposal::Pause { .. } => return Err(ProposalRefusal::NoSuchProposal),
            }
        }
        Ok(Some(self.agreed(events, at)))
    }

    /// Ends a pause early, as any of the players may.
    pub fn resume(&self, game: &Game, seat: Seat, at: DateTime<Utc>) -> Result<Outcome, ProposalRefusal> {
        self.check_seat(game, seat)?;
        self.agreements.paused(at).ok_or(ProposalRefusal::NotPaused)?;
        Ok(self.agreed(vec![TableEvent::Resumed { seat }], at))
    }

    fn check_seat(&self, game: &Game, seat: Seat) -> Result<(), ProposalRefusal> {
        if self.settings.time_control.allowance().is_none() || self.status() != Status::Playing {
            return Err(ProposalRefusal::NoClock);
        }
        if self.voters(game).contains(&seat) { Ok(()) } else { Err(ProposalRefusal::Out) }
    }

    /// The people who are still in.
    pub fn voters(&self, game: &Game) -> Vec<Seat> {
        let people = (0..).map(Seat).zip(self.seats());
        let people = people.filter(|(_, player)| player.and_then(Player::user).is_some());
        let is_in = |seat| game.colours().any(|colour| game.seat_of(colour) == seat && !game.is_out(colour));
        people.map(|(seat, _)| seat).filter(|&seat| is_in(seat)).collect()
    }

    fn agreed(&self, events: Vec<TableEvent>, at: DateTime<Utc>) -> Outcome {
        let mut agreements = self.agreements.clone();
        for (event, n) in events.iter().zip(self.revision + 1..) {
            if let Err(why) = event.agree(&mut agreements, (n, at)) {
                unreachable!("decided on this table: {why}");
            }
        }
        let stops = events
            .iter()
            .any(|event| matches!(event, TableEvent::Paused { .. } | TableEvent::Resumed { .. }));
        let refresh = Job::RefreshClocks(Refreshed::Game(self.id.clone())).at(at + Refreshed::AFTER);
        Outcome {
            agreements: Some(agreements),
            jobs: stops.then_some(JobChange::Put(refresh)).into_iter().collect(),
            ..self.outcome(events, at)
        }
    }
}

impl TableEvent {
    /// Applies an event of the game's players to what they have agreed on.
    pub(super) fn agree(
        &self,
        agreements: &mut Agreements,
        (n, at): (u32, DateTime<Utc>),
    ) -> Result<(), &'static str> {
        match *self {
            Self::Proposed { seat, proposal } => agreements.propose(seat, proposal, (n, at)),
            Self::Answered { seat, n, agrees } => agreements.answer(seat, n, agrees)?,
            Self::Paused { until } => agreements.pause(Period { from: at, until }),
            Self::Resumed { .. } => agreements.resume(at)?,
            _ => {}
        }
        Ok(())
    }
}

fn check_length(length: TimeDelta) -> Result<(), ProposalRefusal> {
    if length < Table::SHORTEST_PAUSE {
        return Err(ProposalRefusal::PauseTooShort);
    }
    if length > Table::LONGEST_PAUSE { Err(ProposalRefusal::PauseTooLong) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
