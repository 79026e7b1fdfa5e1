//! The events of a game: a page of them, or a stream that goes on.

use std::convert::Infallible;
use std::time::Duration;

use actix_web::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream::unfold;
use serde::Serialize;
use serde_json::Value;
use tracing::{Instrument, Span};
use utoipa::ToSchema;

use crate::api::caller::Caller;
use crate::api::document::Problems;
use crate::api::games::view;
use crate::api::problem::ApiError;
use crate::api::response::{ApiResult, part};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::game_path::GamePath;
use crate::http::live::Open;
use service::Topic;
use table::{GameId, Status};

const STREAM: &str = "application/x-ndjson";
/// How often an idle stream sends an empty line.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The most events of a page.
const MOST: usize = 500;

/// Events of a game, as in its record.
#[derive(Serialize, ToSchema)]
#[schema(as = Events)]
pub(super) struct EventsJson {
    /// The number of the last event of the game; 0 before the start.
    pub last: u32,
    #[schema(value_type = Vec<Object>)]
    pub events: Vec<Value>,
}

/// Events of a game
///
/// Those after `after`, as in the record. With `Accept: application/x-ndjson` the answer is a stream: a line for each event, new ones
/// as they come, and an empty line every 15 seconds, until the game is over. Connect again with the last number after any break.
#[utoipa::path(get, path = "/api/v1/games/{id}/events", tag = "games", security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The game"),
        ("after" = Option<u32>, Query, description = "The number of the last event that you know")),
    responses((status = 200, body = EventsJson), Problems))]
pub(crate) async fn get(caller: Caller, GamePath(id): GamePath, request: HttpRequest) -> ApiResult {
    let after = Fields::of_query(&request)?.parsed::<u32>("after")?.unwrap_or_default();
    let accepted = request.headers().get(ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    if accepted.contains(STREAM) {
        return stream(caller, id, after, &request).await;
    }
    let mut found = events(&caller, &id, after).await?;
    let more = found.events.len() > MOST;
    found.events.truncate(MOST);
    let next = u32::try_from(MOST).ok().and_then(|most| after.checked_add(most)).filter(|_| more);
    part(&found, next.map(|next| format!("/api/v1/games/{id}/events?after={next}")))
}

/// Those after `after`.
pub(super) async fn events(caller: &Caller, id: &GameId, after: u32) -> Result<EventsJson, ApiError> {
    let (last, lines) = lines(caller, id, after).await?;
    let events = lines.lines().map(serde_json::from_str).collect::<Result<_, _>>();
    Ok(EventsJson { last, events: events.map_err(PageError::internal)? })
}

/// The number of the last event, and those after `after` as lines of the record.
async fn lines(caller: &Caller, id: &GameId, after: u32) -> Result<(u32, String), ApiError> {
    let Some(record) = caller.service().record(&caller.principal, id).await? else {
        view(caller, id).await?;
        return Ok((0, String::new()));
    };
    // After the header, event n is line n.
    let all: Vec<&str> = record.split_inclusive('\n').skip(1).collect();
    let from = usize::try_from(after).unwrap_or(usize::MAX).min(all.len());
    Ok((u32::try_from(all.len()).unwrap_or(u32::MAX), all[from..].concat()))
}

struct EventStream {
    caller: Caller,
    open: Open,
    game: GameId,
    after: u32,
    begun: bool,
    is_over: bool,
}

async fn stream(caller: Caller, game: GameId, after: u32, request: &HttpRequest) -> ApiResult {
    let open = Open::new(&caller.web, &caller.principal, request, Topic::Game(game.clone()))?;
    view(&caller, &game).await?;
    let stream = EventStream { caller, open, game, after, begun: false, is_over: false };
    let span = Span::current();
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, STREAM))
        .insert_header((CACHE_CONTROL, "no-store"))
        .force_close()
        .streaming(unfold(stream, move |stream| stream.next().instrument(span.clone()))))
}

impl EventStream {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        if self.is_over {
            return None;
        }
        if self.begun && !self.open.changed(HEARTBEAT).await? && !self.is_allowed().await {
            return None;
        }
        self.begun = true;
        let lines = self.load().await?;
        Some((Ok(Bytes::from(if lines.is_empty() { "\n".to_owned() } else { lines })), self))
    }

    /// Whether the token still works.
    async fn is_allowed(&self) -> bool {
        let Some(token) = &self.caller.token else { return true };
        matches!(self.caller.service().bearer(token, self.caller.principal.address()).await, Ok(Some(_)))
    }

    /// The events since, as lines; `None`, which ends the stream, once the sender may no longer see the game.
    async fn load(&mut self) -> Option<String> {
        let (last, lines) = lines(&self.caller, &self.game, self.after).await.ok()?;
        self.after = self.after.max(last);
        self.is_over = view(&self.caller, &self.game).await.ok()?.table.status() == Status::Finished;
        Some(lines)
    }
}
