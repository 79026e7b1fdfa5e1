//! `/next`: redirects to the next game of the viewer's queue.

use actix_web::HttpRequest;

use crate::html::response::PageResult;
use crate::http::fields::Fields;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use table::GameId;

/// Redirects to the dashboard if no game waits. The game in `after` is the one that the viewer has just seen.
pub(crate) async fn get(SignedIn { viewer, .. }: SignedIn, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let after = fields.optional("after")?.and_then(GameId::parse);
    let next = viewer.web().service.next_game(viewer.principal(), after.as_ref()).await?;
    Ok(viewer.go(&next.as_ref().map_or(Url::Home, Url::Game), None, &[]))
}
