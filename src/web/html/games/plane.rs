//! `/games/{id}/graph.{format}`: the map as a planar graph, for other programs. Also caches the graphs.

use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Path;
use quick_cache::sync::Cache;

use crate::engine::Game;
use crate::planar::{Format, Graph, NotPlanar};
use crate::service::CacheFigures;
use crate::web::html::answer::Answer;
use crate::web::html::board::overlay::{Overlay, Overlays};
use crate::web::html::games::LoadedGame;
use crate::web::html::games::caches::Caches;
use crate::web::html::games::plane_page::{Legend, PlanePart, why_not};
use crate::web::http::error::PageError;
use crate::web::http::session::Viewer;

/// A map's graph, or why it has none.
pub(in crate::web) type Drawn = Arc<Result<Graph, NotPlanar>>;

/// Graphs by game and number of the last event. Entries never become stale.
pub struct Graphs(Cache<(String, u32), Drawn>);

/// The number of cached graphs; a large one takes about 100 kB.
const KEPT: usize = 60;

impl Graphs {
    pub(in crate::web) fn figures(&self) -> CacheFigures {
        CacheFigures::in_entries(&self.0)
    }
}

impl Default for Graphs {
    fn default() -> Self {
        Self(Cache::new(KEPT))
    }
}

impl fmt::Debug for Graphs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Graphs({} kept)", self.0.len())
    }
}

/// The graph of the map after event `n`.
pub(in crate::web) fn of(viewer: &Viewer, loaded: &LoadedGame, n: u32, game: &Game) -> Drawn {
    let made = || Ok::<_, Infallible>(Arc::new(Graph::of(game.board().tiles())));
    match Caches::of(viewer).graphs.0.get_or_insert_with(&(loaded.id.clone(), n), made) {
        Ok(graph) => graph,
        Err(never) => match never {},
    }
}

/// For a page that offers the files; with a legend, if the graph is drawn.
pub(in crate::web) fn offered(viewer: &Viewer, loaded: &LoadedGame, on: Overlays) -> PlanePart {
    if on.has(Overlay::Graph) {
        return shown(viewer, loaded, (loaded.last(), loaded.game()), on);
    }
    let graph = of(viewer, loaded, loaded.last(), loaded.game());
    PlanePart { why_not: graph.as_ref().as_ref().err().map(why_not), legend: None }
}

/// For a page that shows the board after event `n`: the legend, if the graph is drawn.
pub(in crate::web) fn shown(
    viewer: &Viewer,
    loaded: &LoadedGame,
    (n, game): (u32, &Game),
    on: Overlays,
) -> PlanePart {
    if !on.has(Overlay::Graph) {
        return PlanePart::default();
    }
    match of(viewer, loaded, n, game).as_ref() {
        Ok(graph) => PlanePart { why_not: None, legend: Some(Legend::of(graph)) },
        Err(why) => PlanePart { why_not: Some(why_not(why)), legend: None },
    }
}

/// The file. For a game in progress it has the current map.
pub(in crate::web) async fn get(viewer: Viewer, path: Path<(String, String)>) -> Answer {
    let (id, format) = path.into_inner();
    let format: Format = format.parse().map_err(|_| PageError::NotFound)?;
    let loaded = LoadedGame::load(&viewer, &id).await?;
    match of(&viewer, &loaded, loaded.last(), loaded.game()).as_ref() {
        Ok(graph) => Ok(HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, format!("{}; charset=utf-8", format.media_type())))
            .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"bastide-{id}.{format}\"")))
            .body(graph.export(format))),
        Err(why) => Err(PageError::BadRequest(why_not(why))),
    }
}
