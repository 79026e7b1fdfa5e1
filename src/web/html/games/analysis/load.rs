//! The game and its analyses, as a request asks for them.

use actix_web::web::Data;

use crate::html::games::LoadedGame;
use crate::html::games::caches::Caches;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::session::Viewer;
use analysis::Depth;
use service::AnalysisView;
use table::GameId;

/// The depth that a query asks for.
pub(super) fn depth(fields: &Fields) -> Result<Depth, PageError> {
    match fields.optional("depth")? {
        None => Ok(Depth::Quick),
        Some(word) => Depth::parse(word).ok_or(PageError::NotFound),
    }
}

/// A finished game with its analyses.
pub(super) async fn load(
    viewer: &Viewer,
    caches: &Data<Caches>,
    id: &GameId,
    depth: Depth,
) -> Result<(LoadedGame, AnalysisView), PageError> {
    let view = viewer.web().service.analysis(viewer.principal(), id, depth).await?;
    let view = view.ok_or(PageError::NotFound)?;
    let loaded =
        LoadedGame::of(viewer.locale(), caches, view.table.clone()).map_err(|_| PageError::NotFound)?;
    Ok((loaded, view))
}
