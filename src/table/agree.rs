//! Decides what the players of a game propose, answer, end and give.

use account::UserId;
use chrono::{DateTime, TimeDelta, Utc};
use engine::{Command, DrawSecret, Event, Game, Seat, StopReason};

use crate::{
    Absences, AgreeError, Agreements, Gift, Job, JobChange, MissedTurns, Notification, NotificationKind,
    Outcome, Period, Person, Player, Proposal, ProposalRefusal, Refreshed, Replay, ReplayContext, Settings,
    Status, Table, TableEvent,
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

    /// Lets a player play again for whom a computer has played.
    pub fn take_over(&self, moment: &Moment<'_>, seat: Seat) -> Result<Decided, AgreeError> {
        let Moment { replay, secret, absences, at } = *moment;
        if self.status() != Status::Playing {
            return Err(ProposalRefusal::NotPlaying.into());
        }
        if replay.substitute(seat).is_none() {
            return Err(ProposalRefusal::NotSubstituted.into());
        }
        if replay.seat_to_move() == Some(seat) && self.settings.vacant(replay) != Some(seat) {
            return Err(ProposalRefusal::SubstituteToMove.into());
        }
        let back = Command::Substitute { seat, level: None };
        let (outcome, after) = self.play(replay, back, secret, None, absences, at)?;
        Ok((outcome, Some(after)))
    }

    /// Gives a seat for which a computer plays to a user who is not at the table.
    pub fn take_seat(&self, moment: &Moment<'_>, seat: Seat, person: &Person) -> Result<Decided, AgreeError> {
        let Moment { replay, secret, absences, at } = *moment;
        if self.status() != Status::Playing {
            return Err(ProposalRefusal::NotPlaying.into());
        }
        if self.seat_of(&person.id).is_some() {
            return Err(ProposalRefusal::AlreadyIn.into());
        }
        if !self.settings.admit(person) {
            return Err(ProposalRefusal::Bot.into());
        }
        if !self.settings.offered_seats(replay, &self.seats()).contains(&seat) {
            return Err(ProposalRefusal::NotOffered.into());
        }
        if replay.seat_to_move() == Some(seat) && self.settings.vacant(replay) != Some(seat) {
            return Err(ProposalRefusal::SubstituteToMove.into());
        }
        let taken = TableEvent::SeatTaken { seat, user: person.id.clone(), n: replay.last() + 1 };
        let people = [(person.id.clone(), person.clone())].into();
        let after = self.followed_by(&taken, &ReplayContext { invite: None, people }, at)?;
        let handed = Event::Substitute { seat, level: None, player: Some(person.name.clone()) };
        let (outcome, replay) = after.with_events(replay, vec![handed], secret, None, absences, at)?;
        let agreements = Some(after.agreements);
        Ok((Outcome { agreements, ..outcome.preceded_by(taken) }, Some(replay)))
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

    fn check_proposal(
        &self,
        moment: &Moment<'_>,
        seat: Seat,
        proposal: Proposal,
    ) -> Result<(), ProposalRefusal> {
        let Moment { replay, at, .. } = *moment;
        if proposal.position().is_some_and(|last| last != replay.last()) {
            return Err(ProposalRefusal::NoSuchProposal);
        }
        match proposal {
            Proposal::Pause { until } => {
                if self.settings.time_control.allowance().is_none() {
                    return Err(ProposalRefusal::NoClock);
                }
                if let Some(until) = self.agreements.paused(at) {
                    return Err(ProposalRefusal::Paused { until });
                }
                check_length(until - at)
            }
            Proposal::Skip { .. } | Proposal::Substitute { .. } => {
                let others = replay.seat_to_move().is_some_and(|to_move| to_move != seat);
                if others && self.has_run_out(moment) { Ok(()) } else { Err(ProposalRefusal::NotMissed) }
            }
            Proposal::TakeBack { last } => self.check_take_back(replay, seat, last),
            Proposal::EndNow => Ok(()),
            Proposal::CallOff if self.may_call_off(replay) => Ok(()),
            Proposal::CallOff => Err(ProposalRefusal::TooLateToCallOff),
        }
    }

    /// Whether a seat that is still in has had fewer than two turns.
    pub fn may_call_off(&self, replay: &Replay) -> bool {
        self.seats_in(&replay.game).any(|seat| replay.turns_of(seat) < 2)
    }

    /// Whether the seat can ask to take back its last turn.
    pub fn may_take_back(&self, replay: &Replay, seat: Seat) -> bool {
        self.status() == Status::Playing && self.check_take_back(replay, seat, replay.last()).is_ok()
    }

    fn check_take_back(&self, replay: &Replay, seat: Seat, last: u32) -> Result<(), ProposalRefusal> {
        let allowed = self.settings.take_backs;
        if usize::from(allowed) <= self.agreements.taken_back(seat) {
            return Err(ProposalRefusal::TakeBacksUsed { allowed });
        }
        if self.agreements.was_asked(last) {
            return Err(ProposalRefusal::AskedBefore);
        }
        replay.turn_to_take_back(seat).map(|_| ()).ok_or(ProposalRefusal::NothingToTakeBack)
    }

    /// Whether the turn is missed, and nothing happens by itself.
    pub fn is_overdue(&self, at: DateTime<Utc>) -> bool {
        let waits = self.settings.missed_turns == MissedTurns::Wait && self.status() == Status::Playing;
        waits && self.deadline().is_some_and(|deadline| deadline <= at)
    }

    /// Like [`Self::is_overdue`], from the logs.
    fn has_run_out(&self, moment: &Moment<'_>) -> bool {
        let Moment { replay, absences, at, .. } = *moment;
        let waits = self.settings.missed_turns == MissedTurns::Wait;
        let seat = replay.seat_to_move().filter(|&seat| waits && self.plays(&replay.game, seat));
        let clocks = replay.clocks(self.settings.time_control, self.stops(absences));
        seat.zip(clocks).is_some_and(|(seat, clocks)| clocks.deadline(seat, replay.turn_since) <= at)
    }

    fn check_seat(&self, game: &Game, seat: Seat) -> Result<(), ProposalRefusal> {
        if self.status() != Status::Playing {
            return Err(ProposalRefusal::NotPlaying);
        }
        if game.substitute(seat).is_some() {
            return Err(ProposalRefusal::Substituted);
        }
        if self.voters(game).contains(&seat) { Ok(()) } else { Err(ProposalRefusal::Out) }
    }

    /// Whether a person plays the seat.
    fn plays(&self, game: &Game, seat: Seat) -> bool {
        self.player(seat).and_then(Player::user).is_some() && game.substitute(seat).is_none()
    }

    /// The people who are still in, and play themselves.
    pub fn voters(&self, game: &Game) -> Vec<Seat> {
        self.seats_in(game).filter(|&seat| self.plays(game, seat)).collect()
    }

    /// The seats that have not left the game.
    fn seats_in(&self, game: &Game) -> impl Iterator<Item = Seat> {
        (0..).map(Seat).take(self.seats().len()).filter(|&seat| !game.has_left(seat))
    }

    /// The people who have to agree.
    pub fn voters_about(&self, replay: &Replay, proposal: Proposal) -> Vec<Seat> {
        let mut voters = self.voters(&replay.game);
        if let Proposal::Skip { .. } | Proposal::Substitute { .. } = proposal {
            voters.retain(|&seat| replay.seat_to_move() != Some(seat));
        }
        voters
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

impl Settings {
    /// The seat to move, if it waits for somebody to take it over.
    pub fn vacant(&self, replay: &Replay) -> Option<Seat> {
        replay.handed_over().filter(|_| matches!(self.missed_turns, MissedTurns::Offer(_)))
    }

    /// The seats in the care of a computer that others can take over.
    pub fn offered_seats(&self, replay: &Replay, players: &[Option<&Player>]) -> Vec<Seat> {
        if !self.missed_turns.offers_seats() || replay.game.is_finished() {
            return Vec::new();
        }
        let offered = |(seat, player): (Seat, Option<&Player>)| {
            player.and_then(Player::user)?;
            let free = replay.substitute(seat).is_some() && !replay.game.has_left(seat);
            free.then_some(seat)
        };
        (0..).map(Seat).zip(players.iter().copied()).filter_map(offered).collect()
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

fn check_length(length: TimeDelta) -> Result<(), ProposalRefusal> {
    if length < Table::SHORTEST_PAUSE {
        return Err(ProposalRefusal::PauseTooShort);
    }
    if length > Table::LONGEST_PAUSE { Err(ProposalRefusal::PauseTooLong) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
