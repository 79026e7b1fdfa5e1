//! A turn that is planned with the tile that was drawn ahead.

use std::collections::{BTreeMap, BTreeSet};

use engine::{
    Board, Cell, ColourSet, FeatureId, Follower, Game, Rotation, Seat, Side, TileKind, Turn, legal,
};
use serde::{Deserialize, Serialize};

/// What a player wants to play next, where tiles are drawn ahead. It is for one turn: after it, it means nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NextTurn {
    /// The last event that the player had seen.
    pub since: u32,
    pub tile: TileKind,
    /// The first that is legal is played: one, and up to three alternatives.
    pub turns: Vec<PlannedTurn>,
    /// Does not act if a road, city or field that it touches has changed its owners or was joined to another, or if a cloister beside it
    /// has changed its owner.
    pub unless_changed: bool,
    /// Does not act if a player has left the game.
    pub unless_left: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedTurn {
    pub x: i16,
    pub y: i16,
    pub rotation: Rotation,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follower: Option<Follower>,
}

/// Why a planned turn was not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanStop {
    /// The tile could not be placed, and another was drawn.
    OtherTile,
    /// No planned turn is legal any more.
    NotLegal,
    /// A road or city that it touches has changed.
    Changed,
    /// A field that it touches has changed, and somebody owns it or did.
    FieldChanged,
    /// A cloister beside it has got an owner, or lost one.
    CloisterChanged,
    /// A player has left the game.
    Left,
}

impl NextTurn {
    /// The most turns that can be planned, alternatives included.
    pub const MOST: usize = 4;

    /// Of one turn with the tile.
    pub fn new(since: u32, turn: Turn) -> Self {
        let turns = vec![turn.into()];
        Self { since, tile: turn.tile, turns, unless_changed: true, unless_left: true }
    }

    /// The turns in order.
    pub fn turns(&self) -> impl Iterator<Item = Turn> {
        self.turns.iter().map(|&PlannedTurn { x, y, rotation, follower }| Turn {
            tile: self.tile,
            position: Cell::new(x, y),
            rotation,
            follower,
        })
    }

    /// What it comes to in the game `now`, in which its seat is to move, after the game `then`.
    pub(super) fn decide(&self, then: &Game, now: &Game) -> Result<Turn, PlanStop> {
        if now.hand() != [self.tile] {
            return Err(PlanStop::OtherTile);
        }
        if self.unless_left && left(now) > left(then) {
            return Err(PlanStop::Left);
        }
        let turn = self.turns().find(|turn| legal::check(now, turn).is_ok()).ok_or(PlanStop::NotLegal)?;
        match self.unless_changed.then(|| change(then, now, turn.position)).flatten() {
            Some(why) => Err(why),
            None => Ok(turn),
        }
    }
}

impl From<Turn> for PlannedTurn {
    fn from(Turn { position: Cell { x, y }, rotation, follower, .. }: Turn) -> Self {
        Self { x, y, rotation, follower }
    }
}

/// How many seats have left the game.
fn left(game: &Game) -> usize {
    (0..).map(Seat).take(game.header().seats.len()).filter(|&seat| game.has_left(seat)).count()
}

/// What has changed beside an empty cell.
fn change(then: &Game, now: &Game, cell: Cell) -> Option<PlanStop> {
    let (before, after) = (then.board(), now.board());
    if touched(before, cell) != touched_since(then, now, cell) {
        return Some(PlanStop::Changed);
    }
    if fields(before, before, cell) != fields(before, after, cell) {
        return Some(PlanStop::FieldChanged);
    }
    (cloisters(before, cell) != cloisters(after, cell)).then_some(PlanStop::CloisterChanged)
}

/// The owners of features, by the tiles with their segments.
type Owners = BTreeMap<BTreeSet<(Cell, usize)>, ColourSet>;

/// The fields with owners that a cell touches, by their segments on tiles that were there `then`. Nobody has a stake in other fields,
/// which are joined all the time.
fn fields(then: &Board, board: &Board, cell: Cell) -> Owners {
    let mut found = Owners::new();
    board.each_facing_field(cell, |field| {
        let owners = board.feature_info(field).majority();
        if !owners.is_empty() {
            let mut segments = segments(board, field);
            segments.retain(|&(cell, _)| then.at(cell).is_some());
            found.insert(segments, owners);
        }
    });
    found
}

/// The cloisters with an owner that a tile on a cell counts for.
fn cloisters(board: &Board, cell: Cell) -> Owners {
    let owners = |cloister| (segments(board, cloister), board.feature_info(cloister).majority());
    board.cloisters_around(cell).map(owners).filter(|(_, owners)| !owners.is_empty()).collect()
}

/// A road or city beside an empty cell: the side, the owners, and the tiles with their segments.
type Touched = (Side, ColourSet, BTreeSet<(Cell, usize)>);

fn touched(board: &Board, cell: Cell) -> Vec<Touched> {
    let mut found = Vec::new();
    board.each_facing(cell, |side, feature| {
        found.push((side, board.feature_info(feature).majority(), segments(board, feature)));
    });
    found
}

/// [`touched`] of the game `now`, with only those tiles that were there `then`: a feature that has grown has not changed, one that was
/// joined to another has.
fn touched_since(then: &Game, now: &Game, cell: Cell) -> Vec<Touched> {
    let known = |&(cell, _): &(Cell, usize)| then.board().at(cell).is_some();
    let mut found = touched(now.board(), cell);
    for (_, _, segments) in &mut found {
        segments.retain(known);
    }
    found
}

fn segments(board: &Board, feature: FeatureId) -> BTreeSet<(Cell, usize)> {
    board.segments(feature).map(|(tile, segment)| (board.tiles()[tile].position, segment)).collect()
}

#[cfg(test)]
mod tests;
