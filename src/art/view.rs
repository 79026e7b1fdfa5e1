//! The content of a picture of a board.

use engine::{Cell, FollowerKind, Game, PlacedFollower, PlacedTile, Rotation, TileKind};

use super::changes::Changes;
use super::finished::FinishedCity;
use super::follower::Hue;
use super::marks::Mark;

#[derive(Clone, Copy, Debug)]
pub struct Tile {
    pub kind: TileKind,
    pub position: Cell,
    pub rotation: Rotation,
}

#[derive(Clone, Debug)]
pub struct Follower {
    pub hue: Hue,
    pub kind: FollowerKind,
    /// The index of its tile on the board.
    pub tile: usize,
    /// The index of its segment in the definition.
    pub segment: usize,
    /// For screen readers; may be empty.
    pub label: String,
}

/// A cell that is a link.
#[derive(Clone, Debug)]
pub struct CellLink {
    pub position: Cell,
    pub href: String,
    /// For screen readers.
    pub label: String,
    /// Whether it leads to what can be placed there, instead of placing the tile in hand.
    pub asks: bool,
}

/// A tile that is not placed yet.
#[derive(Clone, Debug)]
pub struct Ghost {
    pub tile: Tile,
    /// The hue, kind and segment of its follower.
    pub follower: Option<(Hue, FollowerKind, usize)>,
    /// Places for followers, as links.
    pub spots: Vec<Spot>,
}

/// A turn that a player has planned, drawn like a tile that is tried.
#[derive(Clone, Debug)]
pub struct Planned {
    pub tile: Ghost,
    /// Its place in the plan; `None` if it is the only one.
    pub number: Option<u32>,
    /// For screen readers.
    pub label: String,
}

/// A link on a segment of the ghost.
#[derive(Clone, Debug)]
pub struct Spot {
    pub segment: usize,
    pub href: String,
    /// For screen readers.
    pub label: String,
    /// The text on it: one or two letters.
    pub letter: String,
}

#[derive(Clone, Debug, Default)]
pub struct BoardView {
    /// For screen readers.
    pub label: String,
    /// In the order of placement.
    pub tiles: Vec<Tile>,
    pub followers: Vec<Follower>,
    pub finished: Vec<FinishedCity>,
    /// The cell of the last move.
    pub last: Option<Cell>,
    pub cells: Vec<CellLink>,
    pub ghost: Option<Ghost>,
    /// On different cells.
    pub planned: Vec<Planned>,
    /// What has changed since some event.
    pub changes: Changes,
    pub marks: Vec<Mark>,
    /// The planar graph as [`super::graph`] draws it; empty for none.
    pub graph: String,
    /// The first and last column and the first and last row that the frame includes even if they are empty.
    pub room: Option<[i16; 4]>,
    /// The first and last column and the first and last row of a picture that shows only a part of the board.
    pub window: Option<[i16; 4]>,
    /// Outlines as [`super::outlines`] draws them; empty for none.
    pub outlines: String,
    /// Whether columns and rows are numbered along the frame.
    pub coordinates: bool,
}

impl BoardView {
    /// A game's board with the last tile marked. `follower_label` gives the followers' labels.
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
            finished: FinishedCity::all(game),
            ..Self::default()
        }
    }

    /// Only what is around some cells: at least `width` columns and `height` rows with the cells in their middle.
    #[must_use]
    pub fn around(mut self, cells: &[Cell], [width, height]: [i16; 2]) -> Self {
        let ends = |of: fn(&Cell) -> i16, least: i16| {
            let low = cells.iter().map(of).min().unwrap_or_default();
            let high = cells.iter().map(of).max().unwrap_or_default();
            // A cell on each side of those that matter.
            let more = (least - (high - low + 1)).max(2);
            (low - more / 2, high + (more + 1) / 2)
        };
        let ((west, east), (north, south)) = (ends(|cell| cell.x, width), ends(|cell| cell.y, height));
        self.window = Some([west, east, north, south]);
        // The next tiles are kept, since walls and fields reach across the sides.
        let seen = |Cell { x, y }: Cell| x >= west - 1 && x <= east + 1 && y >= north - 1 && y <= south + 1;
        let mut places = vec![None; self.tiles.len()];
        let mut kept = Vec::new();
        for (place, tile) in self.tiles.iter().enumerate().filter(|(_, tile)| seen(tile.position)) {
            places[place] = Some(kept.len());
            kept.push(*tile);
        }
        self.tiles = kept;
        self.followers.retain_mut(|follower| {
            let place = places.get(follower.tile).copied().flatten();
            follower.tile = place.unwrap_or_default();
            place.is_some()
        });
        for city in &mut self.finished {
            city.segments.retain_mut(|(tile, _)| {
                let place = places.get(*tile).copied().flatten();
                *tile = place.unwrap_or_default();
                place.is_some()
            });
        }
        self
    }

    /// The kinds of its tiles, for [`super::symbols`].
    pub fn kinds(&self) -> impl Iterator<Item = TileKind> + '_ {
        self.tiles.iter().chain(self.tried().map(|ghost| &ghost.tile)).map(|tile| tile.kind)
    }

    /// The tiles that are not placed yet.
    fn tried(&self) -> impl Iterator<Item = &Ghost> {
        self.ghost.iter().chain(self.planned.iter().map(|planned| &planned.tile))
    }

    /// The first and last column, and the first and last row in use.
    pub fn bounds(&self) -> [i16; 4] {
        let mut bounds = [0, 0, 0, 0];
        let mut first = true;
        let cells = self.tiles.iter().map(|tile| tile.position);
        let cells = cells.chain(self.cells.iter().map(|cell| cell.position));
        let cells = cells.chain(self.tried().map(|ghost| ghost.tile.position));
        for Cell { x, y } in cells.chain(self.marks.iter().filter_map(Mark::cell)) {
            if std::mem::take(&mut first) {
                bounds = [x, x, y, y];
            }
            bounds = [bounds[0].min(x), bounds[1].max(x), bounds[2].min(y), bounds[3].max(y)];
        }
        let [west, east, north, south] = self.room.unwrap_or(bounds);
        [bounds[0].min(west), bounds[1].max(east), bounds[2].min(north), bounds[3].max(south)]
    }
}
