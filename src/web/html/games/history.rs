//! `/games/{id}/moves`: the event log, and the board after each event.

use actix_web::HttpRequest;
use actix_web::web::Path;

use crate::art;
use crate::insight;
use crate::web::html::aids::without;
use crate::web::html::answer::Answer;
use crate::web::html::games::overlay::Overlays;
use crate::web::html::games::{LoadedGame, LogPage, MovePage, draw, plane, players, row, show, turn_rows};
use crate::web::http::error::PageError;
use crate::web::http::form::Fields;
use crate::web::http::session::Viewer;
use crate::web::http::urls::Url;

/// The log or, with `n` from the slider, a redirect to that event.
pub(in crate::web) async fn list(viewer: Viewer, id: Path<String>, request: HttpRequest) -> Answer {
    let fields = Fields::of_query(&request)?;
    if let Some(n) = fields.parsed::<u32>("n")? {
        return Ok(viewer.go(&Url::MoveWith(&id, n, show::overlays(&fields)?), None, &[]));
    }
    let loaded = LoadedGame::load(&viewer, &id).await?;
    let entries = insight::log_entries(loaded.game(), &loaded.replay.log);
    viewer.page(&LogPage {
        layout: viewer.layout(viewer.locale().text("log-title").with("players", show::title(&loaded))),
        id: loaded.id.clone(),
        symbols: art::symbols(turn_rows::kinds(&entries)),
        turns: loaded.turn_rows(&viewer, &entries),
        plane: plane::offered(&viewer, &loaded, Overlays::default()),
    })
}

pub(in crate::web) async fn get(viewer: Viewer, path: Path<(String, u32)>, request: HttpRequest) -> Answer {
    let requested = show::overlays(&Fields::of_query(&request)?)?;
    let (id, n) = path.into_inner();
    let loaded = LoadedGame::load(&viewer, &id).await?;
    let place =
        loaded.replay.log.binary_search_by_key(&n, |logged| logged.n).map_err(|_| PageError::NotFound)?;
    let (aids, overlays) = (loaded.aids(), requested.within(loaded.aids()));
    let game = loaded.replay.at(n).ok_or(PageError::NotFound)?;
    viewer.page(&MovePage {
        layout: viewer
            .layout(viewer.locale().text("event-title").with("n", n).with("players", show::title(&loaded)))
            .with_image(loaded.image(&viewer, n)),
        id: loaded.id.clone(),
        event: row(&loaded.names, &viewer, &loaded.replay.log[place]),
        last: loaded.last(),
        drawing: draw::past(&viewer, &loaded, n, &game, overlays),
        plane: plane::shown(&viewer, &loaded, (n, &game), overlays),
        without: without(viewer.locale(), aids, requested),
        aids,
        overlays,
        players: players::rows(&game, &loaded.names),
        tiles_left: game.tiles_left(),
    })
}
