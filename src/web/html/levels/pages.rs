//! Pages about the levels of the computer.

use std::ops::RangeInclusive;

use askama::Template;

use crate::web::html::layout::Layout;
use crate::web::http::urls::Url;

const NUMBERS: RangeInclusive<u8> = 1..=8;

#[derive(Template)]
#[template(path = "levels/list.html")]
pub struct LevelsPage {
    pub layout: Layout,
}

#[derive(Template)]
#[template(path = "levels/level.html")]
pub struct LevelPage {
    pub layout: Layout,
    /// From 1 to 8.
    pub number: u8,
}

impl LevelPage {
    /// The next weaker and the next stronger level.
    fn neighbours(&self) -> impl Iterator<Item = u8> {
        NUMBERS.filter(|number| number.abs_diff(self.number) == 1)
    }
}
