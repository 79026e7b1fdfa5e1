//! `/games/{id}/moves`: the whole log, and the board as it stood after each event.

use actix_web::HttpRequest;
use actix_web::web::Path;

use crate::web::html::aids::without;
use crate::web::html::answer::Answer;
use crate::web::html::games::overlay::Overlays;
use crate::web::html::games::{LogPage, MovePage, Seen, draw, plane, players, row, show};
use crate::web::http::error::PageError;
use crate::web::http::form::Fields;
use crate::web::http::session::Viewer;
use crate::web::http::urls::Url;

/// The log; with `n`, on to that event: what the slider asks for.
pub(in crate::web) async fn list(viewer: Viewer, id: Path<String>, request: HttpRequest) -> Answer {
    let fields = Fields::of_query(&request)?;
    if let Some(n) = fields.parsed::<u32>("n")? {
        return Ok(viewer.go(&Url::MoveWith(&id, n, show::overlays(&fields)?), None, &[]));
    }
    let seen = Seen::load(&viewer, &id).await?;
    viewer.page(&LogPage {
        layout: viewer.layout(viewer.locale().text("log-title").with("players", show::title(&seen))),
        id: seen.id.clone(),
        events: seen.rows(&viewer, &seen.replay.log),
        plane: plane::offered(&viewer, &seen, Overlays::default()),
    })
}

/// The board after an event.
pub(in crate::web) async fn get(viewer: Viewer, path: Path<(String, u32)>, request: HttpRequest) -> Answer {
    let asked = show::overlays(&Fields::of_query(&request)?)?;
    let (id, n) = path.into_inner();
    let seen = Seen::load(&viewer, &id).await?;
    let place =
        seen.replay.log.binary_search_by_key(&n, |logged| logged.n).map_err(|_| PageError::NotFound)?;
    let (aids, overlays) = (seen.aids(), asked.within(seen.aids()));
    let game = seen.replay.at(n).ok_or(PageError::NotFound)?;
    viewer.page(&MovePage {
        layout: viewer
            .layout(viewer.locale().text("event-title").with("n", n).with("players", show::title(&seen)))
            .with_image(seen.image(&viewer, n)),
        id: seen.id.clone(),
        event: row(&seen.names, &viewer, &seen.replay.log[place]),
        last: seen.last(),
        drawing: draw::past(&viewer, &seen, n, &game, overlays),
        plane: plane::shown(&viewer, &seen, (n, &game), overlays),
        without: without(viewer.locale(), aids, asked),
        aids,
        overlays,
        players: players::rows(&game, &seen.names),
        tiles_left: game.tiles_left(),
    })
}
