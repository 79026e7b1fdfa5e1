//! `/games/{id}/record.jsonl`: the game record as a file.

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};

use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::game_path::GamePath;
use crate::http::session::Viewer;

/// The record of a game in progress contains only what every seat may know.
pub(crate) async fn get(viewer: Viewer, GamePath(id): GamePath) -> PageResult {
    let record = viewer.web().service.record(viewer.principal(), &id).await?.ok_or(PageError::NotFound)?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/jsonl; charset=utf-8"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"bastide-{id}.jsonl\"")))
        .body(record))
}
