//! `/next`: redirects to the next game of the viewer's queue.

use actix_web::HttpRequest;

use crate::html::response::PageResult;
use crate::http::fields::Fields;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use table::GameId;

/// Redirects to the dashboard if no game waits. The game in `after` is the one that the viewer has just seen; if it is the only
/// one, what else may wait is on the page of the queue. The browser remembers which games were skipped.
pub(crate) async fn get(SignedIn { viewer, .. }: SignedIn, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let after = fields.optional("after")?.and_then(GameId::parse);
    let skipped = viewer.web().skipped(&request);
    let next = viewer.web().service.next_game(viewer.principal(), after.as_ref(), &skipped).await?;
    let url = match &next.game {
        None => Url::Home,
        Some(_) if next.game == after => Url::Queue,
        Some(game) => Url::Game(game),
    };
    Ok(viewer.go(&url, None, &[viewer.web().skipped_cookie(&next.skipped)]))
}
