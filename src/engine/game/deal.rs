//! Draws: the dealer's, and those of events.

use super::{Due, Game, Mismatch};
use crate::bag::Bag;
use crate::catalogue::TileKind;
use crate::draw::Dealer;
use crate::event::Event;
use crate::seat::Colour;

impl Game {
    /// The dealer's next draw.
    pub(super) fn deal(&mut self, dealer: &Dealer) -> Result<Event, Mismatch> {
        let colour = self.drawing_by_name();
        let discarded = self.fill(|bag, number| {
            let choices = bag.choices();
            (choices > 0).then(|| bag.pick(dealer.choose(number, choices))).flatten()
        })?;
        self.events += 1;
        let tiles = self.drawn_tiles().to_vec();
        self.proceed();
        Ok(Event::Draw { colour, tiles, discarded })
    }

    /// The dealer's next draw, if one is due. Does not change the game.
    pub(crate) fn fair_draw(&self, dealer: &Dealer) -> Result<Option<Event>, Mismatch> {
        matches!(self.due(), Due::Draw).then(|| self.clone().deal(dealer)).transpose()
    }

    /// Applies the dealer's next draw, if one is due.
    pub(crate) fn draw_fairly(&mut self, dealer: &Dealer) -> Result<(), Mismatch> {
        while matches!(self.due(), Due::Draw) {
            self.deal(dealer)?;
        }
        Ok(())
    }

    /// The colour that the event of the next draw names.
    pub(super) fn drawing_by_name(&self) -> Option<Colour> {
        self.drawing().filter(|_| self.rules().draw_ahead)
    }

    pub(super) fn check_drawing(&self, colour: Option<Colour>) -> Result<(), Mismatch> {
        match self.drawing_by_name() {
            Some(expected) if colour != Some(expected) => Err(Mismatch::NotDrawing(expected)),
            None if colour.is_some() => Err(Mismatch::NoColour),
            _ => Ok(()),
        }
    }

    /// Whether it replays a record without draws.
    pub(crate) const fn leaves_out_draws(&self) -> bool {
        self.implied.draws
    }

    /// Fills the hand with the tiles of an event, and refuses tiles that the rules do not allow.
    pub(super) fn apply_draw(&mut self, tiles: &[TileKind], discarded: &[TileKind]) -> Result<(), Mismatch> {
        let mut order = self.order_of_draw(tiles, discarded);
        let set_aside = self.fill(|_, _| order.next())?;
        if self.drawn_tiles() != tiles || set_aside != discarded {
            return Err(Mismatch::Draw { tiles: self.drawn_tiles().to_vec(), discarded: set_aside });
        }
        Ok(())
    }

    /// Fills the hand, and ends the game if that is impossible. `next` names each tile by the number of its draw. Returns those
    /// that were set aside.
    pub(super) fn fill(
        &mut self,
        mut next: impl FnMut(&Bag, u32) -> Option<TileKind>,
    ) -> Result<Vec<TileKind>, Mismatch> {
        let number = &mut self.drawn;
        let discarded = self.position.fill(|bag| {
            let kind = next(bag, *number);
            *number += 1;
            kind
        })?;
        if let Some(reason) = self.position.state.ending {
            self.begin_end(reason);
        }
        Ok(discarded)
    }

    /// The new tiles of the hand, or the one that was drawn ahead.
    pub(super) fn drawn_tiles(&self) -> &[TileKind] {
        &self.position.state.fresh
    }
}
