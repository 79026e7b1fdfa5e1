//! The page of a player's plans.

use askama::Template;

use crate::html::layout::Layout;
use crate::http::urls::Url;
use table::GameId;

#[derive(Template)]
#[template(path = "games/plan.html")]
pub struct PlanPage {
    pub layout: Layout,
    pub error: Option<String>,
    pub id: GameId,
    /// Whether the viewer is still in the game.
    pub playing: bool,
    /// Whether forced turns are played.
    pub forced: bool,
    /// The levels that can stand in, and which does; `None` if the table allows none.
    pub stand_ins: Option<Vec<(u8, bool)>>,
    /// Of the tiles of [`PlanPage::next`].
    pub symbols: String,
    /// Whether turns can be planned with a tile that was drawn ahead.
    pub draws_ahead: bool,
    pub next: Option<NextPart>,
}

/// What is planned for the next turn.
pub struct NextPart {
    /// In order.
    pub turns: Vec<PlannedRow>,
    pub unless_changed: bool,
    pub unless_left: bool,
}

pub struct PlannedRow {
    /// Of the field that removes it.
    pub value: String,
    /// The tile as it will lie.
    pub picture: String,
    pub text: String,
}
