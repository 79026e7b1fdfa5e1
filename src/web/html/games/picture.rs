//! `/games/{id}/moves/{n}/board.svg` and `.png`: the board after an event, which never changes.

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, ETag, EntityTag, Header, IfNoneMatch};
use actix_web::web::{Bytes, Path, block};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};

use crate::html::board::board_view;
use crate::html::games::{LoadedGame, ViewedGame};
use crate::html::response::PageResult;
use crate::html::wording::names::Names;
use crate::http::assets::SVG;
use crate::http::error::PageError;
use crate::http::game_path::EventNumber;
use art::BoardView;

/// Pixels of a PNG's longer side.
const SIZE: u32 = 1000;
/// The board after an event, without a viewer's seat. Players are called by their colours: names can change.
fn board(loaded: &LoadedGame, n: u32) -> Result<BoardView, PageError> {
    let game = loaded.replay.at(n).ok_or(PageError::NotFound)?;
    let header = loaded.replay.header();
    let colour = |seat| header.colours.iter().find(|colour| colour.seat.index() == seat);
    let colours = (0..header.seats.len()).map(|seat| colour(seat).map(|colour| colour.name.clone()));
    Ok(board_view::of(&game, &Names::of(loaded.names.locale(), header, None).called(colours)))
}

/// A response that anyone can cache for ever if the table is public. Browsers must ask again for one of a hidden table, as the
/// viewer may have signed out.
fn cacheable(loaded: &LoadedGame, kind: &str) -> HttpResponseBuilder {
    let is_public = loaded.table.table.is_public();
    let cache = if is_public { "public, max-age=31536000, immutable" } else { "private, no-cache" };
    let mut answer = HttpResponse::Ok();
    answer.content_type(kind).insert_header((CACHE_CONTROL, cache));
    answer
}

/// For link previews.
pub(crate) async fn png(ViewedGame { viewer, loaded }: ViewedGame, at: Path<EventNumber>) -> PageResult {
    let n = at.n;
    let key = (loaded.id().clone(), n);
    let bytes = if let Some(bytes) = loaded.caches.pictures.get(&key) {
        bytes
    } else {
        let view = board(&loaded, n)?;
        let rendering = loaded.caches.rendering.wait(viewer.principal().address()).await?;
        let made = block(move || art::png(&view, SIZE)).await.map_err(PageError::internal)?;
        drop(rendering);
        let bytes = Bytes::from(made.map_err(PageError::internal)?);
        loaded.caches.pictures.insert(key, bytes.clone());
        bytes
    };
    Ok(cacheable(&loaded, "image/png").body(bytes))
}

/// For pages. Lists show many at once, so they are drawn once.
pub(crate) async fn get(
    ViewedGame { loaded, .. }: ViewedGame,
    at: Path<EventNumber>,
    request: HttpRequest,
) -> PageResult {
    let key = (loaded.id().clone(), at.n, loaded.names.locale());
    let bytes = if let Some(bytes) = loaded.caches.svgs.get(&key) {
        bytes
    } else {
        let bytes = Bytes::from(art::picture_of_both_themes(&board(&loaded, at.n)?));
        loaded.caches.svgs.insert(key, bytes.clone());
        bytes
    };
    let tag = EntityTag::new_weak(at.n.to_string());
    let mut answer = cacheable(&loaded, SVG);
    answer.insert_header(ETag(tag.clone()));
    if IfNoneMatch::parse(&request).is_ok_and(
        |known| matches!(known, IfNoneMatch::Items(tags) if tags.iter().any(|known| known.weak_eq(&tag))),
    ) {
        return Ok(answer.status(StatusCode::NOT_MODIFIED).finish());
    }
    Ok(answer
        // The picture contains its own style, and nothing else.
        .insert_header((CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"))
        .body(bytes))
}
