//! `/`: the front page, or what waits for somebody.

use actix_web::http::StatusCode;

use super::row::rows;
use crate::service::{Filter, Status};
use crate::web::answer::Answer;
use crate::web::page::games::{DashboardPage, FrontPage};
use crate::web::session::{Account, Viewer};

/// The page.
pub(in crate::web) async fn get(viewer: Viewer) -> Answer {
    match viewer.account() {
        Some(account) => dashboard(&viewer, account).await,
        None => front(&viewer, StatusCode::OK, None).await,
    }
}

/// The front page, with why its first button did not work.
pub(super) async fn front(viewer: &Viewer, status: StatusCode, trouble: Option<String>) -> Answer {
    let open = Filter { status: Some(Status::Open), player: None };
    let open = viewer.web().service.public_games(&open, None).await?;
    let (layout, open) = (viewer.layout("A tile game by post"), rows(viewer, &open.games));
    viewer.page_with(status, &FrontPage { layout, trouble, open })
}

async fn dashboard(viewer: &Viewer, account: &Account) -> Answer {
    let found = viewer.web().service.dashboard(&account.id).await?;
    viewer.page(&DashboardPage {
        layout: viewer.layout("My turn"),
        my_turn: rows(viewer, &found.my_turn),
        waiting: rows(viewer, &found.waiting),
        my_tables: rows(viewer, &found.my_tables),
        unseen: rows(viewer, &found.unseen),
        open: rows(viewer, &found.open),
    })
}
