//! `/levels`: what the computer can do, and how to play it.

use actix_web::http::StatusCode;
use actix_web::web::Path;

use crate::table::Level;
use crate::web::html::answer::Answer;
use crate::web::html::levels::{LevelPage, LevelsPage, title};
use crate::web::http::error::PageError;
use crate::web::http::session::Viewer;

/// `/levels`.
pub(in crate::web) async fn list(viewer: Viewer) -> Answer {
    let layout = viewer.layout(viewer.locale().say("levels-title"));
    viewer.form_page(StatusCode::OK, &LevelsPage { layout })
}

/// `/levels/{number}`.
pub(in crate::web) async fn level(viewer: Viewer, number: Path<u8>) -> Answer {
    let level = Level::of_number(*number).ok_or(PageError::NotFound)?;
    let layout = viewer.layout(title(viewer.locale(), level));
    viewer.form_page(StatusCode::OK, &LevelPage { layout, number: *number })
}
