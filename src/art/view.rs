//! What a picture of a board is asked to show.

use crate::engine::{FollowerKind, Position, Rotation, TileKind};

use super::figure::Hue;
use super::marks::Mark;
use super::news::News;

/// A placed tile.
#[derive(Clone, Copy, Debug)]
pub struct Tile {
    /// Its kind.
    pub kind: TileKind,
    /// Its cell.
    pub position: Position,
    /// Its clockwise quarter turns.
    pub rotation: Rotation,
}

/// A follower on the board.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Whose it is.
    pub hue: Hue,
    /// Which figure.
    pub kind: FollowerKind,
    /// Its tile, as an index into the board's tiles.
    pub tile: usize,
    /// Its segment, as an index into the definition's segments.
    pub segment: usize,
    /// What to call it; may be empty.
    pub label: String,
}

/// A cell that is a link.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Which cell.
    pub position: Position,
    /// Where it leads.
    pub href: String,
    /// What it is called by those who cannot see it.
    pub label: String,
}

/// A tile that is tried, not placed.
#[derive(Clone, Debug)]
pub struct Ghost {
    /// The tile.
    pub tile: Tile,
    /// The follower on one of its segments.
    pub figure: Option<(Hue, FollowerKind, usize)>,
    /// Places where a follower may go, as links.
    pub spots: Vec<Spot>,
}

/// A link on a segment of the ghost.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The segment.
    pub segment: usize,
    /// Where it leads.
    pub href: String,
    /// What it is called.
    pub label: String,
    /// What is written on it: a letter or two.
    pub letter: String,
}

/// All that a picture of a board shows.
#[derive(Clone, Debug, Default)]
pub struct BoardView {
    /// What the board is called by those who cannot see it.
    pub label: String,
    /// The tiles, in the order of placing.
    pub tiles: Vec<Tile>,
    /// The followers.
    pub figures: Vec<Figure>,
    /// The cell of the last move.
    pub last: Option<Position>,
    /// Cells that are links.
    pub cells: Vec<Cell>,
    /// The tile that is tried.
    pub ghost: Option<Ghost>,
    /// What is new on it.
    pub news: News,
    /// Overlays.
    pub marks: Vec<Mark>,
    /// The map as a planar graph, as [`super::graph`] draws it; empty for none.
    pub graph: String,
    /// Whether columns and rows are numbered along the rim.
    pub coordinates: bool,
}

impl BoardView {
    /// The kinds of its tiles: what [`super::symbols`] asks for.
    pub fn kinds(&self) -> impl Iterator<Item = TileKind> + '_ {
        self.tiles.iter().chain(self.ghost.iter().map(|ghost| &ghost.tile)).map(|tile| tile.kind)
    }

    /// The cells in use: the first and last column, the first and last row.
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
