//! What a picture of a board is asked to show.

use crate::engine::{FollowerKind, Game, PlacedFollower, PlacedTile, Position, Rotation, TileKind};

use super::changes::Changes;
use super::follower::Hue;
use super::marks::Mark;

/// A placed tile.
#[derive(Clone, Copy, Debug)]
pub struct Tile {
    pub kind: TileKind,
    pub position: Position,
    pub rotation: Rotation,
}

/// A follower on the board.
#[derive(Clone, Debug)]
pub struct Follower {
    pub hue: Hue,
    pub kind: FollowerKind,
    /// Its tile, as an index into the board's tiles.
    pub tile: usize,
    /// Its segment, as an index into the definition's segments.
    pub segment: usize,
    /// What screen readers call it; may be empty.
    pub label: String,
}

/// A cell that is a link.
#[derive(Clone, Debug)]
pub struct Cell {
    pub position: Position,
    pub href: String,
    /// What screen readers call it.
    pub label: String,
}

/// A tile that is tried, not placed.
#[derive(Clone, Debug)]
pub struct Ghost {
    pub tile: Tile,
    /// The follower on one of its segments.
    pub follower: Option<(Hue, FollowerKind, usize)>,
    /// Places where a follower may go, as links.
    pub spots: Vec<Spot>,
}

/// A link on a segment of the ghost.
#[derive(Clone, Debug)]
pub struct Spot {
    pub segment: usize,
    pub href: String,
    /// What screen readers call it.
    pub label: String,
    /// What is written on it: a letter or two.
    pub letter: String,
}

/// All that a picture of a board shows.
#[derive(Clone, Debug, Default)]
pub struct BoardView {
    /// What screen readers call the board.
    pub label: String,
    /// The tiles, in the order of placing.
    pub tiles: Vec<Tile>,
    pub followers: Vec<Follower>,
    /// The cell of the last move.
    pub last: Option<Position>,
    pub cells: Vec<Cell>,
    pub ghost: Option<Ghost>,
    /// What has changed on it since some event.
    pub changes: Changes,
    /// Overlays.
    pub marks: Vec<Mark>,
    /// The map as a planar graph, as [`super::graph`] draws it; empty for none.
    pub graph: String,
    /// Whether columns and rows are numbered along the rim.
    pub coordinates: bool,
}

impl BoardView {
    /// A game's board with its last tile marked, and each follower called what `follower_label` says.
    pub fn of(game: &Game, label: String, follower_label: impl Fn(&PlacedFollower) -> String) -> Self {
        let tiles = game.board().tiles();
        let tile =
            |tile: &PlacedTile| Tile { kind: tile.kind, position: tile.position, rotation: tile.rotation };
        let follower = |placed: &PlacedFollower| Follower {
            hue: Hue::of(game.header(), placed.colour),
            kind: placed.kind,
            tile: placed.tile,
            segment: placed.segment,
            label: follower_label(placed),
        };
        Self {
            label,
            last: tiles.last().map(|tile| tile.position).filter(|_| tiles.len() > 1),
            tiles: tiles.iter().map(tile).collect(),
            followers: game.board().followers().iter().map(follower).collect(),
            ..Self::default()
        }
    }

    /// The kinds of its tiles: what [`super::symbols`] asks for.
    pub fn kinds(&self) -> impl Iterator<Item = TileKind> + '_ {
        self.tiles.iter().chain(self.ghost.iter().map(|ghost| &ghost.tile)).map(|tile| tile.kind)
    }

    /// The first and last column and the first and last row in use.
    pub fn bounds(&self) -> [i16; 4] {
        let mut bounds = [0, 0, 0, 0];
        let mut first = true;
        let cells = self.tiles.iter().map(|tile| tile.position);
        let cells = cells.chain(self.cells.iter().map(|cell| cell.position));
        let cells = cells.chain(self.ghost.iter().map(|ghost| ghost.tile.position));
        for Position { x, y } in cells.chain(self.marks.iter().filter_map(Mark::cell)) {
            if std::mem::take(&mut first) {
                bounds = [x, x, y, y];
            }
            bounds = [bounds[0].min(x), bounds[1].max(x), bounds[2].min(y), bounds[3].max(y)];
        }
        bounds
    }
}
