//! What the rules may draw next.

use super::{Position, legal};
use crate::catalogue::TileKind;
use crate::ruleset::Unplaceable;

/// A kind that may be drawn next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    pub kind: TileKind,
    /// The tiles that the draw may take, or 1 in a bag that never runs out.
    pub count: u16,
    /// The chance that this kind is the next one to stay in the hand. Kinds that can't be placed and would be redrawn are
    /// left out, and the others more likely accordingly.
    pub chance: f64,
}

impl Position {
    /// Fills `draws` with the kinds of which the next draw may add a tile to the hand, in the order of their names. Empty if no draw
    /// is due, or if only tiles are left that would be redrawn.
    ///
    /// With a hand of several tiles, every tile that comes is a draw of its own: ask again after each [`Position::draw`].
    pub fn draws(&self, draws: &mut Vec<Draw>) {
        draws.clear();
        if !self.needs_draw() {
            return;
        }
        let to_hand = self.draws_ahead().is_none();
        let redrawn = |kind| to_hand && self.is_redrawn(kind) && !legal::is_placeable(self, kind);
        let kinds = self.bag.weights().filter(|&(kind, _)| !redrawn(kind));
        draws.extend(kinds.map(|(kind, count)| Draw { kind, count, chance: 0.0 }));
        let all: u32 = draws.iter().map(|draw| u32::from(draw.count)).sum();
        for draw in draws {
            draw.chance = f64::from(draw.count) / f64::from(all);
        }
    }

    /// Whether a tile is to be drawn before the next turn.
    pub const fn needs_draw(&self) -> bool {
        self.state.needs_draw && self.state.ending.is_none()
    }

    /// Whether a tile of this kind, drawn as the only one of the hand, would be set aside or put back if it can't be placed.
    fn is_redrawn(&self, kind: TileKind) -> bool {
        self.hand_size() == 1 && (self.rules().unplaceable != Unplaceable::EndAsTie || super::is_river(kind))
    }

    /// Draws a tile of this kind, to the hand or [ahead](Position::ahead). A full hand that can't be played is redrawn or ends the
    /// game, depending on the rules. [`Position::take_back`] undoes it.
    ///
    /// # Panics
    /// If no such tile can be drawn now: `kind` must be one of [`Position::draws`].
    pub fn draw(&mut self, kind: TileKind) {
        self.push_undo(true);
        if let Some(colour) = self.draws_ahead() {
            assert!(self.take_ahead(colour, kind), "{kind} cannot be drawn now");
            self.go_on();
            return;
        }
        if self.rules().draw_ahead && !self.state.hand.is_empty() {
            self.clear_hand();
        }
        assert!(self.take(kind), "{kind} cannot be drawn now");
        if self.draws_more() || self.hand_is_playable() {
            self.state.needs_draw = self.draws_more();
            return;
        }
        if !self.ends_as_tie() {
            self.clear_hand();
        }
        self.go_on();
    }

    /// Draws as in a game, ahead too, until the hand is full and can be played, or the game ends. `choose(n)` picks one of `n` equally likely
    /// tiles, from 0 on. [`Position::take_back`] undoes all of it at once.
    pub fn deal(&mut self, mut choose: impl FnMut(u32) -> u32) {
        self.push_undo(true);
        loop {
            let filled = self.fill(|bag| {
                let choices = bag.choices();
                (choices > 0).then(|| bag.pick(choose(choices))).flatten()
            });
            filled.unwrap_or_else(|error| unreachable!("the bag has what it draws: {error:?}"));
            if !self.rules().draw_ahead {
                break;
            }
            self.prepare_hand();
            if !self.needs_draw() {
                break;
            }
        }
        self.finish_if_ended();
    }

    /// Draws one tile for analysis, whatever the size of the hand.
    pub(crate) fn give(&mut self, kind: TileKind) {
        self.push_undo(true);
        assert!(self.take(kind), "{kind} cannot be drawn now");
        self.state.needs_draw = false;
    }
}
