//! A game's board with labels for screen readers.

use art::BoardView;
use engine::{Cell, Game, PlacedFollower};

use crate::html::wording::names::Names;
use crate::html::wording::words;
use crate::locale::Locale;

/// The current board, with the last tile marked.
pub fn of(game: &Game, names: &Names) -> BoardView {
    BoardView::of(game, label(names.locale(), game), |placed| follower_label(game, names, placed))
}

/// "ann: meeple on the city to the north, (0, 1)".
pub(crate) fn follower_label(game: &Game, names: &Names, placed: &PlacedFollower) -> String {
    let tile = game.board().tiles()[placed.tile];
    let place = words::segment(names.locale(), tile.kind, tile.rotation, placed.segment);
    names
        .locale()
        .text("follower-at")
        .with("who", names.who(placed.colour))
        .with("kind", placed.kind.word())
        .with("place", place)
        .with("cell", tile.position)
        .to_string()
}

fn label(locale: Locale, game: &Game) -> String {
    let cells = || game.board().tiles().iter().map(|tile| tile.position);
    let least = |of: fn(Cell) -> i16| cells().map(of).min().unwrap_or_default();
    let most = |of: fn(Cell) -> i16| cells().map(of).max().unwrap_or_default();
    locale
        .text("board-label")
        .with("tiles", game.turns() + 1)
        .with("left", least(|cell| cell.x).to_string())
        .with("right", most(|cell| cell.x).to_string())
        .with("top", least(|cell| cell.y).to_string())
        .with("bottom", most(|cell| cell.y).to_string())
        .to_string()
}
