//! The chances of open cells: how many of the tiles still to be drawn fit there.

use arrayvec::ArrayVec;

use super::Weights;
use engine::{BagRule, Board, Cell, FeatureId, Position, TileKind, TileSet, Wanted};

/// Fitting tiles beyond this many make no difference.
const MOST_FITTING: usize = 64;

/// The open cells of a feature that are looked at.
const MOST_CELLS: usize = 16;

/// The open cells of a road or city, each once.
pub type OpenCells = ArrayVec<Cell, MOST_CELLS>;

/// What a feature needs a cell for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    City,
    Road,
    Cloister,
}

/// The tiles still to be drawn. The same for all turns that are compared, since none of them draws.
pub struct Odds {
    /// The chance that so many fitting tiles leave a cell empty, by [`Need`].
    empty: [[f64; MOST_FITTING + 1]; 3],
    /// Tiles by kind.
    counts: [i16; TileKind::COUNT],
    /// Tiles that fit a cell, by [`Wanted::index`].
    fitting: [i16; Wanted::COUNT],
    /// The part of them that is expected to be drawn.
    part: f64,
    /// Draws still to come.
    pub draws: f64,
    /// From 1 at the beginning of the game to 0 at its end.
    pub share_left: f64,
    /// What a follower in supply counts now, as a part of what it counts at the beginning.
    pub follower: f64,
    /// How many seats take turns.
    seats: f64,
    followers_late: f64,
    hurry: f64,
}

impl Odds {
    #[expect(clippy::cast_precision_loss, reason = "at most six")]
    pub fn of(position: &Position, weights: &Weights) -> Self {
        let mut odds = Self {
            empty: [weights.city_cell, weights.road_cell, weights.cloister_cell].map(empty),
            counts: [0; TileKind::COUNT],
            fitting: [0; Wanted::COUNT],
            part: 1.0,
            draws: 0.0,
            share_left: 0.0,
            follower: 0.0,
            seats: position.header().seats.len() as f64,
            followers_late: weights.followers_late,
            hurry: weights.hurry,
        };
        odds.refresh(position);
        odds
    }

    /// Looks at another position.
    #[expect(clippy::cast_precision_loss, reason = "a few hundred tiles")]
    pub fn refresh(&mut self, position: &Position) {
        let uniform = position.rules().bag == BagRule::Uniform;
        let mut all = 0.0;
        for (kind, &unseen) in TileKind::all().zip(position.unseen()) {
            let count = match i16::try_from(unseen).unwrap_or(i16::MAX) {
                0 => 0,
                _ if uniform => 1,
                _ if kind.def().set == TileSet::River => 0,
                unseen => unseen,
            };
            all += f64::from(count);
            let known = &mut self.counts[kind.index()];
            if *known != count {
                kind.fits().add_to(&mut self.fitting, count - *known);
                *known = count;
            }
        }
        if position.rules().draw_ahead && !uniform {
            // Those that colours have drawn ahead are still to come too.
            for kind in position.tiles_ahead() {
                if kind.def().set != TileSet::River {
                    all += 1.0;
                    kind.fits().add_to(&mut self.fitting, 1);
                    self.counts[kind.index()] += 1;
                }
            }
        }
        self.draws = position.tiles_to_come() as f64;
        // Some tiles of a bag may never be drawn, and one that never runs out is drawn from again and again.
        self.part = match self.draws / all {
            _ if all <= 0.0 => 0.0,
            part if uniform => part,
            part => part.min(1.0),
        };
        let placed = f64::from(position.turns());
        self.share_left = (self.draws / (self.draws + placed).max(1.0)).min(1.0);
        self.follower = self.share_left * (1.0 + self.followers_late * (1.0 - self.share_left));
    }

    /// The chance that a cell is filled which its neighbours restrict like this.
    pub fn filled(&self, wanted: Wanted, need: Need) -> f64 {
        let tiles = f64::from(self.fitting[wanted.index()]) * self.part;
        1.0 - between(&self.empty[need as usize], tiles)
    }

    /// The chance that a road or city is completed, and the number of its open cells.
    #[expect(clippy::cast_precision_loss, reason = "a few cells")]
    pub fn completed(&self, board: &Board, feature: FeatureId, need: Need) -> (f64, f64) {
        let mut cells = OpenCells::new();
        collect_open_cells(board, feature, &mut cells);
        let chance: f64 = cells.iter().map(|&cell| self.filled(board.wanted_code(cell), need)).product();
        (chance * self.time(cells.len() as f64), cells.len() as f64)
    }

    /// How much of the chance is left to complete a feature with that many open cells, for lack of draws.
    pub fn time(&self, cells: f64) -> f64 {
        // A seat that wants it completed has one draw a round.
        if self.draws < cells {
            0.0
        } else if self.draws / self.seats < cells + 1.0 {
            self.hurry
        } else {
            1.0
        }
    }
}

/// The chance that a cell stays empty, by the number of fitting tiles, if each fills it with the chance `each`. Multiplied, because
/// powers differ from machine to machine.
fn empty(each: f64) -> [f64; MOST_FITTING + 1] {
    let mut empty = [1.0; MOST_FITTING + 1];
    for tiles in 1..empty.len() {
        empty[tiles] = empty[tiles - 1] * (1.0 - each);
    }
    empty
}

/// The entry of a table at a number that need not be whole.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "within the table"
)]
fn between(table: &[f64; MOST_FITTING + 1], at: f64) -> f64 {
    let below = (at as usize).min(MOST_FITTING - 1);
    let part = (at - below as f64).min(1.0);
    table[below] + (table[below + 1] - table[below]) * part
}

/// Adds the empty cells at the open sides of a road or city.
pub fn collect_open_cells(board: &Board, feature: FeatureId, cells: &mut OpenCells) {
    board.each_open_cell(feature, |cell| {
        if !cells.contains(&cell) && !cells.is_full() {
            cells.push(cell);
        }
    });
}
