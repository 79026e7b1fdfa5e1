//! The error page.

use askama::Template;

use crate::web::html::layout::Layout;
use crate::web::http::urls::Url;

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
}
