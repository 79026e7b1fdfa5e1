//! The game and its analyses, as a request asks for them.

use actix_web::web::Data;

use crate::analysis::Depth;
use crate::service::AnalysisView;
use crate::table::GameId;
use crate::web::html::games::LoadedGame;
use crate::web::html::games::caches::Caches;
use crate::web::http::error::PageError;
use crate::web::http::fields::Fields;
use crate::web::http::session::Viewer;

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
