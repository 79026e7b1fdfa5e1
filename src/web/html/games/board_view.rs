//! A game's board as the value that the drawing takes.

use crate::art::{self, BoardView};
use crate::engine::{Game, PlacedFollower, Position};

use crate::web::html::games::names::{Names, count};
use crate::web::html::games::words;

/// The board as it stands, its last tile marked.
pub fn of(game: &Game, names: &Names) -> BoardView {
    let board = game.board();
    let tiles: Vec<art::Tile> = board
        .tiles()
        .iter()
        .map(|tile| art::Tile { kind: tile.kind, position: tile.position, rotation: tile.rotation })
        .collect();
    BoardView {
        label: label(game),
        last: board.tiles().last().map(|tile| tile.position).filter(|_| board.tiles().len() > 1),
        figures: board.followers().iter().map(|placed| figure(game, names, placed)).collect(),
        tiles,
        ..BoardView::default()
    }
}

/// A follower of a game as the drawing takes it.
pub(in crate::web) fn figure(game: &Game, names: &Names, placed: &PlacedFollower) -> art::Figure {
    let tile = game.board().tiles()[placed.tile];
    let place = words::segment(names.words(), tile.kind, tile.rotation, placed.segment);
    let label = format!(
        "{}: {} on {place}, {}",
        names.who(placed.colour),
        names.words().figure(placed.kind),
        tile.position
    );
    art::Figure {
        hue: names.hue(placed.colour),
        kind: placed.kind,
        tile: placed.tile,
        segment: placed.segment,
        label,
    }
}

fn label(game: &Game) -> String {
    let cells = || game.board().tiles().iter().map(|tile| tile.position);
    let range = |of: fn(Position) -> i16| {
        let least = cells().map(of).min().unwrap_or_default();
        let most = cells().map(of).max().unwrap_or_default();
        format!("{least} to {most}")
    };
    format!(
        "Board with {}: columns {}, rows {}",
        count(game.turns() + 1, "tile"),
        range(|cell| cell.x),
        range(|cell| cell.y)
    )
}
