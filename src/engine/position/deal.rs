//! Filling the hand.

use super::{Hand, Position, legal};
use crate::bag::Bag;
use crate::catalogue::TileKind;
use crate::event::EndReason;
use crate::ruleset::Unplaceable;
use crate::tile::TileSet;

/// Why a tile that was named can't be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DrawError {
    /// No tile was named, though one is due.
    TooFewDrawn,
    NotInBag(TileKind),
}

impl Position {
    /// Draws until the hand is full and playable, or nothing is left to draw; then the game ends. `next` names each tile.
    /// Returns the tiles that were set aside or put back; those that stay are fresh.
    ///
    /// Where colours draw ahead, it is one draw: of the next tile of a colour, or to the hand. What follows is left to
    /// [`Position::prepare_hand`].
    pub(crate) fn fill(
        &mut self,
        mut next: impl FnMut(&Bag) -> Option<TileKind>,
    ) -> Result<Vec<TileKind>, DrawError> {
        if let Some(colour) = self.draws_ahead() {
            let kind = next(&self.bag).ok_or(DrawError::TooFewDrawn)?;
            return if self.take_ahead(colour, kind) {
                Ok(Vec::new())
            } else {
                Err(DrawError::NotInBag(kind))
            };
        }
        let mut set_aside = Vec::new();
        self.state.fresh = Hand::EMPTY;
        let reason = loop {
            while self.draws_more() {
                let kind = next(&self.bag).ok_or(DrawError::TooFewDrawn)?;
                if !self.take(kind) {
                    return Err(DrawError::NotInBag(kind));
                }
            }
            if self.hand_is_playable() {
                self.state.needs_draw = false;
                return Ok(set_aside);
            }
            if self.state.hand.is_empty() {
                break EndReason::BagEmpty;
            }
            if self.ends_as_tie() {
                break EndReason::HandUnplayable;
            }
            set_aside.extend_from_slice(&self.state.hand);
            self.clear_hand();
            if !self.can_continue() {
                break EndReason::BagEmpty;
            }
        };
        // Others may still have a tile.
        if !self.rules().draw_ahead || reason != EndReason::BagEmpty {
            self.end(reason);
        }
        Ok(set_aside)
    }

    /// Whether the hand has room for a tile of the bag.
    pub(super) fn draws_more(&self) -> bool {
        self.state.hand.len() < self.hand_size() && self.may_draw()
    }

    /// Moves a tile from the bag to the hand; `false` if it cannot be drawn now.
    pub(crate) fn take(&mut self, kind: TileKind) -> bool {
        let taken = self.bag.take(kind);
        if taken {
            self.state.hand.push(kind);
            self.state.fresh.push(kind);
        }
        taken
    }

    /// Sets an unplayable hand aside, or puts it back.
    pub(super) fn clear_hand(&mut self) {
        for &kind in &*std::mem::replace(&mut self.state.hand, Hand::EMPTY) {
            if self.goes_back(kind) {
                self.bag.put_back(kind);
            } else {
                self.set_aside(kind);
            }
        }
        self.state.fresh = Hand::EMPTY;
    }

    /// Whether an unplaceable tile is returned to the bag.
    pub(crate) fn goes_back(&self, kind: TileKind) -> bool {
        let rules = self.rules();
        rules.unplaceable == Unplaceable::PutBack && (rules.earlier_river || !is_river(kind))
    }

    /// Sets a drawn tile aside for good. A river tile is replaced by one that was held back, so that rounds stay equal.
    pub(crate) fn set_aside(&mut self, kind: TileKind) {
        self.discarded.push(kind);
        if is_river(kind) && !self.rules().earlier_river {
            self.bag.replace();
        }
    }

    /// Returns the tiles drawn for this turn to the bag.
    pub(crate) fn return_fresh(&mut self) {
        for &kind in &*std::mem::replace(&mut self.state.fresh, Hand::EMPTY) {
            if let Some(place) = self.state.hand.iter().rposition(|&held| held == kind) {
                self.state.hand.remove(place);
                self.bag.put_back(kind);
            }
        }
    }

    /// River tiles come before all others and the lake comes alone, so neither shares a hand with what follows.
    fn may_draw(&self) -> bool {
        if self.bag.left() == 0 {
            return false;
        }
        let holds_river = self.state.hand.first().is_some_and(|kind| is_river(*kind));
        if self.bag.in_river() {
            self.state.hand.is_empty() || (holds_river && !self.bag.only_lake())
        } else {
            !holds_river
        }
    }

    /// An unplaceable river tile is set aside under all rules.
    pub(super) fn ends_as_tie(&self) -> bool {
        self.rules().unplaceable == Unplaceable::EndAsTie
            && !self.state.hand.iter().any(|kind| is_river(*kind))
    }

    pub(super) fn hand_is_playable(&self) -> bool {
        self.state.hand.iter().any(|&kind| legal::is_placeable(self, kind))
    }

    /// Whether any kind in the bag can be placed. Where tiles are returned to the bag, drawing might otherwise never end.
    pub(crate) fn can_continue(&self) -> bool {
        self.rules().unplaceable != Unplaceable::PutBack
            || self.bag.kinds().any(|kind| !self.goes_back(kind) || legal::is_placeable(self, kind))
    }

    /// Called when everything owed has been scored: finds out whether the next hand needs a draw, and whether one is possible.
    pub(crate) fn prepare_hand(&mut self) {
        if self.rules().draw_ahead && !self.begin_turn() {
            return;
        }
        if self.state.hand.is_empty() && (self.bag.left() == 0 || !self.can_continue()) {
            self.end(EndReason::BagEmpty);
        } else if self.draws_more() {
            self.state.needs_draw = true;
        } else if self.hand_is_playable() {
            self.state.needs_draw = false;
        } else if self.ends_as_tie() {
            self.end(EndReason::HandUnplayable);
        } else {
            self.state.needs_draw = true;
        }
    }
}

pub(crate) fn is_river(kind: TileKind) -> bool {
    kind.def().set == TileSet::River
}
