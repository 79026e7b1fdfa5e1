//! How the hand is filled.

use super::super::bag::Bag;
use super::super::catalogue::TileKind;
use super::super::draw::Dealer;
use super::super::event::{EndReason, Event};
use super::super::ruleset::Unplaceable;
use super::super::tile::TileSet;
use super::apply::Mismatch;
use super::legal;
use super::{Due, Game};

impl Game {
    /// Fills the hand with the tiles that the dealer draws.
    pub(super) fn deal(&mut self, dealer: &Dealer) -> Result<Event, Mismatch> {
        let (tiles, discarded) = self.fill(|bag, number| {
            let choices = bag.choices();
            (choices > 0).then(|| bag.pick(dealer.choose(number, choices))).flatten()
        })?;
        self.events += 1;
        Ok(Event::Draw { tiles, discarded })
    }

    /// The draw that the dealer makes now, if one is due; the game does not change.
    pub(in crate::engine) fn fair_draw(&self, dealer: &Dealer) -> Result<Option<Event>, Mismatch> {
        matches!(self.due(), Due::Draw).then(|| self.clone().deal(dealer)).transpose()
    }

    /// Makes the draw that the dealer makes now, if one is due.
    pub(in crate::engine) fn draw_fairly(&mut self, dealer: &Dealer) -> Result<(), Mismatch> {
        while matches!(self.due(), Due::Draw) {
            self.deal(dealer)?;
            self.proceed();
        }
        Ok(())
    }

    /// Whether it follows a record without draws.
    pub(in crate::engine) const fn leaves_out_draws(&self) -> bool {
        self.omitted.draws
    }

    /// Fills the hand with the tiles of an event, and refuses others than those that the rules let come.
    pub(super) fn apply_draw(&mut self, tiles: &[TileKind], discarded: &[TileKind]) -> Result<(), Mismatch> {
        // Tiles that lay in the hand already were not drawn now, though they may be set aside now.
        let held = if discarded.is_empty() { 0 } else { self.hand.len().min(discarded.len()) };
        let mut sequence = discarded[held..].iter().chain(tiles);
        let filled = self.fill(|_, _| sequence.next().copied())?;
        if filled.0 != tiles || filled.1 != discarded {
            return Err(Mismatch::Draw { tiles: filled.0, discarded: filled.1 });
        }
        Ok(())
    }

    /// Draws one tile, whatever the size of the hand, to see what can be done with it.
    pub(in crate::engine) fn give(&mut self, kind: TileKind) -> Result<(), Mismatch> {
        if !self.bag.take(kind) {
            return Err(Mismatch::NotInBag(kind));
        }
        self.drawn += 1;
        self.hand.push(kind);
        self.needs_draw = false;
        Ok(())
    }

    /// Draws until the hand is full and playable, or nothing can come any more. `next` names each tile.
    fn fill(
        &mut self,
        mut next: impl FnMut(&Bag, u32) -> Option<TileKind>,
    ) -> Result<(Vec<TileKind>, Vec<TileKind>), Mismatch> {
        let (mut tiles, mut set_aside) = (Vec::new(), Vec::new());
        let size = self.hand_size();
        loop {
            while self.hand.len() < size && self.may_draw() {
                let kind = next(&self.bag, self.drawn).ok_or(Mismatch::TooFewDrawn)?;
                if !self.bag.take(kind) {
                    return Err(Mismatch::NotInBag(kind));
                }
                self.drawn += 1;
                self.hand.push(kind);
                tiles.push(kind);
            }
            if self.hand.is_empty() || self.hand_is_playable() || self.ends_as_tie() {
                break;
            }
            for kind in std::mem::take(&mut self.hand) {
                if self.goes_back(kind) {
                    self.bag.put_back(kind);
                } else {
                    self.set_aside(kind);
                }
                set_aside.push(kind);
            }
            tiles.clear();
            if !self.can_continue() {
                break;
            }
        }
        self.fresh = tiles.iter().copied().collect();
        self.needs_draw = false;
        if self.hand.is_empty() {
            self.begin_end(EndReason::BagEmpty);
        } else if !self.hand_is_playable() {
            self.begin_end(EndReason::HandUnplayable);
        }
        Ok((tiles, set_aside))
    }

    /// Whether a tile that fits nowhere goes back into the bag.
    pub(super) fn goes_back(&self, kind: TileKind) -> bool {
        let rules = self.rules();
        rules.unplaceable == Unplaceable::PutBack && (rules.earlier_river || !is_river(kind))
    }

    /// Sets a drawn tile aside for good. For one of the river a tile comes that was held back, so that the rounds stay equal.
    pub(super) fn set_aside(&mut self, kind: TileKind) {
        self.discarded.push(kind);
        if is_river(kind) && !self.rules().earlier_river {
            self.bag.replace();
        }
    }

    /// River tiles come before all others and the lake alone, so neither shares a hand with what follows.
    fn may_draw(&self) -> bool {
        if self.bag.left() == 0 {
            return false;
        }
        let holds_river = self.hand.first().is_some_and(|kind| is_river(*kind));
        if self.bag.in_river() {
            self.hand.is_empty() || (holds_river && !self.bag.only_lake())
        } else {
            !holds_river
        }
    }

    /// A river tile that cannot be placed is set aside under all rules.
    pub(super) fn ends_as_tie(&self) -> bool {
        self.rules().unplaceable == Unplaceable::EndAsTie && !self.hand.iter().any(|kind| is_river(*kind))
    }

    fn hand_is_playable(&self) -> bool {
        self.hand.iter().any(|&kind| legal::is_placeable(self, kind))
    }

    /// Where tiles go back into the bag, drawing could go on for ever: whether any kind in it can be placed.
    pub(super) fn can_continue(&self) -> bool {
        self.rules().unplaceable != Unplaceable::PutBack
            || self.bag.kinds().any(|kind| !self.goes_back(kind) || legal::is_placeable(self, kind))
    }

    /// Called when all that a turn owes has come: looks whether the next hand needs a draw, and whether there is one.
    pub(super) fn prepare_hand(&mut self) {
        if self.omitted.draws {
            self.needs_draw = true;
            if self.bag.left() == 0 {
                self.begin_end(EndReason::BagEmpty);
            }
        } else if self.hand.is_empty() && (self.bag.left() == 0 || !self.can_continue()) {
            self.begin_end(EndReason::BagEmpty);
        } else if self.hand.len() < self.hand_size() && self.may_draw() {
            self.needs_draw = true;
        } else if self.hand_is_playable() {
            self.needs_draw = false;
        } else if self.ends_as_tie() {
            self.begin_end(EndReason::HandUnplayable);
        } else {
            self.needs_draw = true;
        }
    }
}

pub(super) fn is_river(kind: TileKind) -> bool {
    kind.def().set == TileSet::River
}
