//! The boards of a practice.

use crate::html::board::board_view;
use crate::html::board::choices::Choices;
use crate::html::board::turn_view::{cell_links, ghost_view, room};
use crate::html::practice::loaded::LoadedPractice;
use crate::http::urls::{Draft, PracticeStart, PracticeUrl, Url};
use art::BoardView;
use engine::{TileKind, Turn};
use insight::HandPlacements;
use practice::Step;

/// The board where the legal cells of `tile` are links.
pub fn asked(loaded: &LoadedPractice, placements: &HandPlacements, tile: Option<TileKind>) -> BoardView {
    let game = loaded.practice.game();
    let mut view = board_view::of(game, &loaded.names);
    if let Some(tile) = tile {
        let href = |draft| Url::Practice(&loaded.url.tries(draft)).to_string();
        view.cells = cell_links(placements, tile, loaded.names.locale(), href);
    }
    view.room = Some(room(view.bounds()));
    view
}

/// The board with the tile on a cell, where the follower choices are links that take the turn.
pub fn tried(
    loaded: &LoadedPractice,
    placements: &HandPlacements,
    turn: Turn,
    choices: &Choices,
) -> BoardView {
    let game = loaded.practice.game();
    let href = |draft: Draft| {
        let board = match loaded.url.start {
            // Turns are entered with the buttons.
            PracticeStart::Recording(_) => loaded.url.tries(draft),
            _ => loaded.plays(Turn { follower: draft.follower, ..turn }),
        };
        Url::Practice(&board).to_string()
    };
    let mut view = ghost_view(game, &loaded.names, turn, choices, href);
    let others = asked(loaded, placements, Some(turn.tile)).cells;
    view.cells = others.into_iter().filter(|cell| cell.position != turn.position).collect();
    view
}

impl LoadedPractice {
    /// The board after a turn.
    pub fn plays(&self, turn: Turn) -> PracticeUrl {
        self.url.then(Step::Move(self.practice.move_of(turn)))
    }
}
