//! The error page.

use askama::Template;

use crate::web::html::layout::Layout;
use crate::web::http::urls::Url;
use crate::web::locale::Message;

/// What an error page says, before the viewer's language is known.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The heading's key.
    pub heading: &'static str,
    /// What happened and what to do next.
    pub text: Message,
    /// Whether to offer signing in.
    pub sign_in: bool,
    /// Where a guest returns to after signing up; `None` where signing up would not help.
    pub back: Option<String>,
}

/// The page.
#[derive(Template)]
#[template(path = "error.html")]
pub struct ErrorPage {
    /// Head, navigation and foot.
    pub layout: Layout,
    /// What happened and what to do next.
    pub text: String,
    /// Whether to offer signing in.
    pub sign_in: bool,
    /// Where a guest returns to after signing up.
    pub back: Option<String>,
}
