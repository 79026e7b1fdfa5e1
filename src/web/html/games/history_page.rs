//! The log, and the board as it stood after an event.

use std::sync::Arc;

use askama::Template;

use crate::planar::Format;
use crate::table::Aids;
use crate::web::html::games::overlay::Overlays;
use crate::web::html::games::plane_page::PlanePart;
use crate::web::html::games::players::PlayerRow;
use crate::web::html::games::{Drawing, LogRow};
use crate::web::html::layout::Layout;
use crate::web::http::urls::Url;

/// The board as it stood after an event.
#[derive(Template)]
#[template(path = "games/move.html")]
pub struct MovePage {
    pub layout: Layout,
    /// The game's name in addresses.
    pub id: String,
    /// What was asked for and is not shown, if the table plays without it.
    pub without: Option<String>,
    pub event: LogRow,
    /// How many events there are.
    pub last: u32,
    /// The board after it.
    pub drawing: Arc<Drawing>,
    /// What help the page gives.
    pub aids: Aids,
    /// What is drawn over the board.
    pub overlays: Overlays,
    /// What the page says of the map's graph.
    pub plane: PlanePart,
    /// The players after it.
    pub players: Vec<PlayerRow>,
    /// Draws to come after it.
    pub tiles_left: usize,
}

/// The whole log.
#[derive(Template)]
#[template(path = "games/log.html")]
pub struct LogPage {
    pub layout: Layout,
    /// The game's name in addresses.
    pub id: String,
    /// All events in order.
    pub events: Vec<LogRow>,
    /// The map as a graph.
    pub plane: PlanePart,
}
