//! Draw ahead: each colour draws its next tile right after its turn, for all to see.
//!
//! A tile drawn ahead lies before its colour until that is to move. Then it is the hand, and the turn is like any other: a tile that
//! fits nowhere is replaced by the next draw. A colour without a tile draws one when it is to move, and is passed over if nothing is
//! left.

use super::{Hand, Phase, Position};
use crate::catalogue::TileKind;
use crate::event::EndReason;
use crate::seat::{ByColour, Colour, ColourSet};

/// What colours have drawn ahead. Empty under other rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ahead {
    tiles: ByColour<Option<TileKind>>,
    /// The colours that draw before the next turn, in ascending order.
    due: ColourSet,
}

impl Ahead {
    /// At the start every colour draws.
    pub(super) fn of_all(colours: impl Iterator<Item = Colour>) -> Self {
        Self { tiles: ByColour::default(), due: colours.collect() }
    }

    pub(super) const fn is_due(&self) -> bool {
        !self.due.is_empty()
    }

    fn is_empty(&self) -> bool {
        self.tiles.0.iter().all(Option::is_none)
    }
}

impl Position {
    /// The tile that a colour has drawn ahead for its next turn. When the colour is to move, the tile is in the hand.
    pub fn ahead(&self, colour: Colour) -> Option<TileKind> {
        self.state.ahead.tiles[colour]
    }

    /// The tiles that colours have [drawn ahead](Position::ahead).
    pub fn tiles_ahead(&self) -> impl Iterator<Item = TileKind> {
        self.state.ahead.tiles.0.iter().copied().flatten()
    }

    /// Draws still to come, and tiles that have been drawn ahead.
    pub fn tiles_to_come(&self) -> usize {
        self.tiles_left() + self.tiles_ahead().count()
    }

    /// The colour that the next draw is for.
    pub fn drawing(&self) -> Option<Colour> {
        self.draws_ahead().or_else(|| self.to_move()).filter(|_| self.needs_draw())
    }

    /// The position before the colour to move drew its tile, and the tile: there the draw comes only now. `None` unless the tile is
    /// the only one in the hand.
    pub fn undrawn(&self) -> Option<(Self, TileKind)> {
        let &[kind] = self.hand() else { return None };
        let mut before = self.clone();
        before.return_fresh();
        before.state.needs_draw = true;
        before.forget();
        before.hand().is_empty().then_some((before, kind))
    }

    /// The colour that draws ahead now.
    pub fn draws_ahead(&self) -> Option<Colour> {
        self.state.ahead.due.iter().next()
    }

    /// Draws a tile ahead; `false` if it cannot be drawn now.
    pub(super) fn take_ahead(&mut self, colour: Colour, kind: TileKind) -> bool {
        let taken = self.bag.take(kind);
        if taken {
            self.state.ahead.due.remove(colour);
            self.state.ahead.tiles[colour] = Some(kind);
            self.state.fresh = Hand::of(kind);
        }
        taken
    }

    /// Ends the turn of the colour to move, which draws ahead if the rules say so.
    pub(crate) fn end_turn(&mut self) {
        if let (true, Some(colour)) = (self.rules().draw_ahead, self.to_move()) {
            self.state.ahead.due.insert(colour);
        }
        self.pass_on();
        self.state.needs_draw = true;
    }

    /// Ends a double turn without its second part. The tiles for it stay in the hand; where colours draw ahead, the tile is the next
    /// of its colour.
    pub(crate) fn end_without_second_part(&mut self) {
        self.state.fresh = Hand::EMPTY;
        let tile = self.hand().first().copied();
        match self.to_move().filter(|_| self.rules().draw_ahead).zip(tile) {
            Some((colour, _)) => {
                self.state.ahead.tiles[colour] = tile;
                self.state.hand = Hand::EMPTY;
                self.pass_on();
                self.state.needs_draw = true;
            }
            None => self.end_turn(),
        }
    }

    /// A colour that is out draws no more, and its tile goes back into the bag.
    pub(crate) fn return_ahead(&mut self, colour: Colour) {
        self.state.ahead.due.remove(colour);
        if let Some(kind) = self.state.ahead.tiles[colour].take() {
            self.bag.put_back(kind);
        }
    }

    /// Gives the colour to move its tile, when all colours have drawn that have to. Colours without a tile are passed over if nothing
    /// is left to draw; when none has one, the game ends. `false` if a draw ahead comes first, or the game ends.
    pub(super) fn begin_turn(&mut self) -> bool {
        loop {
            if self.bag.left() == 0 {
                self.state.ahead.due = ColourSet::EMPTY;
            }
            if self.state.ahead.is_due() {
                self.state.needs_draw = true;
                return false;
            }
            let Phase::Playing { to_move, second_part } = self.state.phase else { return false };
            let next = self.state.ahead.tiles[to_move].filter(|_| self.state.hand.is_empty() && !second_part);
            if let Some(kind) = next {
                self.state.ahead.tiles[to_move] = None;
                self.state.hand = Hand::of(kind);
                self.state.fresh = Hand::of(kind);
            }
            if !self.state.hand.is_empty() || self.bag.left() > 0 && self.can_continue() {
                return true;
            }
            if second_part {
                self.end_turn();
            } else if self.state.ahead.is_empty() {
                self.end(EndReason::BagEmpty);
                return false;
            } else {
                self.pass_on();
            }
        }
    }

    /// Sets the hand of the colour to move aside if it can't be placed, and passes over colours that can't draw another tile. A game
    /// leaves that to the draw, since the event of the draw says it.
    pub(super) fn clear_unplayable(&mut self) {
        while self.needs_draw() && !self.state.ahead.is_due() && !self.state.hand.is_empty() {
            self.clear_hand();
            self.prepare_hand();
        }
    }
}
