//! Who may propose and answer what, and when.

use chrono::{DateTime, TimeDelta, Utc};
use engine::{Game, Seat};

use super::Moment;
use crate::{MissedTurns, Player, Proposal, ProposalRefusal, Replay, Status, Table};

impl Table {
    pub(super) fn check_proposal(
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
    pub(super) fn has_run_out(&self, moment: &Moment<'_>) -> bool {
        let Moment { replay, absences, at, .. } = *moment;
        let waits = self.settings.missed_turns == MissedTurns::Wait;
        let seat = replay.seat_to_move().filter(|&seat| waits && self.plays(&replay.game, seat));
        let clocks = replay.clocks(self.settings.time_control, self.stops(absences));
        seat.zip(clocks).is_some_and(|(seat, clocks)| clocks.deadline(seat, replay.turn_since) <= at)
    }

    pub(super) fn check_seat(&self, game: &Game, seat: Seat) -> Result<(), ProposalRefusal> {
        if self.status() != Status::Playing {
            return Err(ProposalRefusal::NotPlaying);
        }
        if game.substitute(seat).is_some() {
            return Err(ProposalRefusal::Substituted);
        }
        if self.voters(game).contains(&seat) { Ok(()) } else { Err(ProposalRefusal::Out) }
    }

    /// Whether a person plays the seat.
    pub(super) fn plays(&self, game: &Game, seat: Seat) -> bool {
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
}

pub(super) fn check_length(length: TimeDelta) -> Result<(), ProposalRefusal> {
    if length < Table::SHORTEST_PAUSE {
        return Err(ProposalRefusal::PauseTooShort);
    }
    if length > Table::LONGEST_PAUSE { Err(ProposalRefusal::PauseTooLong) } else { Ok(()) }
}
