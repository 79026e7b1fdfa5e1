//! `/next`: redirects to the game that has waited longest for the viewer's turn.

use crate::html::response::PageResult;
use crate::http::session::SignedIn;
use crate::http::urls::Url;

/// Redirects to the dashboard if there is none.
pub(crate) async fn get(SignedIn { viewer, .. }: SignedIn) -> PageResult {
    let found = viewer.web().service.dashboard(viewer.principal()).await?;
    match found.my_turn.first() {
        Some(game) => Ok(viewer.go(&Url::Game(&game.id), None, &[])),
        None => Ok(viewer.go(&Url::Home, None, &[])),
    }
}
