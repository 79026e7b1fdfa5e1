//! `/games/archive`: files of all public games of a month.

mod file;
mod page;

pub(crate) use file::get as file;
pub use page::ArchivesPage;

use actix_web::HttpRequest;

use crate::html::archives::page::ArchiveRow;
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::session::Viewer;
use crate::locale::key;
use table::{Archive, ArchiveCursor};

pub(crate) async fn get(viewer: Viewer, request: HttpRequest) -> PageResult {
    let from = cursor(&Fields::of_query(&request)?)?;
    let found = viewer.web().service.archives(viewer.principal(), from).await?;
    let page = ArchivesPage {
        layout: viewer.layout(viewer.locale().say(key("archives-title"))),
        archives: found.archives.iter().map(|archive| row(&viewer, archive)).collect(),
        previous: found.previous,
        next: found.next,
    };
    viewer.page(&page)
}

/// Where a part of the list begins.
pub(crate) fn cursor(fields: &Fields) -> Result<Option<ArchiveCursor>, PageError> {
    let before = fields.parsed("before").map_err(foreign)?;
    let after = fields.parsed("after").map_err(foreign)?;
    Ok(before.map(ArchiveCursor::Before).or(after.map(ArchiveCursor::After)))
}

fn foreign(_: PageError) -> PageError {
    PageError::bad_request("archives-bad-month")
}

fn row(viewer: &Viewer, archive: &Archive) -> ArchiveRow {
    let locale = viewer.locale();
    ArchiveRow {
        month: archive.month,
        games: locale.count(archive.games),
        size: locale.megabytes(archive.bytes),
        sha256: archive.sha256.clone(),
        licence: archive.licence.clone(),
        made: locale.day(archive.made, viewer.zone()),
    }
}
