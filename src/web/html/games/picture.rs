//! `/games/{id}/moves/{n}/board.svg` and `.png`: the board after an event, which never changes.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use actix_web::web::{Bytes, Path, block};
use actix_web::{HttpResponse, HttpResponseBuilder};
use quick_cache::sync::Cache;
use tokio::sync::Semaphore;

use crate::art::{self, BoardView};
use crate::service::CacheFigures;
use crate::web::html::answer::Answer;
use crate::web::html::board::board_view;
use crate::web::html::games::LoadedGame;
use crate::web::html::games::caches::{BySize, Caches};
use crate::web::html::wording::names::Names;
use crate::web::http::error::PageError;
use crate::web::http::session::Viewer;

/// Pixels of a PNG's longer side.
const SIZE: u32 = 1000;
/// The number of PNGs rendered at the same time.
const AT_ONCE: usize = 2;
/// The expected number of cached PNGs, and their bytes together.
const KEPT: usize = 100;
const BYTES: u64 = 16 << 20;

/// Cached PNGs; rendering one takes tens of milliseconds.
#[derive(Debug)]
pub struct Rasters {
    made: Cache<(String, u32), Bytes, BySize>,
    places: Semaphore,
}

impl Rasters {
    pub(in crate::web) fn figures(&self) -> CacheFigures {
        CacheFigures::in_bytes(&self.made)
    }
}

impl Default for Rasters {
    fn default() -> Self {
        Self { made: Cache::with_weighter(KEPT, BYTES, BySize), places: Semaphore::new(AT_ONCE) }
    }
}

/// The board after an event, without a viewer's seat. Players are called by their colours: names can change.
fn board(loaded: &LoadedGame, n: u32) -> Result<BoardView, PageError> {
    let game = loaded.replay.at(n).ok_or(PageError::NotFound)?;
    let header = loaded.replay.header();
    let colour = |seat| header.colours.iter().find(|colour| colour.seat.index() == seat);
    let colours = (0..header.seats.len()).map(|seat| colour(seat).map(|colour| colour.name.clone()));
    Ok(board_view::of(&game, &Names::of(loaded.names.locale(), header, None).called(colours)))
}

/// A response that can be cached for ever; by proxies too, if the table is public.
fn cacheable(loaded: &LoadedGame, kind: &str) -> HttpResponseBuilder {
    let cache = if loaded.table.table.is_public() { "public" } else { "private" };
    let mut answer = HttpResponse::Ok();
    answer.content_type(kind).insert_header((CACHE_CONTROL, format!("{cache}, max-age=31536000, immutable")));
    answer
}

/// For link previews.
pub(in crate::web) async fn png(viewer: Viewer, path: Path<(String, u32)>) -> Answer {
    let (id, n) = path.into_inner();
    let loaded = LoadedGame::load(&viewer, &id).await?;
    let rasters = &Caches::of(&viewer).rasters;
    let key = (loaded.id.clone(), n);
    let bytes = if let Some(bytes) = rasters.made.get(&key) {
        bytes
    } else {
        let view = board(&loaded, n)?;
        let place = rasters.places.acquire().await.map_err(PageError::internal)?;
        let made = block(move || art::png(&view, SIZE)).await.map_err(PageError::internal)?;
        drop(place);
        let bytes = Bytes::from(made.map_err(PageError::internal)?);
        rasters.made.insert(key, bytes.clone());
        bytes
    };
    Ok(cacheable(&loaded, "image/png").body(bytes))
}

pub(in crate::web) async fn get(viewer: Viewer, path: Path<(String, u32)>) -> Answer {
    let (id, n) = path.into_inner();
    let loaded = LoadedGame::load(&viewer, &id).await?;
    let view = board(&loaded, n)?;
    Ok(cacheable(&loaded, "image/svg+xml")
        // The picture contains its own style, and nothing else.
        .insert_header((CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"))
        .body(art::picture_of_both_themes(&view)))
}
