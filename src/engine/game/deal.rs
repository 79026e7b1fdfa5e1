//! Filling the hand.

use super::super::bag::Bag;
use super::super::catalogue::TileKind;
use super::super::draw::Dealer;
use super::super::event::{EndReason, Event};
use super::super::ruleset::Unplaceable;
use super::super::tile::TileSet;
use super::legal;
use super::mismatch::Mismatch;
use super::{Due, Game};

impl Game {
    /// Fills the hand with the dealer's draws.
    pub(super) fn deal(&mut self, dealer: &Dealer) -> Result<Event, Mismatch> {
        let (tiles, discarded) = self.fill(|bag, number| {
            let choices = bag.choices();
            (choices > 0).then(|| bag.pick(dealer.choose(number, choices))).flatten()
        })?;
        self.events += 1;
        Ok(Event::Draw { tiles, discarded })
    }

    /// The dealer's next draw, if one is due. Does not change the game.
    pub(in crate::engine) fn fair_draw(&self, dealer: &Dealer) -> Result<Option<Event>, Mismatch> {
        matches!(self.due(), Due::Draw).then(|| self.clone().deal(dealer)).transpose()
    }

    /// Applies the dealer's next draw, if one is due.
    pub(in crate::engine) fn draw_fairly(&mut self, dealer: &Dealer) -> Result<(), Mismatch> {
        while matches!(self.due(), Due::Draw) {
            self.deal(dealer)?;
            self.proceed();
        }
        Ok(())
    }

    /// Whether it replays a record without draws.
    pub(in crate::engine) const fn leaves_out_draws(&self) -> bool {
        self.omitted.draws
    }

    /// Fills the hand with the tiles of an event, and refuses tiles that the rules do not allow.
    pub(super) fn apply_draw(&mut self, tiles: &[TileKind], discarded: &[TileKind]) -> Result<(), Mismatch> {
        let mut order = self.order_of_draw(tiles, discarded);
        let filled = self.fill(|_, _| order.next())?;
        if filled.0 != tiles || filled.1 != discarded {
            return Err(Mismatch::Draw { tiles: filled.0, discarded: filled.1 });
        }
        Ok(())
    }

    /// Draws one tile for analysis, whatever the size of the hand.
    pub(in crate::engine) fn give(&mut self, kind: TileKind) -> Result<(), Mismatch> {
        if !self.bag.take(kind) {
            return Err(Mismatch::NotInBag(kind));
        }
        self.drawn += 1;
        self.hand.push(kind);
        self.needs_draw = false;
        Ok(())
    }

    /// Draws until the hand is full and playable, or nothing is left to draw. `next` names each tile.
    pub(super) fn fill(
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

    /// Whether an unplaceable tile is returned to the bag.
    pub(super) fn goes_back(&self, kind: TileKind) -> bool {
        let rules = self.rules();
        rules.unplaceable == Unplaceable::PutBack && (rules.earlier_river || !is_river(kind))
    }

    /// Sets a drawn tile aside for good. A river tile is replaced by one that was held back, so that rounds stay equal.
    pub(super) fn set_aside(&mut self, kind: TileKind) {
        self.discarded.push(kind);
        if is_river(kind) && !self.rules().earlier_river {
            self.bag.replace();
        }
    }

    /// River tiles come before all others and the lake comes alone, so neither shares a hand with what follows.
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

    /// An unplaceable river tile is set aside under all rules.
    pub(super) fn ends_as_tie(&self) -> bool {
        self.rules().unplaceable == Unplaceable::EndAsTie && !self.hand.iter().any(|kind| is_river(*kind))
    }

    fn hand_is_playable(&self) -> bool {
        self.hand.iter().any(|&kind| legal::is_placeable(self, kind))
    }

    /// Whether any kind in the bag can be placed. Where tiles are returned to the bag, drawing might otherwise never end.
    pub(super) fn can_continue(&self) -> bool {
        self.rules().unplaceable != Unplaceable::PutBack
            || self.bag.kinds().any(|kind| !self.goes_back(kind) || legal::is_placeable(self, kind))
    }

    /// Called when everything owed has been scored: finds out whether the next hand needs a draw, and whether one is possible.
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
