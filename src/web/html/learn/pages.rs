//! The contents of the lesson.

use askama::Template;

use crate::art;
use crate::engine::{Rotation, TileKind};
use crate::web::html::layout::Layout;
use crate::web::html::learn::steps::{STEPS, Step};
use crate::web::html::wording::tile_words;
use crate::web::http::urls::{LessonUrl, Url};

#[derive(Template)]
#[template(path = "learn/contents.html")]
pub struct ContentsPage {
    pub layout: Layout,
}

impl ContentsPage {
    fn symbols() -> String {
        art::symbols(STEPS.iter().filter_map(|step| step.kind.parse().ok()))
    }

    fn tile(&self, step: &Step) -> String {
        let kind: Result<TileKind, _> = step.kind.parse();
        kind.map_or_else(|_| String::new(), |kind| tile_words::tile(self.layout.locale, kind, Rotation::R0))
    }
}
