//! The game page.

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

/// The page of a game in progress or finished.
#[allow(clippy::struct_excessive_bools, reason = "what a page shows or not")]
#[derive(Template)]
#[template(path = "games/show.html")]
pub struct GamePage {
    pub layout: Layout,
    /// Why a turn was rejected, or what has changed meanwhile.
    pub error: Option<String>,
    /// A note that requested overlays are not shown because the table's aids exclude them.
    pub without: Option<String>,
    /// The game's id in URLs.
    pub id: String,
    pub drawing: Arc<Drawing>,
    /// Whose turn it is, in words.
    pub heading: String,
    pub your_turn: bool,
    /// Whether this is the second part of a double turn, which a builder brings.
    pub second_part: bool,
    /// Whether the viewer may skip it.
    pub may_pass: bool,
    pub finished: bool,
    pub deadline: Option<Deadline>,
    /// The tiles in hand, as cached HTML.
    pub hand: Arc<String>,
    /// What has happened since the viewer's last visit, if anything.
    pub since: Option<SincePart>,
    /// The table of scores, as cached HTML.
    pub scores: Arc<String>,
    /// The part below the board, as cached HTML.
    pub below: Arc<String>,
    /// The idempotency key of the next turn.
    pub key: String,
    /// The legal turns as JSON, for the script.
    pub offer: Option<Arc<String>>,
    pub aids: Aids,
    /// The details of an empty cell, if requested.
    pub cell: Option<CellInfo>,
    /// The number of the last event.
    pub last: u32,
}
