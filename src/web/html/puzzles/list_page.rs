//! The list of puzzles.

use crate::html::layout::Layout;
use crate::html::wording::tile_words;
use crate::http::urls::Url;
use askama::Template;
use engine::{Rotation, TileKind};

#[derive(Template)]
#[template(path = "puzzles/list.html")]
pub struct ListPage {
    pub layout: Layout,
    /// Whether this is the first page.
    pub first: bool,
    /// Whether there is a puzzle of the day.
    pub daily: bool,
    /// Days in a row, and whether today is among them; `None` for visitors.
    pub streak: Option<(u32, bool)>,
    pub puzzles: Vec<PuzzleRow>,
    /// Where the next page starts, in Unix milliseconds.
    pub next: Option<i64>,
}

pub struct PuzzleRow {
    pub n: u32,
    pub tile: TileKind,
    /// The day on which it was everybody's.
    pub day: Option<String>,
    /// Whether the viewer's first answer was right; `None` without one.
    pub solved: Option<bool>,
}

impl ListPage {
    fn symbols(&self) -> String {
        art::symbols(self.puzzles.iter().map(|puzzle| puzzle.tile))
    }

    fn tile(&self, puzzle: &PuzzleRow) -> String {
        tile_words::tile(self.layout.locale, puzzle.tile, Rotation::R0)
    }
}
