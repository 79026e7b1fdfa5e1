//! The error page.

use askama::Template;

use crate::html::board::Drawing;
use crate::html::layout::Layout;
use crate::http::back::page_of_action;
use crate::http::urls::Url;

#[derive(Template)]
#[template(path = "error.html")]
pub struct ErrorPage {
    pub layout: Layout,
    /// What happened and what to do next.
    pub text: String,
    /// Whether to offer signing in.
    pub sign_in: bool,
    /// Where guests return to after signing up.
    pub back: Option<String>,
    /// The page that the request's form is on.
    pub page: Option<FormPage>,
    /// A board around a cell that no tile fits.
    pub hole: &'static Drawing,
    /// Whether the page offers other ways to go on.
    pub lost: bool,
    /// For failures of the server, which the log explains under this id.
    pub request_id: Option<String>,
}

pub struct FormPage {
    pub path: String,
    pub is_game: bool,
}

impl FormPage {
    /// The page with the form whose action this is, if there is one other than the front page.
    pub fn of_action(path: &str) -> Option<Self> {
        let page = page_of_action(path).filter(|&page| page != "/")?;
        Some(Self { path: page.to_owned(), is_game: page.starts_with("/games/") })
    }
}
