//! The events of a game and those of a user: a page of them, or a stream that goes on.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::api::caller::{Caller, Member};
use crate::api::document::Problems;
use crate::api::problem::{ApiError, Problem};
use crate::api::response::{ApiResult, part, query};
use crate::api::stream::{Lines, Source, Then, is_wanted, stream};
use crate::http::error::PageError;
use crate::http::game_path::GamePath;
use crate::locale::Message;
use service::{EventsError, GameEvents, MOST_EVENTS, Topic, UserEvents};
use table::{GameId, NumberedEvent};

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
        ("after" = Option<u64>, Query, description = "The number of the last event that you know")),
    responses((status = 200, content((EventsJson = "application/json"), (String = "application/x-ndjson"))), Problems))]
pub(crate) async fn get(caller: Caller, GamePath(id): GamePath, request: HttpRequest) -> ApiResult {
    let after = query(&request)?.parsed::<u32>("after")?.unwrap_or_default();
    if is_wanted(&request) {
        // An error is an answer, not the end of a stream.
        game_events(&caller, &id, after).await?;
        return stream(caller, &request, Topic::Game(id.clone()), OfGame { game: id, after });
    }
    let mut found = game_events(&caller, &id, after).await?;
    let more = found.events.len() > MOST;
    found.events.truncate(MOST);
    let next = found.events.last().filter(|_| more).map(|last| last.n);
    part(&json_of(&found)?, next.map(|next| format!("/api/v1/games/{id}/events?after={next}")))
}

/// Those after `after`.
pub(super) async fn events(caller: &Caller, id: &GameId, after: u32) -> Result<EventsJson, ApiError> {
    json_of(&game_events(caller, id, after).await?)
}

async fn game_events(caller: &Caller, id: &GameId, after: u32) -> Result<GameEvents, ApiError> {
    let found = caller.service().events_of_game(&caller.principal, id, after).await?;
    found.ok_or_else(ApiError::no_game)
}

fn json_of(found: &GameEvents) -> Result<EventsJson, ApiError> {
    let events = found.events.iter().map(serde_json::to_value).collect::<Result<_, _>>();
    Ok(EventsJson { last: found.last, events: events.map_err(PageError::internal)? })
}

/// A line for each.
fn lines_of<T: Serialize>(values: impl Iterator<Item = T>) -> Option<String> {
    let mut text = String::new();
    for value in values {
        text += &serde_json::to_string(&value).ok()?;
        text.push('\n');
    }
    Some(text)
}

struct OfGame {
    game: GameId,
    after: u32,
}

impl Source for OfGame {
    async fn read(&mut self, caller: &Caller) -> Option<Lines> {
        let found = game_events(caller, &self.game, self.after).await.ok()?;
        self.after = self.after.max(found.last);
        let then = if found.is_over { Then::End } else { Then::Wait };
        Some(Lines { text: lines_of(found.events.iter())?, then })
    }
}

/// Something that has happened to you.
#[derive(Serialize, ToSchema)]
#[schema(as = UserEvent)]
pub(super) struct UserEventJson {
    /// From 1, for each user. One is left out where events could not be kept.
    number: u64,
    /// `turn`: it is your turn; `invitation`; or the kind of a notification, such as `finished`.
    kind: &'static str,
    game: String,
    /// The number of the event of the game, where the kind is about one; of a turn, of the event before it.
    n: u32,
    at: DateTime<Utc>,
}

/// Events of a user.
#[derive(Serialize, ToSchema)]
#[schema(as = UserEvents)]
pub(super) struct UserEventsJson {
    /// The number of your last event.
    last: u64,
    events: Vec<UserEventJson>,
}

impl UserEventJson {
    fn of(NumberedEvent { number, event }: &NumberedEvent) -> Self {
        Self {
            number: *number,
            kind: event.kind.word(),
            game: event.game.to_string(),
            n: event.n,
            at: event.at,
        }
    }
}

/// What happens to you in all your games: turns, invitations and notifications
///
/// Those after `after`, numbered for you alone, in order. They are kept for 30 days after a program has first asked for them; without `after`,
/// they begin with the oldest. With `Accept: application/x-ndjson` the answer is a stream: a line for each event, new ones as they come,
/// and an empty line every 15 seconds. Connect again with the last number after any break.
#[utoipa::path(get, operation_id = "own_events", path = "/api/v1/events", tag = "account", security(("token" = ["read"])),
    params(("after" = Option<u64>, Query, description = "The number of the last event that you know")),
    responses((status = 200, content((UserEventsJson = "application/json"), (String = "application/x-ndjson"))),
        (status = 410, body = Problem, content_type = "application/problem+json",
            description = "Events after `after` are no longer kept: go on with the `after` of the answer"), Problems))]
pub(crate) async fn own(Member(caller): Member, request: HttpRequest) -> ApiResult {
    let user = caller.user()?.id.clone();
    let after = query(&request)?.parsed::<u64>("after")?.unwrap_or_default();
    let UserEvents { events, last } = caller.service().events(&caller.principal, after).await?;
    if is_wanted(&request) {
        return stream(caller, &request, Topic::User(user), OfUser { after });
    }
    let next = events.last().map(|event| event.number).filter(|number| *number < last);
    let events = events.iter().map(UserEventJson::of).collect();
    part(&UserEventsJson { last, events }, next.map(|next| format!("/api/v1/events?after={next}")))
}

struct OfUser {
    after: u64,
}

impl Source for OfUser {
    async fn read(&mut self, caller: &Caller) -> Option<Lines> {
        let found = caller.service().events(&caller.principal, self.after).await.ok()?;
        self.after = found.events.last().map_or(self.after, |last| last.number);
        let is_part = u32::try_from(found.events.len()).is_ok_and(|found| found == MOST_EVENTS);
        let then = if is_part { Then::More } else { Then::Wait };
        Some(Lines { text: lines_of(found.events.iter().map(UserEventJson::of))?, then })
    }
}

impl From<EventsError> for ApiError {
    fn from(error: EventsError) -> Self {
        let code = error.code();
        let with = |name: &str, number: u64| Map::from_iter([(name.to_owned(), Value::from(number))]);
        match error {
            EventsError::Expired { after } => {
                let detail = Message::new("api-events-expired").with("after", after);
                Self::new(StatusCode::GONE, code, detail).changed(with("after", after))
            }
            EventsError::Unknown { last } => {
                let detail = Message::new("api-no-such-event").with("last", last);
                Self::new(StatusCode::NOT_FOUND, code, detail).changed(with("last", last))
            }
            EventsError::Denied(why) => why.into(),
            EventsError::Store(failure) => failure.into(),
        }
    }
}
