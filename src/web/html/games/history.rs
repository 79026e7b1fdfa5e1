//! `/games/{id}/moves`: the log, and the board after each event.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};

use crate::html::board::overlay::{self, Overlays};
use crate::html::board::{players, turn_rows};
use crate::html::games::caches::{Caches, Part};
use crate::html::games::steps::Steps;
use crate::html::games::{LoadedGame, LogPage, LogRows, MovePage, StepPart, ViewedGame, draw, plane, talk};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::game_path::{EventNumber, GamePath};
use crate::http::session::Viewer;
use crate::http::urls::Url;
use engine::Game;

/// The log or, with `turn` from the slider or `n`, a redirect to that step or event.
pub(crate) async fn list(
    viewer: Viewer,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    request: HttpRequest,
) -> PageResult {
    let fields = Fields::of_query(&request)?;
    if let Some(n) = fields.parsed::<u32>("n")? {
        return Ok(viewer.go(&Url::MoveWith(&id, n, overlay::of_query(&fields)?), None, &[]));
    }
    let loaded = LoadedGame::load(&viewer, &caches, &id).await?;
    if let Some(place) = fields.parsed::<usize>("turn")? {
        let n = steps(&loaded).stop(place).ok_or(PageError::NotFound)?;
        return Ok(viewer.go(&Url::MoveWith(&id, n, overlay::of_query(&fields)?), None, &[]));
    }
    let rows = draw::part(&viewer, &loaded, Part::Log, (None, Overlays::default()), || {
        let entries = insight::log_entries(loaded.game(), &loaded.replay.log);
        LogRows {
            locale: viewer.locale(),
            id: loaded.id().clone(),
            symbols: art::symbols(turn_rows::kinds(&entries)),
            turns: loaded.turn_rows(&viewer, &entries),
        }
    })?;
    viewer.page(&LogPage {
        layout: viewer.layout(viewer.locale().text("log-title").with("players", loaded.title())),
        id: loaded.id().clone(),
        embed: loaded.embed_code(&viewer),
        rows,
        last: loaded.last(),
        plane: plane::offered(&loaded, Overlays::default()),
    })
}

fn steps(loaded: &LoadedGame) -> Steps {
    let log = &loaded.replay.log;
    Steps::of(log, insight::log_entries(loaded.game(), log))
}

pub(crate) async fn get(
    ViewedGame { viewer, loaded }: ViewedGame,
    at: Path<EventNumber>,
    request: HttpRequest,
) -> PageResult {
    let requested = overlay::of_query(&Fields::of_query(&request)?)?;
    let n = at.n;
    let (aids, overlays) = (loaded.aids(), requested.within(loaded.aids()));
    let (game, steps) = (after(&loaded, n)?, steps(&loaded));
    let step = part(&viewer, &loaded, (n, &game), &steps, overlays).await?;
    viewer.page(&MovePage {
        layout: viewer.layout(step.title.clone()).with_preview(loaded.link_preview(
            &viewer,
            &Url::Move(loaded.id(), n),
            n,
        )),
        id: loaded.id().clone(),
        n,
        place: steps.place(n),
        previous: steps.previous(n),
        next: steps.next(n),
        marks: steps.marks(&loaded.names),
        scored: steps.scored(&loaded.names),
        steps,
        step,
        plane: plane::shown(&loaded, (n, &game), overlays),
        without: overlay::without(viewer.locale(), aids, requested),
        aids,
        overlays,
    })
}

/// `/games/{id}/moves/{n}/step`: what the script needs to show another step.
pub(crate) async fn step(
    ViewedGame { viewer, loaded }: ViewedGame,
    at: Path<EventNumber>,
    request: HttpRequest,
) -> PageResult {
    let requested = overlay::of_query(&Fields::of_query(&request)?)?;
    let n = at.n;
    let overlays = requested.within(loaded.aids());
    let (game, steps) = (after(&loaded, n)?, steps(&loaded));
    viewer.page(&part(&viewer, &loaded, (n, &game), &steps, overlays).await?)
}

/// The game after event `n`, which must exist.
fn after(loaded: &LoadedGame, n: u32) -> Result<Game, PageError> {
    if n == 0 { None } else { loaded.replay.at(n) }.ok_or(PageError::NotFound)
}

async fn part(
    viewer: &Viewer,
    loaded: &LoadedGame,
    (n, game): (u32, &Game),
    steps: &Steps,
    overlays: Overlays,
) -> Result<StepPart, PageError> {
    let (locale, log) = (viewer.locale(), &loaded.replay.log);
    let heading = steps.heading(locale, steps.place(n));
    let entry = steps.entry_after(n).map(std::slice::from_ref).unwrap_or_default();
    let place = log.binary_search_by_key(&n, |logged| logged.n).map_err(|_| PageError::NotFound)?;
    let title = locale.text("history-title").with("heading", &heading).with("players", loaded.title());
    Ok(StepPart {
        locale,
        title: title.to_string(),
        heading,
        turn: loaded.turn_rows(viewer, entry).pop(),
        event: loaded.row(viewer, &log[place]),
        drawing: draw::past(loaded, n, game, overlays),
        players: players::rows(game, &loaded.names),
        tiles_left: game.tiles_left(),
        said: talk::at(viewer, loaded.table(), n).await?,
        practice: (loaded.game().is_finished() && game.to_move().is_some()).then(|| (loaded.id().clone(), n)),
    })
}
