//! `/games/{id}/moves/{n}/board.svg`: the board after an event as a picture that never changes.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use actix_web::web::Path;

use super::Seen;
use crate::web::answer::Answer;
use crate::web::error::PageError;
use crate::web::page::art;
use crate::web::page::game::names::Names;
use crate::web::page::game::picture;
use crate::web::session::Viewer;

/// The picture.
pub(in crate::web) async fn get(viewer: Viewer, path: Path<(String, u32)>) -> Answer {
    let (id, n) = path.into_inner();
    let seen = Seen::load(&viewer, &id).await?;
    let game = seen.replay.at(n).ok_or(PageError::NotFound)?;
    let view = picture::of(&game, &Names::of(seen.replay.header(), None));
    let cache = if seen.table.listed.public { "public" } else { "private" };
    Ok(HttpResponse::Ok()
        .content_type("image/svg+xml")
        .insert_header((CACHE_CONTROL, format!("{cache}, max-age=31536000, immutable")))
        // The picture brings its own style, and nothing else.
        .insert_header((CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"))
        .body(art::picture(&view)))
}
