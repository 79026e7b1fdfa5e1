//! What may still come: tiles left by kind, what fits an empty cell and its odds, and cells that no tile can fill. Uses
//! only what every player can know: which tiles are unseen.

mod round;
#[cfg(test)]
mod tests;

use serde::Serialize;

use crate::odds::round::Round;
use engine::{BagRule, Cell, Edge, Game, Rotation, TileKind, legal};

/// An empty cell next to the map and the tiles that may fill it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellOdds {
    pub cell: Cell,
    /// The edges required to the north, east, south and west; absent on sides without a neighbour.
    pub edges: [Option<Edge>; 4],
    /// The kinds in the hand that fit, without duplicates.
    pub in_hand: Vec<TileKind>,
    /// The kinds that fit and can be drawn in the next round.
    pub kinds: Vec<Fitting>,
    /// The total number of unseen tiles of `kinds`.
    pub fitting: u32,
    /// The rounded percentage chance that at least one of them is drawn in the next round. Assumes the current map:
    /// tiles that fit nowhere, and so would be set aside or returned to the bag, don't count as drawn.
    pub chance: u32,
    /// The number of kinds if every draw picks any kind with equal chance and none runs out; otherwise absent.
    pub of_kinds: Option<usize>,
}

/// A kind that fits a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fitting {
    pub kind: TileKind,
    /// The first rotation in which it fits.
    pub rotation: Rotation,
    /// Unseen tiles of the kind.
    pub unseen: u16,
}

/// `None` if `cell` is taken or not next to the map.
pub fn cell_odds(game: &Game, cell: Cell) -> Option<CellOdds> {
    let board = game.board();
    board.open_cells().contains(&cell).then_some(())?;
    let fits = |kind: TileKind| {
        let mut fits = None;
        legal::each_placement(game, kind, |place, rotation| {
            if place == cell && fits.is_none() {
                fits = Some(rotation);
            }
        });
        fits
    };
    let round = Round::of(game);
    let mut none = 1.0;
    let mut kinds = Vec::new();
    for pool in round.pools() {
        let fitting = pool
            .tiles
            .iter()
            .filter_map(|&(kind, unseen)| Some(Fitting { kind, rotation: fits(kind)?, unseen }));
        let fitting: Vec<Fitting> = fitting.collect();
        none *= pool.chance_of_none(&fitting);
        if pool.draws > 0 {
            kinds.extend(fitting);
        }
    }
    kinds.sort_unstable_by_key(|fitting| fitting.kind.index());
    let mut in_hand: Vec<TileKind> =
        game.hand().iter().copied().filter(|&kind| fits(kind).is_some()).collect();
    in_hand.dedup();
    Some(CellOdds {
        cell,
        edges: board.wanted(cell),
        in_hand,
        fitting: kinds.iter().map(|fitting| u32::from(fitting.unseen)).sum(),
        chance: percent(1.0 - none),
        of_kinds: uniform_kinds(game),
        kinds,
    })
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 100")]
fn percent(chance: f64) -> u32 {
    (chance * 100.0).round() as u32
}

/// The number of kinds if every draw picks any kind with equal chance and none runs out; otherwise `None`.
pub fn uniform_kinds(game: &Game) -> Option<usize> {
    let kinds = || game.unseen().iter().filter(|&&unseen| unseen > 0).count();
    (game.rules().bag == BagRule::Uniform).then(kinds)
}

/// A tile kind and how many are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct KindLeft {
    pub kind: TileKind,
    /// Tiles that no one has seen yet.
    pub unseen: u16,
    /// Tiles in the whole game.
    pub all: u16,
}

/// Every kind in the game.
pub fn tiles_left(game: &Game) -> Vec<KindLeft> {
    let census = game.rules().census();
    let left =
        |kind: TileKind| KindLeft { kind, unseen: game.unseen()[kind.index()], all: census[kind.index()] };
    TileKind::all().map(left).filter(|left| left.all > 0).collect()
}

/// Empty cells next to the map that no tile fits in any rotation which is in the bag or hand, or drawn ahead.
pub fn dead_cells(game: &Game) -> Vec<Cell> {
    let face_up: Vec<TileKind> = game.hand().iter().copied().chain(game.tiles_ahead()).collect();
    let may_come = |kind: &TileKind| game.unseen()[kind.index()] > 0 || face_up.contains(kind);
    let kinds: Vec<TileKind> = TileKind::all().filter(may_come).collect();
    let board = game.board();
    let fits = |kind, cell| Rotation::ALL.iter().any(|&rotation| board.fits(kind, cell, rotation));
    let dead = |cell: &Cell| !kinds.iter().any(|&kind| fits(kind, *cell));
    board.open_cells().iter().copied().filter(dead).collect()
}
