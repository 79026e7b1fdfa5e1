//! The pages of the host's texts.

use askama::Template;

use crate::html::layout::Layout;
use crate::http::urls::Url;
use crate::locale::key;

#[derive(Template)]
#[template(path = "host/text.html")]
pub struct HostPage {
    pub layout: Layout,
    pub paragraphs: Vec<String>,
    /// Whether the page says what is kept for how long.
    pub kept: bool,
}

impl HostPage {
    /// What is kept for how long.
    const KEPT: [&str; 6] = [
        key("kept-lines"),
        key("kept-withdrawn"),
        key("kept-reports"),
        key("kept-restrictions"),
        key("kept-notes"),
        key("kept-log"),
    ];
}
