//! `/next`: redirects to the game that has waited longest for the viewer's turn.

use crate::html::response::PageResult;
use crate::http::session::SignedIn;
use crate::http::urls::Url;

/// Redirects to the dashboard if there is none.
pub(crate) async fn get(person: SignedIn) -> PageResult {
    let found = person.web().service.dashboard(person.principal()).await?;
    match found.my_turn.first() {
        Some(game) => Ok(person.go(&Url::Game(&game.id), None, &[])),
        None => Ok(person.go(&Url::Home, None, &[])),
    }
}
