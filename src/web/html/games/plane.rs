//! `/games/{id}/graph.{format}`: the map as a planar graph, for other programs.

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::{Data, Path};
use serde::Deserialize;

use crate::engine::Game;
use crate::planar::{Format, Graph};
use crate::web::html::answer::Answer;
use crate::web::html::board::overlay::{Overlay, Overlays};
use crate::web::html::games::LoadedGame;
use crate::web::html::games::caches::{Caches, MapGraph, get_or_make};
use crate::web::html::games::plane_page::{Legend, PlanePart, why_not};
use crate::web::http::error::PageError;
use crate::web::http::game_path::GamePath;
use crate::web::http::session::Viewer;

/// The graph of the map after event `n`.
pub(in crate::web) fn of(loaded: &LoadedGame, n: u32, game: &Game) -> MapGraph {
    get_or_make(&loaded.caches.graphs, &(loaded.id().clone(), n), || Graph::of(game.board().tiles()))
}

/// For a page that offers the files; with a legend, if the graph is drawn.
pub(in crate::web) fn offered(loaded: &LoadedGame, on: Overlays) -> PlanePart {
    if on.has(Overlay::Graph) {
        return shown(loaded, (loaded.last(), loaded.game()), on);
    }
    let graph = of(loaded, loaded.last(), loaded.game());
    PlanePart { why_not: graph.as_ref().as_ref().err().map(why_not), legend: None }
}

/// For a page that shows the board after event `n`: the legend, if the graph is drawn.
pub(in crate::web) fn shown(loaded: &LoadedGame, (n, game): (u32, &Game), on: Overlays) -> PlanePart {
    if !on.has(Overlay::Graph) {
        return PlanePart::default();
    }
    match of(loaded, n, game).as_ref() {
        Ok(graph) => PlanePart { why_not: None, legend: Some(Legend::of(graph)) },
        Err(why) => PlanePart { why_not: Some(why_not(why)), legend: None },
    }
}

/// The last segment of the path.
#[derive(Deserialize)]
pub(in crate::web) struct File {
    format: String,
}

/// The file. For a game in progress it has the current map.
pub(in crate::web) async fn get(
    viewer: Viewer,
    GamePath(id): GamePath,
    file: Path<File>,
    caches: Data<Caches>,
) -> Answer {
    let format: Format = file.format.parse().map_err(|_| PageError::NotFound)?;
    let loaded = LoadedGame::load(&viewer, &caches, &id).await?;
    match of(&loaded, loaded.last(), loaded.game()).as_ref() {
        Ok(graph) => Ok(HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, format!("{}; charset=utf-8", format.media_type())))
            .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"bastide-{id}.{format}\"")))
            .body(graph.export(format))),
        Err(why) => Err(PageError::BadRequest(why_not(why))),
    }
}
