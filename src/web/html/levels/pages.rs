//! Pages about the levels of the computer.

use std::ops::RangeInclusive;

use askama::Template;

use crate::html::layout::Layout;
use crate::http::urls::Url;
use crate::locale::Locale;
use table::LevelResults;

const NUMBERS: RangeInclusive<u8> = 1..=8;

pub struct LevelRow {
    /// From 1 to 8.
    number: u8,
    results: LevelResults,
}

#[derive(Template)]
#[template(path = "levels/list.html")]
pub struct LevelsPage {
    pub layout: Layout,
    pub levels: Vec<LevelRow>,
}

#[derive(Template)]
#[template(path = "levels/level.html")]
pub struct LevelPage {
    pub layout: Layout,
    pub level: LevelRow,
}

impl LevelRow {
    pub const fn new(number: u8, results: LevelResults) -> Self {
        Self { number, results }
    }

    /// "Won 3 of 6 against people, and shared 1."
    fn against_people(&self, locale: Locale) -> String {
        let LevelResults { won, drawn, .. } = self.results;
        let text = locale.text("level-results").with("n", self.results.games());
        text.with("won", won).with("drawn", drawn).to_string()
    }

    /// The next weaker and the next stronger level.
    fn neighbours(&self) -> impl Iterator<Item = u8> {
        NUMBERS.filter(|number| number.abs_diff(self.number) == 1)
    }
}
