//! The result of a turn.

use std::sync::Arc;

use askama::Template;

use crate::web::html::games::players::PlayerRow;
use crate::web::html::games::{Drawing, LogRow};
use crate::web::html::layout::Layout;
use crate::web::http::urls::Url;

#[derive(Template)]
#[template(path = "games/done.html")]
pub struct DonePage {
    pub layout: Layout,
    /// The game's id in URLs.
    pub id: String,
    /// The board after the turn.
    pub drawing: Arc<Drawing>,
    pub events: Vec<LogRow>,
    /// Events after the turn's own.
    pub since: Vec<LogRow>,
    /// Whose turn it is, in words.
    pub next: String,
    pub your_turn: bool,
    pub finished: bool,
    pub players: Vec<PlayerRow>,
    /// The number of draws to come.
    pub tiles_left: usize,
    /// The number of other games that wait for the viewer.
    pub waiting: u32,
}
