//! `/`: the front page, or the dashboard.

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue};

use crate::html::lobby::pages::{DashboardPage, FrontPage, GameRow, MissingSalt};
use crate::html::lobby::row::{own_rows, row, rows, rows_with_seats, unread};
use crate::html::response::{PageResult, PageStatus};
use crate::html::wording::challenge::ChallengeRow;
use crate::html::wording::invitation::InvitationRow;
use crate::http::session::Viewer;
use table::{ChallengeView, Filter, Status, Table};

pub(crate) async fn get(viewer: Viewer) -> PageResult {
    match viewer.user() {
        Some(_) => dashboard(&viewer).await,
        None => front(&viewer, StatusCode::OK, None).await,
    }
}

/// The front page, with the error of its main button.
pub(crate) async fn front(
    viewer: &Viewer,
    status: impl Into<PageStatus>,
    error: Option<String>,
) -> PageResult {
    let open = Filter { status: Some(Status::Open), ..Filter::default() };
    // Old tables would be full.
    let principal = viewer.principal().clone().reading_fresh(true);
    let mut open = viewer.web().service.public_games(&principal, &open, None).await?;
    open.games.retain(Table::is_waiting);
    let [rows_of_open] = rows_with_seats(viewer, [&open.games]).await?;
    let game = viewer.web().service.game_to_watch(viewer.principal()).await?;
    let page = FrontPage {
        layout: viewer.layout(viewer.locale().say("front-title")),
        error,
        open: rows_of_open,
        game: game.map(|game| row(viewer, &game)),
    };
    let mut answer = viewer.form_page(status, &page)?;
    // The button signs the visitor in, so the back button must load the dashboard, not a form whose token is spent.
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(answer)
}

/// Those first that wait for the viewer.
fn challenges(viewer: &Viewer, found: &[ChallengeView]) -> Vec<ChallengeRow> {
    let Some(user) = viewer.user() else { return Vec::new() };
    let mut rows: Vec<_> = found.iter().map(|view| ChallengeRow::of(viewer, view, &user.id)).collect();
    rows.sort_by_key(|row| !row.to_answer);
    rows
}

async fn dashboard(viewer: &Viewer) -> PageResult {
    let found = viewer.web().service.dashboard(viewer.principal()).await?;
    let offers = viewer.web().service.own_offers(viewer.principal()).await?.offers;
    let missing = |table: &Table| {
        let hash = table.missing_salt(&viewer.user()?.id)?;
        Some(MissingSalt { id: table.id.clone(), hash: hash.to_string() })
    };
    let [my_tables, open] = rows_with_seats(viewer, [&found.my_tables, &found.open]).await?;
    let my_tables = my_tables.into_iter().zip(&found.my_tables);
    // Where the viewer sits goes without saying.
    let my_tables =
        my_tables.map(|(row, table)| GameRow { join: None, unread: unread(table, &found), ..row }).collect();
    let rows_of_mine = |games: &[Table]| own_rows(viewer, games, &found);
    viewer.page(&DashboardPage {
        layout: viewer.layout(viewer.locale().say("dashboard-title")),
        is_new: found.is_new,
        my_turn: rows_of_mine(&found.my_turn),
        invitations: found.invitations.iter().filter_map(|table| InvitationRow::of(viewer, table)).collect(),
        challenges: challenges(viewer, &found.challenges),
        looking: offers.iter().filter(|offer| offer.waits.is_some()).count(),
        reveals: found.my_tables.iter().filter_map(missing).collect(),
        waiting: rows_of_mine(&found.waiting),
        my_tables,
        unseen: rows_of_mine(&found.unseen),
        news: found.notifications.len(),
        open,
        offered: rows(viewer, &found.offered),
    })
}
