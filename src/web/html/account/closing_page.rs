//! The page about closing the viewer's account.

use askama::Template;

use crate::html::layout::Layout;
use crate::http::urls::{AccountForm, Url};
use table::GameId;

#[derive(Template)]
#[template(path = "account/closing.html")]
pub struct ClosingPage {
    pub layout: Layout,
    pub error: Option<String>,
    /// When the account will be closed, if the viewer has asked for it.
    pub closes: Option<String>,
    /// In progress.
    pub games: Vec<ClosingGame>,
    /// How many tables wait for players.
    pub tables: usize,
}

/// A game that the viewer plays in.
pub struct ClosingGame {
    pub id: GameId,
    pub players: String,
}
