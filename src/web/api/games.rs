//! Reads of one game.

use std::sync::Arc;

use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::value::{RawValue, to_raw_value};

use crate::api::caller::Caller;
use crate::api::document::Problems;
use crate::api::game_json::{GameJson, PlacementsJson, PlayJson};
use crate::api::problem::ApiError;
use crate::api::response::{ApiResult, json, tagged};
use crate::html::games::caches::Caches;
use crate::http::error::PageError;
use crate::http::game_path::GamePath;
use service::TableView;
use table::{GameId, Replay};

/// The game as the sender may see it.
pub(super) async fn view(caller: &Caller, id: &GameId) -> Result<TableView, ApiError> {
    caller.service().table(&caller.principal, id, None).await?.ok_or_else(ApiError::no_game)
}

/// A table with its game
///
/// The `ETag` begins with the number of the last event.
#[utoipa::path(get, path = "/api/v1/games/{id}", tag = "games", security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The game"),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of an answer before: 304 if nothing has changed")),
    responses((status = 200, body = GameJson), (status = 304, description = "Nothing has changed"), Problems))]
pub(crate) async fn game(
    caller: Caller,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    request: HttpRequest,
) -> ApiResult {
    let view = view(&caller, &id).await?;
    let clocks = caller.service().clocks(&caller.principal, &view).await?;
    let play = view.play.as_deref().map(|replay| play(&caches, id, replay)).transpose()?;
    let play = play.as_deref().map(AsRef::as_ref);
    tagged(&request, view.table.last_event(), &GameJson::of(&view, clocks.as_ref(), play))
}

/// The board and what is on it, written once for all who ask before the next event.
fn play(caches: &Caches, id: GameId, replay: &Replay) -> Result<Arc<Box<RawValue>>, ApiError> {
    let write = || to_raw_value(&PlayJson::of(replay)).map(Arc::new);
    caches
        .plays
        .get_or_insert_with(&(id, replay.last()), write)
        .map_err(|error| PageError::internal(error).into())
}

/// Where the tile of the turn can be placed
#[utoipa::path(get, path = "/api/v1/games/{id}/placements", tag = "games", security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The game")),
    responses((status = 200, body = PlacementsJson), Problems))]
pub(crate) async fn placements(caller: Caller, GamePath(id): GamePath) -> ApiResult {
    let view = view(&caller, &id).await?;
    let play = view.play.as_deref().ok_or_else(ApiError::not_started)?;
    json(&PlacementsJson::of(play.last(), &play.game))
}

/// The game record so far
///
/// A line for each event, after a header.
#[utoipa::path(get, path = "/api/v1/games/{id}/record", tag = "games", security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The game")),
    responses((status = 200, body = String, content_type = "application/jsonl"), Problems))]
pub(crate) async fn record(caller: Caller, GamePath(id): GamePath) -> ApiResult {
    let Some(record) = caller.service().record(&caller.principal, &id).await? else {
        view(&caller, &id).await?;
        return Err(ApiError::not_started());
    };
    Ok(HttpResponse::Ok().insert_header((CONTENT_TYPE, "application/jsonl; charset=utf-8")).body(record))
}
