//! The page for what did not work.

use askama::Template;

use crate::web::html::layout::Layout;
use crate::web::http::urls::Url;

/// What an error page says.
#[derive(Clone, Debug)]
pub struct Message {
    /// What happened.
    pub heading: &'static str,
    /// What to do about it.
    pub text: String,
    /// Whether signing in would help.
    pub sign_in: bool,
    /// Where a guest was going who needs an account for it.
    pub keep: Option<String>,
}

/// The page.
#[derive(Template)]
#[template(path = "error.html")]
pub struct ErrorPage {
    /// Head, navigation and foot.
    pub layout: Layout,
    /// What it says.
    pub message: Message,
}
