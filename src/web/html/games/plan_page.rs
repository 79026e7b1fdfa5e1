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
}
