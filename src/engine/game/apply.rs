//! Applying events: which event may come next, and what it changes.

use super::super::board::PlacedFollower;
use super::super::event::{Cause, EndReason, Event, Follower, Turn};
use super::super::refusal::Refusal;
use super::super::scoring;
use super::super::seat::{Colour, Seat};
use super::super::tile::{SegmentKind, TileSet};
use super::legal;
use super::{Due, Game, Mismatch, Phase};

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
                    Event::Draw { ref tiles, ref discarded } => {
                        if !self.needs_draw || self.omitted.draws {
                            return Err(Mismatch::NoDraw);
                        }
                        self.apply_draw(tiles, discarded)?;
                        self.proceed();
                    }
                    Event::Resign { colour } | Event::Timeout { colour } => self.apply_out(colour)?,
                    Event::Skip {} => self.apply_skip()?,
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
        if self.needs_draw && !self.omitted.draws {
            return Err(Refusal::NotDealt);
        }
        legal::check(self, turn)?;
        Ok(to_move)
    }

    fn apply_turn(&mut self, colour: Colour, turn: Turn) -> Result<(), Mismatch> {
        let Phase::Playing { to_move, second_part } = self.phase else { return Err(Refusal::Over.into()) };
        if colour != to_move {
            return Err(Refusal::NotToMove(to_move).into());
        }
        if self.omitted.draws && !self.hand.contains(&turn.tile) {
            self.draw_unrecorded(turn.tile)?;
        }
        self.check_turn(&turn)?;
        self.play(colour, turn, second_part);
        Ok(())
    }

    /// Carries out a turn that is known to be legal.
    pub(super) fn play(&mut self, colour: Colour, turn: Turn, second_part: bool) {
        let Turn { tile: kind, position, rotation, follower } = turn;
        if let Some(place) = self.hand.iter().position(|&held| held == kind) {
            self.hand.remove(place);
        }
        self.fresh.clear();
        if kind.def().set == TileSet::River {
            self.river = self.river.and_then(|river| river.after(kind, rotation));
        }
        let (tile, completed) = self.board.place(kind, position, rotation);
        let extends_builder = !second_part && self.has_builder_on(tile, colour);
        let placed = follower.and_then(|Follower { kind: follower, on }| {
            let segment = on.segment(kind, rotation)?;
            Some(PlacedFollower { colour, kind: follower, tile, segment })
        });
        let after_scoring = self.rules().follower_after_scoring;
        if let (Some(follower), false) = (placed, after_scoring) {
            self.place_follower(follower);
        }
        for feature in completed {
            self.owed.extend(scoring::completed(&self.header.rules, &self.board, feature, self.out));
            if self.board.feature_info(feature).kind == SegmentKind::City {
                let goods = self.board.feature_info(feature).goods;
                for (held, taken) in self.goods.iter_mut().zip(goods) {
                    held[colour.index()] += taken;
                }
            }
            let supply = &mut self.supply;
            self.board.clear_feature(feature, |follower| supply[follower.colour][follower.kind.index()] += 1);
        }
        if let (Some(follower), true) = (placed, after_scoring) {
            self.place_follower(follower);
        }
        self.turns += 1;
        self.misses[self.seat_of(colour).index()] = 0;
        if extends_builder {
            self.phase = Phase::Playing { to_move: colour, second_part: true };
        } else {
            self.pass_on();
        }
        self.needs_draw = true;
        self.proceed();
    }

    fn has_builder_on(&self, tile: usize, colour: Colour) -> bool {
        let segments = self.board.tiles()[tile].kind.def().segments.len();
        let mut features = (0..segments).map(|segment| self.board.feature(tile, segment));
        features.any(|feature| self.board.feature_info(feature).builders.contains(colour))
    }

    /// Moves on to the next colour that is still playing.
    pub(super) fn pass_on(&mut self) {
        let Phase::Playing { to_move, .. } = self.phase else { return };
        let colours = self.header.colours.len();
        let next = (1..=colours).map(|step| (to_move.index() + step) % colours).find_map(|index| {
            let colour = Colour(u8::try_from(index).ok()?);
            (!self.out.contains(colour)).then_some(colour)
        });
        self.phase = Phase::Playing { to_move: next.unwrap_or(to_move), second_part: false };
    }

    /// Returns the tiles drawn for this turn to the bag.
    fn return_fresh(&mut self) {
        for kind in std::mem::take(&mut self.fresh) {
            if let Some(place) = self.hand.iter().rposition(|&held| held == kind) {
                self.hand.remove(place);
                self.bag.put_back(kind);
            }
        }
    }

    fn apply_skip(&mut self) -> Result<(), Mismatch> {
        let to_move = self.to_move().ok_or(Refusal::Over)?;
        if self.needs_draw && !self.omitted.draws {
            return Err(Refusal::NotDealt.into());
        }
        self.misses[self.seat_of(to_move).index()] += 1;
        self.return_fresh();
        self.pass_on();
        self.needs_draw = true;
        self.proceed();
        Ok(())
    }

    /// Whether this colour is to move and may skip the second part of its turn.
    pub(super) fn check_pass(&self, colour: Colour) -> Result<(), Refusal> {
        let to_move = self.to_move().ok_or(Refusal::Over)?;
        if colour != to_move {
            return Err(Refusal::NotToMove(to_move));
        }
        if self.needs_draw && !self.omitted.draws {
            return Err(Refusal::NotDealt);
        }
        if legal::may_pass(self) { Ok(()) } else { Err(Refusal::NoPass) }
    }

    /// The tiles drawn for the second part stay in the hand.
    fn apply_pass(&mut self, colour: Colour) -> Result<(), Mismatch> {
        self.check_pass(colour)?;
        self.fresh.clear();
        self.pass_on();
        self.needs_draw = true;
        self.proceed();
        Ok(())
    }

    fn apply_out(&mut self, colour: Colour) -> Result<(), Mismatch> {
        if colour.index() >= self.header.colours.len() {
            return Err(Refusal::NoSuchColour(colour).into());
        }
        if self.out.contains(colour) {
            return Err(Refusal::Out(colour).into());
        }
        self.out.insert(colour);
        let seats = self.header.seats.len();
        let seat = |index: usize| u8::try_from(index).map(Seat);
        let active = (0..seats)
            .filter_map(|index| seat(index).ok())
            .filter(|&seat| !self.active_colours(seat).is_empty());
        if active.count() <= usize::from(seats > 1) {
            self.return_fresh();
            self.begin_end(EndReason::Resigned);
            self.proceed();
        } else if self.to_move() == Some(colour) {
            self.return_fresh();
            self.pass_on();
            self.needs_draw = true;
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
                self.phase = Phase::Finished { reason };
                Ok(())
            }
            Due::Score(score) => Err(Mismatch::Owed(json(&score))),
            Due::Nothing => Err(Refusal::Over.into()),
            Due::Draw | Due::Player => Err(Mismatch::NoEnd),
        }
    }

    fn credit(&mut self, score: &Event) {
        if let Event::Score { feature, colours, points, .. } = *score {
            for colour in colours.iter() {
                self.scores[colour.index()] += points;
                self.points[colour][feature as usize] += points;
            }
        }
    }

    /// Ends the game: the points of the final scoring are now owed.
    pub(super) fn begin_end(&mut self, reason: EndReason) {
        self.ending = Some(reason);
        self.needs_draw = false;
        self.owed = scoring::at_the_end(&self.header.rules, &self.board, &self.goods, self.out);
    }

    /// Advances as far as possible without an event.
    pub(super) fn proceed(&mut self) {
        if self.omitted.scores {
            self.credit_owed();
        }
        if self.owed.is_empty() && self.ending.is_none() && self.needs_draw {
            self.prepare_hand();
            if self.omitted.scores {
                self.credit_owed();
            }
        }
        if let (true, true, Some(reason)) = (self.omitted.end, self.owed.is_empty(), self.ending) {
            self.phase = Phase::Finished { reason };
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
