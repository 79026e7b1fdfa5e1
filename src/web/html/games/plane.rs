//! `/games/{id}/graph.{format}`: the map as a planar graph, for other programs.

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Path;
use serde::Deserialize;

use crate::html::board::overlay::{Overlay, Overlays};
use crate::html::games::caches::{MapGraph, get_or_make};
use crate::html::games::plane_page::{Legend, PlanePart, why_not};
use crate::html::games::{LoadedGame, ViewedGame};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use engine::Game;
use planar::{Format, Graph};

/// The graph of the map after event `n`.
pub(crate) fn of(loaded: &LoadedGame, n: u32, game: &Game) -> MapGraph {
    get_or_make(&loaded.caches.graphs, &(loaded.id().clone(), n), || Graph::of(game.board().tiles()))
}

/// For a page that offers the files; with a legend, if the graph is drawn.
pub(crate) fn offered(loaded: &LoadedGame, on: Overlays) -> PlanePart {
    if on.has(Overlay::Graph) {
        return shown(loaded, (loaded.last(), loaded.game()), on);
    }
    let graph = of(loaded, loaded.last(), loaded.game());
    PlanePart { why_not: graph.as_ref().as_ref().err().map(why_not), legend: None }
}

/// For a page that shows the board after event `n`: the legend, if the graph is drawn.
pub(crate) fn shown(loaded: &LoadedGame, (n, game): (u32, &Game), on: Overlays) -> PlanePart {
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
pub(crate) struct File {
    format: String,
}

/// The file. For a game in progress it has the current map.
pub(crate) async fn get(ViewedGame { loaded, .. }: ViewedGame, file: Path<File>) -> PageResult {
    let format: Format = file.format.parse().map_err(|_| PageError::NotFound)?;
    let id = loaded.id();
    match of(&loaded, loaded.last(), loaded.game()).as_ref() {
        Ok(graph) => Ok(HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, format!("{}; charset=utf-8", format.media_type())))
            .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"bastide-{id}.{format}\"")))
            .body(graph.export(format))),
        Err(why) => Err(PageError::BadRequest(why_not(why))),
    }
}
