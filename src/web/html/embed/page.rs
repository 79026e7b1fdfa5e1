//! The page in a frame.

use askama::Template;

use crate::http::assets::{Asset, EMBED_STYLE};
use crate::http::urls::Url;
use crate::locale::Locale;

#[derive(Template)]
#[template(path = "embed/board.html")]
pub struct EmbedPage {
    pub locale: Locale,
    /// The players: "ann – ben".
    pub title: String,
    /// The path of the board's picture.
    pub board: String,
    /// The full URL of the page that it leads to.
    pub link: String,
    /// Names and points, by seat.
    pub players: Vec<(String, i32)>,
    pub is_finished: bool,
}

impl EmbedPage {
    fn style() -> &'static Asset {
        &EMBED_STYLE
    }
}
