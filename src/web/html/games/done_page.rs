//! What a turn did.

use std::sync::Arc;

use askama::Template;

use crate::web::html::games::players::PlayerRow;
use crate::web::html::games::{Drawing, LogRow};
use crate::web::html::layout::Layout;
use crate::web::http::urls::Url;

/// What a turn did.
#[derive(Template)]
#[template(path = "games/done.html")]
pub struct DonePage {
    pub layout: Layout,
    /// The game's name in addresses.
    pub id: String,
    /// The board after it.
    pub drawing: Arc<Drawing>,
    pub events: Vec<LogRow>,
    /// What has happened since.
    pub since: Vec<LogRow>,
    /// Who is next.
    pub next: String,
    /// Whether the viewer is to move again.
    pub your_turn: bool,
    /// Whether the game is over.
    pub finished: bool,
    pub players: Vec<PlayerRow>,
    /// Draws still to come.
    pub tiles_left: usize,
    /// How many other games wait for the viewer.
    pub waiting: u32,
}
