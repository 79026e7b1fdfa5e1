//! A game's board with its labels.

use crate::art::BoardView;
use crate::engine::{Game, PlacedFollower, Position};

use crate::web::html::games::names::{Names, count};
use crate::web::html::games::words;

/// The board as it stands, its last tile marked.
pub fn of(game: &Game, names: &Names) -> BoardView {
    BoardView::of(game, label(game), |placed| follower_label(game, names, placed))
}

/// "ann: meeple on the city to the north, (0, 1)".
pub(in crate::web) fn follower_label(game: &Game, names: &Names, placed: &PlacedFollower) -> String {
    let tile = game.board().tiles()[placed.tile];
    let place = words::segment(names.words(), tile.kind, tile.rotation, placed.segment);
    let (who, kind) = (names.who(placed.colour), names.words().figure(placed.kind));
    format!("{who}: {kind} on {place}, {}", tile.position)
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
