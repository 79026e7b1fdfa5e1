//! The only authority on what is legal, for checks, pages, the command line and computer players. A [`Placement`] decides which
//! followers are.

pub use super::placement::Placement;

use super::placement::check_cell;
use super::{Phase, Position, is_river};
use crate::catalogue::TileKind;
use crate::event::Turn;
use crate::geometry::{Cell, Rotation};
use crate::refusal::Refusal;
use crate::ruleset::SecondPart;

/// Calls `found` with every cell and rotation where a tile of `kind` may be placed.
pub fn each_placement(game: &Position, kind: TileKind, mut found: impl FnMut(Cell, Rotation)) {
    match game.river() {
        Some(river) if is_river(kind) => {
            let cell = river.cell();
            let fitting = |&rotation: &Rotation| check_cell(game, kind, cell, rotation).is_ok();
            Rotation::ALL.into_iter().filter(fitting).for_each(|rotation| found(cell, rotation));
        }
        None if is_river(kind) => {}
        _ => game.board().each_fit(kind, found),
    }
}

/// The number of cells and rotations where a tile of `kind` may be placed.
pub fn count_placements(game: &Position, kind: TileKind) -> usize {
    if !is_river(kind) {
        return game.board().count_fits(kind);
    }
    let mut count = 0;
    each_placement(game, kind, |_, _| count += 1);
    count
}

/// The placement of a tile of `kind` that comes after `n` others in [`each_placement`].
pub fn nth_placement(game: &Position, kind: TileKind, n: usize) -> Option<(Cell, Rotation)> {
    if is_river(kind) {
        let (mut before, mut nth) = (0, None);
        each_placement(game, kind, |cell, rotation| {
            nth = if before == n { Some((cell, rotation)) } else { nth };
            before += 1;
        });
        nth
    } else {
        game.board().nth_fit(kind, n)
    }
}

/// Where a tile of `kind` may be placed. Rotations that look alike count separately.
pub fn placements(game: &Position, kind: TileKind) -> Vec<(Cell, Rotation)> {
    let mut all = Vec::with_capacity(64);
    each_placement(game, kind, |position, rotation| all.push((position, rotation)));
    all
}

/// [`placements`], with only the first of rotations that look and claim the same, by row, column and rotation.
pub fn distinct_placements(game: &Position, kind: TileKind) -> Vec<(Cell, Rotation)> {
    let mut distinct = placements(game, kind);
    distinct.retain(|&(_, rotation)| kind.is_distinct(rotation));
    distinct.sort_unstable_by_key(|&(cell, rotation)| (cell.y, cell.x, rotation.quarters()));
    distinct
}

/// Whether a tile of `kind` may be placed anywhere.
pub fn is_placeable(game: &Position, kind: TileKind) -> bool {
    if !is_river(kind) {
        return game.board().fits_anywhere(kind);
    }
    let mut any = false;
    each_placement(game, kind, |_, _| any = true);
    any
}

/// Every turn with a tile of `kind`, whether or not it is in the hand.
pub fn turns_with(game: &Position, kind: TileKind) -> Vec<Turn> {
    let mut turns = Vec::with_capacity(128);
    each_turn_with(game, kind, |_| true, |turn| turns.push(turn));
    turns
}

fn each_turn_with(
    game: &Position,
    kind: TileKind,
    wanted: impl Fn(Rotation) -> bool,
    mut found: impl FnMut(Turn),
) {
    each_placement_with(game, kind, wanted, |place| {
        found(place.turn(None));
        place.followers().into_iter().for_each(|follower| found(place.turn(Some(follower))));
    });
}

fn each_placement_with(
    game: &Position,
    kind: TileKind,
    wanted: impl Fn(Rotation) -> bool,
    mut found: impl FnMut(&Placement),
) {
    let Some(colour) = game.to_move() else { return };
    let mut placement = Placement::nowhere(game, colour, kind);
    each_placement(game, kind, |position, rotation| {
        if wanted(rotation) {
            placement.put(position, rotation);
            found(&placement);
        }
    });
}

/// Every legal turn of the colour to move. Empty when the game is over.
pub fn turns(game: &Position) -> Vec<Turn> {
    let mut turns = Vec::with_capacity(128);
    game.each_turn(|_, _| true, |turn| turns.push(turn));
    turns
}

/// Whether the colour to move may skip the second part of its double turn.
pub fn may_pass(game: &Position) -> bool {
    let second_part = matches!(game.phase(), Phase::Playing { second_part: true, .. });
    second_part && game.rules().builder_second_part == SecondPart::May
}

/// Whether the turn is legal for the colour to move, and if not, why.
pub fn check(game: &Position, turn: &Turn) -> Result<(), Refusal> {
    let colour = game.to_move().ok_or(Refusal::Over)?;
    if !game.hand().contains(&turn.tile) {
        return Err(Refusal::NotInHand(turn.tile));
    }
    check_cell(game, turn.tile, turn.position, turn.rotation)?;
    let Some(follower) = turn.follower else { return Ok(()) };
    let segment = follower.on.segment(turn.tile, turn.rotation).ok_or(Refusal::NoSuchPlace(follower.on))?;
    Placement::fitting(game, colour, turn.tile, turn.position, turn.rotation).check(follower.kind, segment)
}

impl Position {
    /// Fills `turns` with every legal turn of the colour to move, but only one of those that look and claim the same.
    /// Nothing is left out that could lead to another position.
    pub fn distinct_turns(&self, turns: &mut Vec<Turn>) {
        turns.clear();
        self.each_turn(TileKind::is_distinct, |turn| turns.push(turn));
    }

    /// Calls `found` with the placements of [`Position::distinct_turns`].
    pub fn each_distinct_placement(&self, mut found: impl FnMut(&Placement)) {
        for (i, &kind) in self.hand().iter().enumerate() {
            if !self.hand()[..i].contains(&kind) {
                each_placement_with(self, kind, |rotation| kind.is_distinct(rotation), &mut found);
            }
        }
    }

    /// Calls `found` with the legal turns whose kind and rotation are `wanted`.
    fn each_turn(&self, wanted: impl Fn(TileKind, Rotation) -> bool, mut found: impl FnMut(Turn)) {
        for (i, &kind) in self.hand().iter().enumerate() {
            if !self.hand()[..i].contains(&kind) {
                each_turn_with(self, kind, |rotation| wanted(kind, rotation), &mut found);
            }
        }
    }
}
