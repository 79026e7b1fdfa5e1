//! The chances of open cells: how many of the tiles still to be drawn fit there.

use crate::engine::{BagRule, Board, Cell, Edge, FeatureId, Position, Rotation, TileKind, TileSet};

/// The combinations of edges that a cell can require: one of four, or none, on each side.
const PATTERNS: usize = 5_usize.pow(4);

/// The tiles still to be drawn. The same for all turns that are compared, since none of them draws.
pub struct Odds {
    /// The kinds, and how many of each are expected.
    kinds: Vec<(TileKind, f64)>,
    /// Fitting tiles by [`pattern`]; negative where not yet counted.
    fitting: [f64; PATTERNS],
    /// Draws still to come.
    pub draws: f64,
    /// From 1 at the beginning of the game to 0 at its end.
    pub share_left: f64,
}

fn pattern(wanted: [Option<Edge>; 4]) -> usize {
    wanted.iter().fold(0, |pattern, edge| pattern * 5 + edge.map_or(0, |edge| edge as usize))
}

#[allow(clippy::cast_precision_loss, reason = "a few hundred tiles")]
impl Odds {
    pub fn of(position: &Position) -> Self {
        let uniform = position.rules().bag == BagRule::Uniform;
        let weigh = |kind: TileKind| match position.unseen()[kind.index()] {
            0 => 0.0,
            _ if uniform => 1.0,
            _ if kind.def().set == TileSet::River => 0.0,
            unseen => f64::from(unseen),
        };
        let kinds = TileKind::all().map(|kind| (kind, weigh(kind))).filter(|&(_, weight)| weight > 0.0);
        let mut kinds: Vec<(TileKind, f64)> = kinds.collect();
        let all: f64 = kinds.iter().map(|(_, weight)| weight).sum();
        let draws = position.tiles_left() as f64;
        // Some tiles of a bag may never be drawn, and one that never runs out is drawn from again and again.
        let part = if uniform { draws / all } else { (draws / all).min(1.0) };
        for (_, weight) in &mut kinds {
            *weight *= part;
        }
        let placed = f64::from(position.turns());
        Self {
            kinds,
            fitting: [-1.0; PATTERNS],
            draws,
            share_left: (draws / (draws + placed).max(1.0)).min(1.0),
        }
    }

    /// How many tiles that fit are still to be drawn.
    pub fn fitting(&mut self, wanted: [Option<Edge>; 4]) -> f64 {
        let pattern = pattern(wanted);
        if self.fitting[pattern] < 0.0 {
            let fits = |kind: TileKind| {
                Rotation::ALL.into_iter().any(|rotation| {
                    wanted
                        .iter()
                        .zip(kind.edges(rotation))
                        .all(|(wanted, edge)| wanted.is_none_or(|wanted| wanted == edge))
                })
            };
            self.fitting[pattern] =
                self.kinds.iter().filter(|(kind, _)| fits(*kind)).map(|(_, count)| count).sum();
        }
        self.fitting[pattern]
    }

    /// The chance that this cell is filled, if each fitting tile fills it with the chance `each`.
    pub fn filled(&mut self, board: &Board, cell: Cell, each: f64) -> f64 {
        let tiles = self.fitting(board.wanted(cell));
        // Multiplied, because powers differ from machine to machine.
        let (mut empty, mut left) = (1.0, tiles);
        while left >= 1.0 && empty > 0.001 {
            empty *= 1.0 - each;
            left -= 1.0;
        }
        1.0 - empty * (1.0 - each * left.min(1.0))
    }

    /// The chance that a road or city is completed, and the number of its open cells.
    pub fn completed(&mut self, board: &Board, feature: FeatureId, each: f64) -> (f64, f64) {
        let cells = open_cells(board, feature);
        let count = cells.len() as f64;
        // The colour that wants it completed draws every second tile or fewer.
        let time = if self.draws < count {
            0.0
        } else if self.draws / 2.0 < count + 1.0 {
            0.6
        } else {
            1.0
        };
        let chance = cells.into_iter().map(|cell| self.filled(board, cell, each)).product::<f64>();
        (chance * time, count)
    }
}

/// The empty cells at the open sides of a road or city, each once.
fn open_cells(board: &Board, feature: FeatureId) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (tile, segment) in board.segments(feature) {
        let placed = &board.tiles()[tile];
        for side in placed.kind.def().segments[segment].side_list() {
            let cell = placed.position.neighbour(side + placed.rotation);
            if board.at(cell).is_none() && !cells.contains(&cell) {
                cells.push(cell);
            }
        }
    }
    cells
}
