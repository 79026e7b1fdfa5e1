//! Seats that a computer plays for somebody: taken back by their player, or over by somebody else.

use engine::{Command, Event, Seat};

use super::{Decided, Moment};
use crate::{
    AgreeError, MissedTurns, Outcome, Person, Player, ProposalRefusal, Replay, ReplayContext, Settings,
    Status, Table, TableEvent,
};

impl Table {
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
