//! The confirmation before resigning.

use askama::Template;

use crate::html::layout::Layout;
use crate::http::urls::Url;
use table::GameId;

#[derive(Template)]
#[template(path = "games/resign.html")]
pub struct ResignPage {
    pub layout: Layout,
    pub error: Option<String>,
    pub id: GameId,
    /// The number of the last event that the player sees.
    pub expected: u32,
    /// The idempotency key.
    pub key: String,
    /// What resigning means in this game.
    pub text: &'static str,
}
