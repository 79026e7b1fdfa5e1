//! A puzzle with names, ready for its pages.

use crate::html::puzzles::list;
use crate::html::wording::names::{self, Names};
use crate::http::error::PageError;
use crate::http::session::Viewer;
use engine::{Game, Seat};
use service::PuzzleView;

pub struct LoadedPuzzle {
    pub view: PuzzleView,
    /// The player to move is the viewer.
    pub names: Names,
    /// For example "Puzzle 12, 20 Nov 2026".
    pub title: String,
}

impl LoadedPuzzle {
    pub async fn load(viewer: &Viewer, n: u32) -> Result<Self, PageError> {
        let view = viewer.web().service.puzzle(viewer.principal(), n).await?.ok_or(PageError::NotFound)?;
        let locale = viewer.locale();
        let position = &view.position;
        let you = position.to_move().map(|colour| position.seat_of(colour));
        let player = |seat| Some(names::colour_of_seat(locale, position.header(), seat));
        let names = Names::of(locale, position.header(), you);
        let names = names.called((0..).map(Seat).map(player));
        let title = match view.day.and_then(|day| list::date(viewer, day)) {
            Some(day) => locale.text("puzzle-title-day").with("n", n).with("day", day).to_string(),
            None => locale.text("puzzle-title").with("n", n).to_string(),
        };
        Ok(Self { view, names, title })
    }

    pub const fn game(&self) -> &Game {
        &self.view.position
    }
}
