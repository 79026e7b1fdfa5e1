//! The contents of the lesson.

use crate::html::layout::Layout;
use crate::html::learn::steps::{LessonStep, STEPS};
use crate::html::wording::tile_words;
use crate::http::urls::{LessonUrl, Url};
use askama::Template;
use engine::{Rotation, TileKind};

#[derive(Template)]
#[template(path = "learn/contents.html")]
pub struct ContentsPage {
    pub layout: Layout,
}

impl ContentsPage {
    fn symbols() -> String {
        art::symbols(STEPS.iter().filter_map(|step| step.kind.parse().ok()))
    }

    fn tile(&self, step: &LessonStep) -> String {
        let kind: Result<TileKind, _> = step.kind.parse();
        kind.map_or_else(|_| String::new(), |kind| tile_words::tile(self.layout.locale, kind, Rotation::R0))
    }
}
