//! What can be drawn in the next round.

use crate::odds::Fitting;
use engine::{BagRule, Game, TileKind, TileSet, Unplaceable, legal};

/// The draws of the next round, one turn per colour: first river tiles, then the lake, then all other tiles.
pub(super) struct Round {
    river: DrawPool,
    lake: DrawPool,
    others: DrawPool,
}

/// Draws from the same set of tiles.
pub(super) struct DrawPool {
    /// Kinds that can be drawn, with their number of unseen tiles.
    pub tiles: Vec<(TileKind, u16)>,
    pub draws: usize,
    /// Whether a drawn tile can be drawn again.
    endless: bool,
}

impl DrawPool {
    fn all(&self) -> usize {
        self.tiles.iter().map(|&(_, unseen)| usize::from(unseen)).sum()
    }

    fn goes_on(&self) -> bool {
        if self.endless { !self.tiles.is_empty() } else { self.draws < self.all() }
    }

    /// The chance that none of the draws is one of these kinds.
    pub fn chance_of_none(&self, fitting: &[Fitting]) -> f64 {
        if self.endless {
            let all = self.tiles.len();
            return (0..self.draws).map(|_| share(all - fitting.len(), all)).product();
        }
        let all = self.all();
        let others = all - fitting.iter().map(|fitting| usize::from(fitting.unseen)).sum::<usize>();
        (0..self.draws).map(|drawn| share(others.saturating_sub(drawn), all.saturating_sub(drawn))).product()
    }
}

impl Round {
    pub fn of(game: &Game) -> Self {
        let size = game.hand_size();
        let rules = game.rules();
        let tiles = |wanted: &dyn Fn(TileKind) -> bool, passes_over: bool| {
            let unseen = TileKind::all().map(|kind| (kind, game.unseen()[kind.index()]));
            let come = unseen.filter(|&(kind, unseen)| unseen > 0 && wanted(kind));
            come.filter(|&(kind, _)| !passes_over || legal::is_placeable(game, kind)).collect()
        };
        // In a larger hand, an unplaceable tile stays until all of them are unplaceable.
        let passes_over = size == 1 && rules.unplaceable != Unplaceable::EndAsTie;
        let endless = rules.bag == BagRule::Uniform;
        let river = |kind: TileKind| kind.def().set == TileSet::River;
        let pool = |tiles, endless| DrawPool { tiles, draws: 0, endless };
        let mut round = Self {
            river: pool(tiles(&|kind| river(kind) && kind.def().river().count() > 1, size == 1), false),
            lake: pool(tiles(&|kind| river(kind) && kind.def().river().count() == 1, size == 1), false),
            others: pool(tiles(&|kind| !river(kind), passes_over), endless),
        };
        if game.is_finished() {
            return round;
        }
        let mut hand = game.hand().len();
        let mut holds_river = game.hand().first().is_some_and(|&kind| river(kind));
        let mut left = game.tiles_left();
        for _ in game.colours().filter(|&colour| !game.is_out(colour)) {
            hand = hand.saturating_sub(1);
            while hand < size && left > 0 {
                let pool = if round.river.goes_on() && (hand == 0 || holds_river) {
                    holds_river = true;
                    &mut round.river
                } else if round.river.goes_on() || (holds_river && hand > 0) {
                    break;
                } else if round.lake.goes_on() {
                    holds_river = true;
                    &mut round.lake
                } else if round.others.goes_on() {
                    holds_river = false;
                    &mut round.others
                } else {
                    break;
                };
                pool.draws += 1;
                hand += 1;
                left -= 1;
            }
        }
        round
    }

    pub const fn pools(&self) -> [&DrawPool; 3] {
        [&self.river, &self.lake, &self.others]
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few hundred tiles")]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}
