//! Applying events: which event may come next, and what it changes.

use super::{Due, Game, Mismatch};
use crate::claim::Claim;
use crate::event::{Cause, EndReason, Event, StopReason, Turn};
use crate::position::{Phase, legal};
use crate::refusal::Refusal;
use crate::seat::{Colour, Seat};

/// The lowest and the highest level of a computer that plays for somebody.
const SUBSTITUTE_LEVELS: [u8; 2] = [1, 8];

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

impl Game {
    /// Applies an event after checking that it follows from those before.
    ///
    /// # Errors
    /// If it does not. The game must then be dropped, since a draw may have been half applied.
    pub fn apply(&mut self, event: &Event) -> Result<(), Mismatch> {
        match event {
            Event::Score { cause, .. } => self.apply_score(event, *cause)?,
            Event::End { scores, reason, .. } => self.apply_end(scores, *reason)?,
            Event::Takeback { .. } => return Err(Mismatch::NeedsLog),
            _ => {
                self.check_nothing_owed()?;
                match *event {
                    Event::Substitute { seat, level, ref player } => {
                        self.apply_substitute(seat, level, player.is_some())?;
                    }
                    Event::Draw { colour, ref tiles, ref discarded } => {
                        if !self.position.state.needs_draw || self.implied.draws {
                            return Err(Mismatch::NoDraw);
                        }
                        self.check_drawing(colour)?;
                        self.apply_draw(tiles, discarded)?;
                        self.proceed();
                    }
                    Event::Resign { colour } | Event::Timeout { colour } => self.apply_out(colour)?,
                    Event::Skip {} => self.apply_skip()?,
                    Event::Stop { reason } => self.apply_stop(reason),
                    Event::Pass { colour } => self.apply_pass(colour)?,
                    _ => {
                        if let Some((colour, turn)) = event.turn() {
                            self.apply_turn(colour, turn)?;
                        }
                    }
                }
            }
        }
        self.events += 1;
        Ok(())
    }

    fn check_nothing_owed(&self) -> Result<(), Mismatch> {
        match self.due() {
            Due::Nothing => Err(Refusal::Over.into()),
            Due::Score(score) => Err(Mismatch::Owed(json(&score))),
            Due::End(reason) => Err(Mismatch::Owed(format!("the end of the game, {}", json(&reason)))),
            Due::Draw | Due::Player => Ok(()),
        }
    }

    /// Whether the colour to move may take this turn now; returns the colour.
    pub(super) fn check_turn(&self, turn: &Turn) -> Result<Colour, Refusal> {
        let to_move = self.to_move().ok_or(Refusal::Over)?;
        if self.position.state.needs_draw && !self.implied.draws {
            return Err(Refusal::NotDealt);
        }
        legal::check(self, turn)?;
        Ok(to_move)
    }

    fn apply_turn(&mut self, colour: Colour, turn: Turn) -> Result<(), Mismatch> {
        let to_move = self.to_move().ok_or(Refusal::Over)?;
        if colour != to_move {
            return Err(Refusal::NotToMove(to_move).into());
        }
        if self.implied.draws && !self.hand().contains(&turn.tile) {
            self.draw_unrecorded(turn.tile)?;
        }
        self.check_turn(&turn)?;
        self.play(colour, &turn);
        Ok(())
    }

    /// Carries out a turn that is known to be legal.
    pub(super) fn play(&mut self, colour: Colour, turn: &Turn) {
        let earnings = self.position.carry_out(turn);
        self.position.forget();
        self.owed.extend(earnings.iter().map(|earned| earned.event(Cause::Completed)));
        let seat = self.seat_of(colour);
        self.misses[seat.index()] = 0;
        self.proceed();
    }

    fn apply_skip(&mut self) -> Result<(), Mismatch> {
        let to_move = self.to_move().ok_or(Refusal::Over)?;
        if self.position.state.needs_draw && !self.implied.draws {
            return Err(Refusal::NotDealt.into());
        }
        let seat = self.seat_of(to_move);
        self.misses[seat.index()] += 1;
        self.position.return_fresh();
        self.position.end_turn();
        self.proceed();
        Ok(())
    }

    /// `handed`: to a new player.
    fn apply_substitute(&mut self, seat: Seat, level: Option<u8>, handed: bool) -> Result<(), Mismatch> {
        let substitute = self
            .substitutes
            .get_mut(seat.index())
            .filter(|_| seat.index() < self.position.header.seats.len());
        let substitute = substitute.ok_or(Mismatch::NoSuchSeat(seat))?;
        let [least, most] = SUBSTITUTE_LEVELS;
        if level.is_some_and(|level| !(least..=most).contains(&level))
            || *substitute == level
            || (handed && level.is_some())
        {
            return Err(Mismatch::Substitute);
        }
        *substitute = level;
        if handed {
            self.misses[seat.index()] = 0;
        }
        Ok(())
    }

    fn apply_stop(&mut self, reason: StopReason) {
        self.position.return_fresh();
        match reason {
            StopReason::Agreed => self.begin_end(reason.into()),
            StopReason::CalledOff => self.position.end(reason.into()),
        }
        self.proceed();
    }

    /// Whether this colour is to move and may skip the second part of its turn.
    pub(super) fn check_pass(&self, colour: Colour) -> Result<(), Refusal> {
        let to_move = self.to_move().ok_or(Refusal::Over)?;
        if colour != to_move {
            return Err(Refusal::NotToMove(to_move));
        }
        if self.position.state.needs_draw && !self.implied.draws {
            return Err(Refusal::NotDealt);
        }
        if legal::may_pass(self) { Ok(()) } else { Err(Refusal::NoPass) }
    }

    fn apply_pass(&mut self, colour: Colour) -> Result<(), Mismatch> {
        self.check_pass(colour)?;
        self.position.end_without_second_part();
        self.proceed();
        Ok(())
    }

    fn apply_out(&mut self, colour: Colour) -> Result<(), Mismatch> {
        if colour.index() >= self.header().colours.len() {
            return Err(Refusal::NoSuchColour(colour).into());
        }
        if self.is_out(colour) {
            return Err(Refusal::Out(colour).into());
        }
        self.position.state.out.insert(colour);
        self.position.return_ahead(colour);
        let seats = self.header().seats.len();
        let seat = |index: usize| u8::try_from(index).map(Seat);
        let active = (0..seats)
            .filter_map(|index| seat(index).ok())
            .filter(|&seat| !self.active_colours(seat).is_empty());
        if active.count() <= usize::from(seats > 1) {
            self.position.return_fresh();
            self.begin_end(EndReason::Resigned);
            self.proceed();
        } else if self.to_move() == Some(colour) {
            self.position.return_fresh();
            self.position.pass_on();
            self.position.state.needs_draw = true;
            self.proceed();
        } else if self.rules().draw_ahead {
            // It may have been the one to draw.
            self.proceed();
        }
        Ok(())
    }

    fn apply_score(&mut self, event: &Event, cause: Cause) -> Result<(), Mismatch> {
        if cause == Cause::End && self.owed.is_empty() {
            self.end_unrecorded();
        }
        let place = self.owed.iter().position(|owed| agrees(event, owed)).ok_or_else(|| {
            let expected = self.owed.first().map_or_else(|| "none".to_owned(), json);
            Mismatch::NoSuchScore(expected)
        })?;
        let owed = self.owed.remove(place);
        self.credit(&owed);
        if self.owed.is_empty() {
            self.proceed();
        }
        Ok(())
    }

    fn apply_end(&mut self, scores: &[i32], reason: EndReason) -> Result<(), Mismatch> {
        if self.owed.is_empty() && self.end_unrecorded() {
            self.proceed();
        }
        match self.due() {
            Due::End(expected) if expected != reason => Err(Mismatch::Reason(json(&expected))),
            Due::End(_) if scores != self.scores() => Err(Mismatch::Scores(self.scores().to_vec())),
            Due::End(_) => {
                self.position.state.phase = Phase::Finished { reason };
                Ok(())
            }
            Due::Score(score) => Err(Mismatch::Owed(json(&score))),
            Due::Nothing => Err(Refusal::Over.into()),
            Due::Draw | Due::Player => Err(Mismatch::NoEnd),
        }
    }

    fn credit(&mut self, score: &Event) {
        if let Event::Score { feature, colours, points, .. } = *score {
            self.position.credit(feature, colours, points);
        }
    }

    /// Ends the game: the points of the final scoring are now owed.
    pub(super) fn begin_end(&mut self, reason: EndReason) {
        self.position.end(reason);
        self.owe_end();
    }

    fn owe_end(&mut self) {
        self.owed = self.claims().iter().flat_map(Claim::events).collect();
    }

    /// Advances as far as possible without an event.
    pub(super) fn proceed(&mut self) {
        if self.implied.scores {
            self.credit_owed();
        }
        if self.owed.is_empty() && self.position.state.ending.is_none() && self.position.state.needs_draw {
            self.prepare_hand();
            if self.implied.scores {
                self.credit_owed();
            }
        }
        if let (true, true, Some(reason)) =
            (self.implied.end, self.owed.is_empty(), self.position.state.ending)
        {
            self.position.state.phase = Phase::Finished { reason };
        }
    }

    /// In a record without draws, players draw when they play.
    fn prepare_hand(&mut self) {
        if !self.implied.draws {
            self.position.prepare_hand();
        } else if self.tiles_left() == 0 {
            self.position.end(EndReason::BagEmpty);
        }
        if self.position.state.ending.is_some() {
            self.owe_end();
        }
    }

    pub(super) fn credit_owed(&mut self) {
        for score in std::mem::take(&mut self.owed) {
            self.credit(&score);
        }
    }
}

/// Whether a score event matches the one that is owed. Records may omit the number of tiles.
fn agrees(read: &Event, owed: &Event) -> bool {
    match (read, owed) {
        (
            &Event::Score { feature, colours, points, tiles, cause },
            &Event::Score { feature: f, colours: c, points: p, tiles: t, cause: why },
        ) => (feature, colours, points, cause) == (f, c, p, why) && (tiles.is_none() || tiles == t),
        _ => false,
    }
}
