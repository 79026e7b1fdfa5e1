//! `/levels`: what the computer can do, and how to play it.

use actix_web::http::StatusCode;
use actix_web::web::Path;

use crate::html::levels::{LevelPage, LevelRow, LevelsPage, title};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::session::Viewer;
use table::{ComputerLevel, LevelResults};

/// `/levels`.
pub(crate) async fn list(viewer: Viewer) -> PageResult {
    let layout = viewer.layout(viewer.locale().say("levels-title"));
    let results = viewer.web().service.level_results(viewer.principal()).await?;
    let levels = ComputerLevel::ALL
        .into_iter()
        .zip(1..)
        .map(|(level, number)| LevelRow::new(number, of(level, &results)));
    viewer.form_page(StatusCode::OK, &LevelsPage { layout, levels: levels.collect() })
}

/// `/levels/{number}`.
pub(crate) async fn level(viewer: Viewer, number: Path<u8>) -> PageResult {
    let level = ComputerLevel::of_number(*number).ok_or(PageError::NotFound)?;
    let layout = viewer.layout(title(viewer.locale(), level));
    let results = viewer.web().service.level_results(viewer.principal()).await?;
    let level = LevelRow::new(*number, of(level, &results));
    viewer.form_page(StatusCode::OK, &LevelPage { layout, level })
}

fn of(level: ComputerLevel, results: &[(ComputerLevel, LevelResults)]) -> LevelResults {
    results.iter().find(|(known, _)| *known == level).map(|&(_, results)| results).unwrap_or_default()
}
