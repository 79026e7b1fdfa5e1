//! Landscapes for pages without a game of their own: always the same game between two computer players.

use std::sync::LazyLock;

use crate::art;
use crate::engine::{Command, DrawSecret, Game, Header, Ruleset, Seat};
use crate::players::{Level, choose};

use crate::web::html::games::names::Names;
use crate::web::html::games::{Drawing, board_view};
use crate::web::locale::Locale;

/// Enough turns for cities and roads to appear.
const TURNS: usize = 34;

pub fn get() -> &'static Drawing {
    static SCENE: LazyLock<Drawing> =
        LazyLock::new(|| drawing(TURNS, Locale::default().say("front-scene")).unwrap_or_default());
    &SCENE
}

/// A smaller one, for the settings page.
pub fn sample() -> &'static Drawing {
    static SAMPLE: LazyLock<Drawing> =
        LazyLock::new(|| drawing(TURNS / 3, Locale::default().say("settings-sample")).unwrap_or_default());
    &SAMPLE
}

fn drawing(turns: usize, label: &str) -> Option<Drawing> {
    let header = Header::new(Ruleset::default(), vec!["ann".to_owned(), "ben".to_owned()], Seat(0));
    let dealer = DrawSecret::new([11; 32]).dealer(&header.salts);
    let mut game = Game::new(&header).ok()?;
    game.execute(&Command::Start, &dealer, &mut Vec::new()).ok()?;
    for _ in 0..turns {
        let turn = choose(&game, Level::Greedy)?;
        game.execute(&Command::Play(turn), &dealer, &mut Vec::new()).ok()?;
    }
    let view = art::BoardView {
        label: label.to_owned(),
        last: None,
        ..board_view::of(&game, &Names::of(Locale::default(), &header, None))
    };
    let symbols = art::symbols(view.tiles.iter().map(|tile| tile.kind));
    Some(Drawing { symbols, board: art::board(&view) })
}

#[cfg(test)]
mod tests {
    use crate::web::html::scene::{TURNS, drawing};

    #[test]
    fn the_landscape_has_figures_and_tiles() {
        let drawing = drawing(TURNS, "").unwrap();
        assert!(drawing.symbols.len() > 1000 && drawing.board.contains("<use"));
    }
}
