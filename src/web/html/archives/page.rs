//! The list of files.

use askama::Template;

use crate::html::layout::Layout;
use crate::http::urls::Url;
use table::{ArchiveCursor, Month};

#[derive(Template)]
#[template(path = "archives/list.html")]
pub struct ArchivesPage {
    pub layout: Layout,
    /// The latest month first.
    pub archives: Vec<ArchiveRow>,
    pub previous: Option<ArchiveCursor>,
    pub next: Option<ArchiveCursor>,
}

pub struct ArchiveRow {
    pub month: Month,
    pub games: String,
    pub size: String,
    pub sha256: String,
    pub licence: String,
    /// The day on which the file was made.
    pub made: String,
}
