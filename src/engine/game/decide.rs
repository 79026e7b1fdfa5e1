//! What follows from a command: its own events, and all that happens before a player can move again.

use super::{Due, Game, MISSES_ALLOWED};
use crate::engine::draw::Dealer;
use crate::engine::event::{Command, Event};
use crate::engine::legal::Refusal;

impl Game {
    /// The events that follow from a command, in order, down to the next hand or the end of the game.
    ///
    /// Nothing is changed: the same question has the same answer.
    pub fn decide(&self, command: &Command, dealer: &Dealer) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::with_capacity(4);
        self.clone().execute(command, dealer, &mut events)?;
        Ok(events)
    }

    /// [`Game::decide`] and the events applied, in place; they are added to `events`. A refused command changes nothing.
    pub fn execute(
        &mut self,
        command: &Command,
        dealer: &Dealer,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        if self.is_finished() {
            return Err(Refusal::Over);
        }
        match *command {
            Command::Start if self.events > 0 => return Err(Refusal::Begun),
            Command::Start => {}
            Command::Play(turn) => {
                let to_move = self.check_turn(&turn)?;
                self.step(Event::of_turn(to_move, turn), events);
            }
            Command::Resign(colour) => {
                if colour.index() >= self.header.colours.len() {
                    return Err(Refusal::NoSuchColour(colour));
                }
                if self.out.contains(colour) {
                    return Err(Refusal::Out(colour));
                }
                for colour in self.active_colours(self.seat_of(colour)) {
                    self.step(Event::Resign { colour }, events);
                }
            }
            Command::Miss => {
                let Due::Player = self.due() else { return Err(Refusal::NotDealt) };
                let seat = self.to_move().map(|colour| self.seat_of(colour)).ok_or(Refusal::Over)?;
                self.step(Event::Skip {}, events);
                if self.misses[seat.index()] > MISSES_ALLOWED {
                    for colour in self.active_colours(seat) {
                        self.step(Event::Timeout { colour }, events);
                    }
                }
            }
            Command::TakeBack(to) if to == 0 || to >= self.events => return Err(Refusal::NoSuchEvent(to)),
            // What it leads to is in the log, which a game does not keep: `replay` knows.
            Command::TakeBack(to) => {
                events.push(Event::Takeback { to });
                return Ok(());
            }
        }
        self.follow_up(dealer, events);
        Ok(())
    }

    /// Applies an event that has just been decided.
    fn step(&mut self, event: Event, events: &mut Vec<Event>) {
        let applied = self.apply(&event);
        debug_assert_eq!(applied, Ok(()), "{event:?} was decided, and so follows");
        events.push(event);
    }

    /// All that happens before a player can move again.
    fn follow_up(&mut self, dealer: &Dealer, events: &mut Vec<Event>) {
        loop {
            match self.due() {
                Due::Score(score) => self.step(score, events),
                Due::Draw => events.push(self.deal(dealer)),
                Due::End(reason) => {
                    let secret = self.header.commitment.is_some().then(|| dealer.reveal());
                    self.step(Event::End { scores: self.scores().to_vec(), reason, secret }, events);
                }
                Due::Player | Due::Nothing => return,
            }
        }
    }
}
