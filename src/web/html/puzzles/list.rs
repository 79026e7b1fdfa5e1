//! `/puzzles` and `/puzzles/today`.

use crate::html::puzzles::ListPage;
use crate::html::puzzles::list_page::PuzzleRow;
use crate::html::response::PageResult;
use crate::http::fields::Fields;
use crate::http::session::Viewer;
use crate::http::urls::Url;
use actix_web::HttpRequest;
use chrono::DateTime;
use puzzle::ListedPuzzle;

pub(crate) async fn get(viewer: Viewer, request: HttpRequest) -> PageResult {
    let from = Fields::of_query(&request)?.parsed::<i64>("from")?;
    let (service, principal) = (&viewer.web().service, viewer.principal());
    let found = service.puzzles(principal, from.and_then(DateTime::from_timestamp_millis)).await?;
    let streak = match viewer.user() {
        Some(_) => Some(service.puzzle_streak(principal).await?),
        None => None,
    };
    viewer.page(&ListPage {
        layout: viewer.layout(viewer.locale().say("puzzles-title")),
        first: from.is_none(),
        daily: service.puzzle_of_the_day(principal).await?.is_some(),
        streak: streak.map(|streak| (streak.days, streak.today)),
        next: found.next.map(|next| next.timestamp_millis()),
        puzzles: found.puzzles.iter().map(|puzzle| row(&viewer, puzzle)).collect(),
    })
}

fn row(viewer: &Viewer, puzzle: &ListedPuzzle) -> PuzzleRow {
    let &ListedPuzzle { n, tile, day, solved, .. } = puzzle;
    PuzzleRow { n, tile, day: day.and_then(|day| date(viewer, day)), solved }
}

/// A day that is counted from 1 January 1970. Puzzles change at midnight UTC.
pub(super) fn date(viewer: &Viewer, day: i64) -> Option<String> {
    let at = DateTime::from_timestamp(day.checked_mul(24 * 60 * 60)?, 0)?;
    Some(viewer.locale().day(at, chrono_tz::Tz::UTC))
}

/// A redirect to the puzzle of the day or, where there is none, to the list.
pub(crate) async fn today(viewer: Viewer) -> PageResult {
    let today = viewer.web().service.puzzle_of_the_day(viewer.principal()).await?;
    Ok(viewer.go(&today.map_or(Url::Puzzles, Url::Puzzle), None, &[]))
}
