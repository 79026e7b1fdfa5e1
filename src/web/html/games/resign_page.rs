//! The question before giving up.

use askama::Template;

use crate::web::html::layout::Layout;
use crate::web::http::urls::Url;

/// The question before giving up.
#[derive(Template)]
#[template(path = "games/resign.html")]
pub struct ResignPage {
    pub layout: Layout,
    pub error: Option<String>,
    /// The game's name in addresses.
    pub id: String,
    /// The number of the last event that the player sees.
    pub expected: u32,
    /// What makes sending twice harmless.
    pub key: String,
    /// What resigning means.
    pub text: &'static str,
}
