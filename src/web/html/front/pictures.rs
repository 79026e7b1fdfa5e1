//! Three illustrations of what sets Bastide apart. The engine computes everything they show.

use crate::html::front::sample_game::{SECRET, game, view};
use crate::html::learn;
use crate::html::wording::tile_words;
use crate::locale::{Locale, key};
use art::{BoardView, Mark};
use engine::{DrawSecret, Event, Rotation, TileKind};

#[derive(Default)]
pub struct Pictures {
    /// A board with a tile that is not confirmed yet.
    pub placement: String,
    /// What the tile would do.
    pub why: String,
    /// A board with the chance of each empty cell.
    pub odds: String,
    /// The fingerprint of a draw secret.
    pub fingerprint: String,
    /// The first tiles that it draws.
    pub draws: Vec<String>,
}

impl Pictures {
    /// The pictures, and the kinds of their tiles.
    pub(super) fn draw(locale: Locale) -> Option<(Self, Vec<TileKind>)> {
        let (placement, why) = placement(locale)?;
        let odds = odds(locale)?;
        let (_, log) = game(SECRET, 5)?;
        let drawn = log.iter().filter_map(|logged| match &logged.event {
            Event::Draw { tiles, .. } => tiles.first().copied(),
            _ => None,
        });
        let drawn: Vec<TileKind> = drawn.take(5).collect();
        let kinds = placement.kinds().chain(odds.kinds()).chain(drawn.iter().copied()).collect();
        let pictures = Self {
            placement: art::board(&placement),
            why,
            odds: art::board(&odds),
            fingerprint: DrawSecret::new([SECRET; 32]).commitment().to_string(),
            draws: drawn.iter().map(|&kind| tile_words::tile(locale, kind, Rotation::R0)).collect(),
        };
        Some((pictures, kinds))
    }
}

/// The tile that completes a city in the lesson.
fn placement(locale: Locale) -> Option<(BoardView, String)> {
    let (view, why) = learn::finished_city(locale)?;
    Some((BoardView { label: locale.say("front-why-picture").to_owned(), ..view }, why))
}

/// A board of the lesson with the chance of each open cell: that a tile for it is drawn in the next round.
fn odds(locale: Locale) -> Option<BoardView> {
    let game = learn::last_position(locale)?;
    let mut view = view(locale, &game, key("front-odds-picture"));
    let cells = game.board().open_cells().iter();
    let odds = cells.filter_map(|&cell| insight::cell_odds(&game, cell));
    let mark = |odds: insight::CellOdds| {
        let chance = locale.text("front-percent").with("n", odds.chance).to_string();
        Mark::Text(odds.cell, chance)
    };
    view.marks.extend(odds.map(mark));
    Some(view)
}
