//! Records without draws: which draws there must have been. A turn is accepted if the rules allow its tile to come now after
//! some sequence of draws, and the end if they allow the game to end. So no record is valid only because it omits its draws.

use super::{Game, Mismatch};
use crate::catalogue::TileKind;
use crate::event::EndReason;
use crate::position::{is_river, legal};
use crate::ruleset::Unplaceable;

// A bit for each kind.
const _: () = assert!(TileKind::COUNT <= 128);

const fn bit(kind: TileKind) -> u128 {
    1 << kind.index()
}

impl Game {
    /// Draws the tile of the next turn, and sets aside unplaceable river tiles that came before it.
    pub(super) fn draw_unrecorded(&mut self, kind: TileKind) -> Result<(), Mismatch> {
        if self.position.bag.unseen(kind) == 0 || self.position.bag.left() == 0 {
            return Err(Mismatch::NotInBag(kind));
        }
        self.record_passed_over();
        if let Some(due) = self.end_river_before(Some(kind)) {
            return Err(Mismatch::ComesLater(kind, due));
        }
        if !self.position.bag.take(kind) {
            return Err(Mismatch::NotInBag(kind));
        }
        self.drawn += 1;
        self.position.state.hand.push(kind);
        Ok(())
    }

    /// Notes which tiles may be drawn and set aside now because they are unplaceable.
    fn record_passed_over(&mut self) {
        let discards = |kind| match self.rules().unplaceable {
            Unplaceable::Discard => true,
            Unplaceable::PutBack => !self.goes_back(kind),
            Unplaceable::EndAsTie => is_river(kind),
        };
        let may_come =
            self.position.bag.kinds().filter(|&kind| discards(kind) && !legal::is_placeable(self, kind));
        let (mut kinds, mut tiles) = (0, 0);
        for kind in may_come {
            kinds |= bit(kind);
            tiles += usize::from(self.position.bag.unseen(kind));
        }
        // A hand is set aside as a whole, so there must be enough of them to fill one.
        let river =
            self.position.bag.river().map(|kind| usize::from(self.position.bag.unseen(kind))).sum::<usize>();
        let most = match river {
            0 => self.position.bag.left(),
            1 => 1,
            more => more - 1,
        };
        if tiles >= self.hand_size().min(most) {
            self.passed_over |= kinds;
        }
    }

    /// Sets aside the river tiles that must have been drawn before a tile of `kind`, or before the end. Returns a tile that
    /// cannot have been set aside, if there is one.
    fn end_river_before(&mut self, kind: Option<TileKind>) -> Option<TileKind> {
        let river: Vec<TileKind> = self.position.bag.river().collect();
        let (&last, others) = river.split_last()?;
        let waits_for =
            |wanted: TileKind| kind != Some(wanted) && !kind.is_some_and(|kind| others.contains(&kind));
        for &other in others {
            if waits_for(other) {
                if self.passed_over & bit(other) == 0 {
                    return Some(other);
                }
                self.pass_over(other);
            }
        }
        if waits_for(last) {
            // The lake comes when the rest is gone; nothing has been placed since.
            self.record_passed_over();
            if self.passed_over & bit(last) == 0 {
                return Some(last);
            }
            self.pass_over(last);
        }
        None
    }

    fn pass_over(&mut self, kind: TileKind) {
        while self.position.bag.take(kind) {
            self.drawn += 1;
            self.position.set_aside(kind);
        }
    }

    /// Begins the final scoring of a record without draws, if the game can have ended here; returns whether it can.
    pub(super) fn end_unrecorded(&mut self) -> bool {
        if !self.implied.draws || self.is_finished() || self.position.state.ending.is_some() {
            return false;
        }
        let mut after = self.clone();
        let Some(reason) = after.reason_to_end() else { return false };
        *self = after;
        self.begin_end(reason);
        true
    }

    fn reason_to_end(&mut self) -> Option<EndReason> {
        if !self.can_continue() {
            return Some(EndReason::BagEmpty);
        }
        self.record_passed_over();
        if self.end_river_before(None).is_some() {
            return None;
        }
        if !self.can_continue() || self.position.bag.left() == 0 {
            return Some(EndReason::BagEmpty);
        }
        self.record_passed_over();
        let tiles = |wanted: &dyn Fn(TileKind) -> bool| -> usize {
            self.position
                .bag
                .kinds()
                .filter(|&kind| wanted(kind))
                .map(|kind| usize::from(self.position.bag.unseen(kind)))
                .sum()
        };
        match self.rules().unplaceable {
            Unplaceable::PutBack => None,
            Unplaceable::Discard => {
                let set_aside = tiles(&|kind| self.passed_over & bit(kind) != 0);
                (set_aside >= self.position.bag.left()).then_some(EndReason::BagEmpty)
            }
            Unplaceable::EndAsTie => {
                let unplaceable = tiles(&|kind| !legal::is_placeable(self, kind));
                let hand = self.hand_size().min(self.position.bag.left());
                (unplaceable >= hand).then_some(EndReason::HandUnplayable)
            }
        }
    }
}
