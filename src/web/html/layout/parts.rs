//! What is the same on all pages. Each part is a template of its own: in `base.html`, which all pages extend, it would be compiled
//! for every page.

use askama::Template;

use crate::html::layout::Layout;
use crate::http::urls::Url;

/// The head but for what a page adds.
#[derive(Template)]
#[template(path = "layout/head.html")]
pub struct Head<'a> {
    pub layout: &'a Layout,
}

/// The places to go, up to the list of the menu.
#[derive(Template)]
#[template(path = "layout/header.html")]
pub struct Header<'a> {
    pub layout: &'a Layout,
}

/// What the menu has on every page, and the end of the header.
#[derive(Template)]
#[template(path = "layout/menu.html")]
pub struct Menu<'a> {
    pub layout: &'a Layout,
}

/// The state of the account, if there is something to know, and the result of the last form.
#[derive(Template)]
#[template(path = "layout/notes.html")]
pub struct Notes<'a> {
    pub layout: &'a Layout,
}
