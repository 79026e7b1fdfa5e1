//! The table.

use std::sync::Arc;

use askama::Template;

use crate::table::{Aid, Aids};
use crate::web::html::deadline::Deadline;
use crate::web::html::games::Drawing;
use crate::web::html::games::cell::CellInfo;
use crate::web::html::games::overlay::Overlay;
use crate::web::html::games::since::SincePart;
use crate::web::html::layout::Layout;
use crate::web::http::urls::Url;

/// The table while a game is on or over.
#[allow(clippy::struct_excessive_bools, reason = "what a page shows or not")]
#[derive(Template)]
#[template(path = "games/show.html")]
pub struct GamePage {
    pub layout: Layout,
    /// Why a turn came back, or what has changed meanwhile.
    pub error: Option<String>,
    /// What was asked for and is not shown, if the table plays without it.
    pub without: Option<String>,
    /// The game's name in addresses.
    pub id: String,
    pub drawing: Arc<Drawing>,
    /// Whose turn it is, as the heading says it.
    pub heading: String,
    /// Whether it is the viewer's.
    pub your_turn: bool,
    /// Whether a builder has given this second part.
    pub second_part: bool,
    /// Whether the viewer may leave that part out.
    pub may_pass: bool,
    /// Whether the game is over.
    pub finished: bool,
    /// Until when.
    pub deadline: Option<Deadline>,
    /// The tiles to choose from, as HTML like the other parts that are cached.
    pub hand: Arc<String>,
    /// What happened since the viewer's last visit, if anything.
    pub since: Option<SincePart>,
    /// The players with their points.
    pub scores: Arc<String>,
    /// What stands below the board.
    pub below: Arc<String>,
    /// What makes sending a turn twice harmless.
    pub key: String,
    /// The legal turns as JSON, for the script.
    pub offer: Option<Arc<String>>,
    /// What help the page gives.
    pub aids: Aids,
    /// An empty cell that was asked about.
    pub cell: Option<CellInfo>,
    /// The number of the last event.
    pub last: u32,
}
