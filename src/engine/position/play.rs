//! Turns: what they change, and who moves next.

use arrayvec::ArrayVec;

use super::{Phase, Position};
use crate::board::{MOST_COMPLETED, PlacedFollower};
use crate::earned::Earned;
use crate::event::{EndReason, Follower, Scored, Turn};
use crate::scoring;
use crate::seat::{Colour, ColourSet, FollowerKind};
use crate::tile::{SegmentKind, TileSet};

/// What one turn earns.
pub(crate) type Earnings = ArrayVec<Earned, MOST_COMPLETED>;

impl Position {
    /// Plays a turn of the colour to move, down to the next draw: followers come home and points are credited. If the game can't go
    /// on, it ends with the final scoring. [`Position::take_back`] undoes it.
    ///
    /// The turn must be one of [`legal::turns`](super::legal::turns). To check turns from elsewhere, ask [`legal::check`](super::legal::check).
    pub fn play(&mut self, turn: &Turn) {
        self.push_undo(self.rules().draw_ahead);
        for earned in &self.carry_out(turn) {
            self.credit(earned.feature, earned.colours, earned.points);
        }
        self.go_on();
    }

    /// Adds the follower of `turn` after the same turn has been played without one: the position is as if it had been played with
    /// it, at a fraction of the time. `false`, and nothing changes, where `turn` must be played as a whole, because the follower
    /// would come home at once or the game is over. [`Position::take_back`] undoes it alone.
    pub fn add_follower(&mut self, turn: &Turn) -> bool {
        let Some(Phase::Playing { to_move: colour, .. }) = self.phase_before() else { return false };
        let Some(tile) = self.board.at(turn.position).filter(|_| !self.is_finished()) else { return false };
        let Some(Follower { kind, on }) = turn.follower else { return false };
        let Some(segment) = on.segment(turn.tile, turn.rotation) else { return false };
        let stays = !self.board.is_complete(self.board.feature(tile, segment));
        if stays {
            self.push_undo(false);
            self.place_follower(PlacedFollower { colour, kind, tile, segment });
        }
        stays
    }

    /// Skips the second part of a double turn, where [`legal::may_pass`](super::legal::may_pass) allows it.
    /// [`Position::take_back`] undoes it.
    pub fn pass(&mut self) {
        self.push_undo(self.rules().draw_ahead);
        self.end_without_second_part();
        self.go_on();
    }

    pub(crate) fn credit(&mut self, feature: Scored, colours: ColourSet, points: i32) {
        for colour in colours.iter() {
            self.state.scores[colour.index()] += points;
            self.state.points[colour][feature as usize] += points;
        }
    }

    /// Prepares the next hand, and finishes the game if there is none.
    pub(super) fn go_on(&mut self) {
        self.prepare_hand();
        if self.rules().draw_ahead {
            self.clear_unplayable();
        }
        self.finish_if_ended();
    }

    pub(super) fn finish_if_ended(&mut self) {
        if let Some(reason) = self.state.ending {
            self.credit_end();
            self.state.phase = Phase::Finished { reason };
        }
    }

    /// Carries out a turn that is known to be legal, and returns what it earns.
    pub(crate) fn carry_out(&mut self, turn: &Turn) -> Earnings {
        let mut earnings = Earnings::new();
        let Phase::Playing { to_move: colour, second_part } = self.state.phase else { return earnings };
        let Turn { tile: kind, position, rotation, follower } = *turn;
        if let Some(place) = self.state.hand.iter().position(|&held| held == kind) {
            self.state.hand.remove(place);
        }
        self.state.fresh = super::Hand::EMPTY;
        if kind.def().set == TileSet::River {
            self.state.river = self.state.river.and_then(|river| river.after(kind, rotation));
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
            let data = self.board.feature_info(feature);
            earnings.extend(scoring::completed(&self.header.rules, data, self.state.out));
            if data.kind == SegmentKind::City {
                for (held, taken) in self.state.goods.iter_mut().zip(data.goods) {
                    held[colour.index()] += taken;
                }
            }
            let supply = &mut self.state.supply;
            self.board.clear_feature(feature, |follower| supply[follower.colour][follower.kind.index()] += 1);
        }
        if let (Some(follower), true) = (placed, after_scoring) {
            self.place_follower(follower);
        }
        self.state.turns += 1;
        if extends_builder {
            self.state.phase = Phase::Playing { to_move: colour, second_part: true };
            self.state.needs_draw = true;
        } else {
            self.end_turn();
        }
        earnings
    }

    pub(crate) fn place_follower(&mut self, follower: PlacedFollower) {
        self.state.supply[follower.colour][follower.kind.index()] -= 1;
        self.board.add_follower(follower);
    }

    fn has_builder_on(&self, tile: usize, colour: Colour) -> bool {
        if self.rules().supply(FollowerKind::Builder) == 0 {
            return false;
        }
        let segments = self.board.tiles()[tile].kind.def().segments.len();
        let mut features = (0..segments).map(|segment| self.board.feature(tile, segment));
        features.any(|feature| self.board.feature_info(feature).builders.contains(colour))
    }

    /// Moves on to the next colour that is still playing.
    pub(crate) fn pass_on(&mut self) {
        let Phase::Playing { to_move, .. } = self.state.phase else { return };
        let colours = self.header.colours.len();
        let next = (1..=colours).map(|step| (to_move.index() + step) % colours).find_map(|index| {
            let colour = Colour(u8::try_from(index).ok()?);
            (!self.state.out.contains(colour)).then_some(colour)
        });
        self.state.phase = Phase::Playing { to_move: next.unwrap_or(to_move), second_part: false };
    }

    /// The game ends here.
    pub(crate) const fn end(&mut self, reason: EndReason) {
        self.state.ending = Some(reason);
        self.state.needs_draw = false;
    }
}
