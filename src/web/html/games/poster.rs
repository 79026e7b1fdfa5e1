//! `/games/{id}/poster.svg` and `.png`: a finished game for the wall.

use std::hash::{DefaultHasher, Hash, Hasher};

use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use actix_web::web::{Bytes, block};
use actix_web::{HttpResponse, HttpResponseBuilder};

use crate::html::board::board_view;
use crate::html::games::{LoadedGame, ViewedGame};
use crate::html::response::PageResult;
use crate::http::assets::SVG;
use crate::http::error::PageError;
use art::{BoardView, PosterRow};

/// The poster of a finished game, without the frame of the last move.
fn drawn(loaded: &LoadedGame) -> Result<String, PageError> {
    let game = loaded.game();
    if !game.is_finished() {
        return Err(PageError::NotFound);
    }
    let names = loaded.names.clone().for_everyone();
    let mut rows: Vec<PosterRow> = insight::tallies(game)
        .into_iter()
        .map(|tally| PosterRow {
            hue: names.hue(tally.colour),
            name: names.starting(tally.colour),
            colour: names.colour_name(tally.colour).to_owned(),
            points: tally.total,
        })
        .collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.points));
    let ended = loaded.replay.log.last().and_then(|logged| logged.at);
    let date = ended.map(|at| names.locale().day(at, chrono_tz::Tz::UTC)).unwrap_or_default();
    let view = BoardView { label: loaded.title(), last: None, ..board_view::of(game, &names) };
    Ok(art::poster(&view, &rows, &date))
}

/// Names can change, so browsers ask again.
fn answer(kind: &str) -> HttpResponseBuilder {
    let mut answer = HttpResponse::Ok();
    answer.content_type(kind).insert_header((CACHE_CONTROL, "private, no-cache"));
    answer
}

pub(crate) async fn svg(ViewedGame { loaded, .. }: ViewedGame) -> PageResult {
    Ok(answer(SVG)
        // The picture contains its own style, and nothing else.
        .insert_header((CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"))
        .body(drawn(&loaded)?))
}

pub(crate) async fn png(ViewedGame { viewer, loaded }: ViewedGame) -> PageResult {
    let svg = drawn(&loaded)?;
    let key = (loaded.id().clone(), number(&svg));
    let bytes = if let Some(bytes) = loaded.caches.pictures.get(&key) {
        bytes
    } else {
        let rendering = loaded.caches.rendering.wait(viewer.principal().address()).await?;
        let made = block(move || art::poster_png(&svg)).await.map_err(PageError::internal)?;
        drop(rendering);
        let bytes = Bytes::from(made.map_err(PageError::internal)?);
        loaded.caches.pictures.insert(key, bytes.clone());
        bytes
    };
    Ok(answer("image/png").body(bytes))
}

/// A number for the cache that no event has, and that is another one when a name has changed.
fn number(svg: &str) -> u32 {
    let mut hasher = DefaultHasher::new();
    svg.hash(&mut hasher);
    let [.., a, b, c] = hasher.finish().to_be_bytes();
    u32::from_be_bytes([0xff, a, b, c])
}
