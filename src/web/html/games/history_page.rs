//! The event log, and the board after an event.

use std::sync::Arc;

use askama::Template;

use crate::planar::Format;
use crate::table::Aids;
use crate::web::html::games::overlay::Overlays;
use crate::web::html::games::plane_page::PlanePart;
use crate::web::html::games::players::PlayerRow;
use crate::web::html::games::turn_rows::TurnRow;
use crate::web::html::games::{Drawing, LogRow};
use crate::web::html::layout::Layout;
use crate::web::http::urls::Url;

#[derive(Template)]
#[template(path = "games/move.html")]
pub struct MovePage {
    pub layout: Layout,
    /// The game's id in URLs.
    pub id: String,
    /// A note that requested overlays are not shown because the table's aids exclude them.
    pub without: Option<String>,
    pub event: LogRow,
    /// The number of the game's last event.
    pub last: u32,
    pub drawing: Arc<Drawing>,
    pub aids: Aids,
    pub overlays: Overlays,
    pub plane: PlanePart,
    /// The players after the event.
    pub players: Vec<PlayerRow>,
    /// The number of draws to come after the event.
    pub tiles_left: usize,
}

#[derive(Template)]
#[template(path = "games/log.html")]
pub struct LogPage {
    pub layout: Layout,
    /// The game's id in URLs.
    pub id: String,
    /// The definitions of the tiles' pictures.
    pub symbols: String,
    pub turns: Vec<TurnRow>,
    pub plane: PlanePart,
}
