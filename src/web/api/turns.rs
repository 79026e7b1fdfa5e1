//! What players do in a game.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::api::body::Body;
use crate::api::caller::{Caller, Member};
use crate::api::document::Refusals;
use crate::api::events::events;
use crate::api::game_json::TurnBody;
use crate::api::problem::ApiError;
use crate::api::response::{ApiResult, done, if_match, json};
use crate::http::game_path::GamePath;
use crate::locale::Message;
use service::{Expected, PlayError, Played, Submission};
use table::{GameId, SubmissionKey};

/// The numbers of the first and the last event that a call has led to.
#[derive(Serialize, ToSchema)]
#[schema(as = Played)]
pub(super) struct PlayedJson {
    first: u32,
    last: u32,
}

/// What a call was decided on.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExpectedBody {
    /// The number of the last event that the player has seen. Or send `If-Match`.
    expected: Option<u32>,
}

/// A call about a game, and the event that its sender saw last.
struct Call {
    caller: Caller,
    game: GameId,
    expected: u32,
    /// Whether it came in `If-Match`.
    is_condition: bool,
}

impl Call {
    fn new(caller: Caller, game: GameId, request: &HttpRequest, sent: Option<u32>) -> Result<Self, ApiError> {
        let (expected, is_condition) = expected(request, sent)?;
        Ok(Self { caller, game, expected, is_condition })
    }

    /// The same call sent twice is stored once.
    fn submission(&self, what: &str) -> Result<Submission, ApiError> {
        let user = &self.caller.user()?.id;
        let hash = Sha256::digest(format!("{user} {} {} {what}", self.game, self.expected));
        let mut key = [0; 15];
        key.copy_from_slice(&hash[..15]);
        Ok(Submission { expected: Expected(self.expected), key: SubmissionKey::new(key) })
    }

    async fn answer(&self, played: Result<Played, PlayError>) -> ApiResult {
        match played {
            Ok(Played { first, last }) => json(&PlayedJson { first, last }),
            Err(error) => Err(self.refused(error).await),
        }
    }

    /// If the game has gone on, with what has changed.
    async fn refused(&self, error: PlayError) -> ApiError {
        let is_stale = matches!(error, PlayError::Stale);
        let mut refused = ApiError::from(error);
        if !is_stale {
            return refused;
        }
        if self.is_condition {
            refused = ApiError::new(StatusCode::PRECONDITION_FAILED, "stale", Message::new("refused-stale"));
        }
        let Ok(since) = events(&self.caller, &self.game, self.expected).await else { return refused };
        let Ok(Value::Object(changed)) = serde_json::to_value(&since) else { return refused };
        refused.changed(Map::from_iter(changed))
    }
}

/// The event that the sender saw last, and whether it came in `If-Match`.
pub(super) fn expected(request: &HttpRequest, sent: Option<u32>) -> Result<(u32, bool), ApiError> {
    let condition = if_match(request)?;
    let missing = || {
        ApiError::new(StatusCode::PRECONDITION_REQUIRED, "no-expected", Message::new("api-no-expected"))
            .at("expected")
    };
    let expected = condition.or(sent).ok_or_else(missing)?;
    if sent.is_some_and(|sent| sent != expected) {
        return Err(missing());
    }
    Ok((expected, condition.is_some()))
}

/// Take a turn
///
/// Sent again with the same `expected`, it succeeds again and is stored once.
#[utoipa::path(post, path = "/api/v1/games/{id}/turns", tag = "turns", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game"),
        ("If-Match" = Option<String>, Header, description = "Instead of `expected`: the `ETag` of the game, or the number in quotation marks")),
    request_body = TurnBody, responses((status = 200, body = PlayedJson), Refusals))]
pub(crate) async fn turn(
    Member(caller): Member,
    GamePath(id): GamePath,
    request: HttpRequest,
    Body(body): Body<TurnBody>,
) -> ApiResult {
    let call = Call::new(caller, id, &request, body.expected)?;
    let (turn, principal) = (body.turn(), &call.caller.principal);
    let submission = call.submission(&turn.to_string())?;
    call.answer(call.caller.service().turn(principal, &call.game, &submission, turn).await).await
}

/// Skip the second part of a double turn
#[utoipa::path(post, path = "/api/v1/games/{id}/pass", tag = "turns", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game"),
        ("If-Match" = Option<String>, Header, description = "Instead of `expected`")),
    request_body = Option<ExpectedBody>, responses((status = 200, body = PlayedJson), Refusals))]
pub(crate) async fn pass(
    Member(caller): Member,
    GamePath(id): GamePath,
    request: HttpRequest,
    Body(body): Body<ExpectedBody>,
) -> ApiResult {
    let call = Call::new(caller, id, &request, body.expected)?;
    let submission = call.submission("pass")?;
    call.answer(call.caller.service().pass(&call.caller.principal, &call.game, &submission).await).await
}

/// Resign
#[utoipa::path(post, path = "/api/v1/games/{id}/resign", tag = "turns", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game"),
        ("If-Match" = Option<String>, Header, description = "Instead of `expected`")),
    request_body = Option<ExpectedBody>, responses((status = 200, body = PlayedJson), Refusals))]
pub(crate) async fn resign(
    Member(caller): Member,
    GamePath(id): GamePath,
    request: HttpRequest,
    Body(body): Body<ExpectedBody>,
) -> ApiResult {
    let call = Call::new(caller, id, &request, body.expected)?;
    let submission = call.submission("resign")?;
    call.answer(call.caller.service().resign(&call.caller.principal, &call.game, &submission).await).await
}

/// Ask for a hint
///
/// Counts one, where the table allows them; the page of the game shows it.
#[utoipa::path(post, path = "/api/v1/games/{id}/hint", tag = "turns", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game"),
        ("If-Match" = Option<String>, Header, description = "Instead of `expected`")),
    request_body = Option<ExpectedBody>, responses((status = 204, description = "Counted"), Refusals))]
pub(crate) async fn hint(
    Member(caller): Member,
    GamePath(id): GamePath,
    request: HttpRequest,
    Body(body): Body<ExpectedBody>,
) -> ApiResult {
    let call = Call::new(caller, id, &request, body.expected)?;
    let (principal, expected) = (&call.caller.principal, Expected(call.expected));
    match call.caller.service().ask_for_hint(principal, &call.game, expected).await {
        Ok(()) => done(),
        Err(error) => Err(call.refused(error).await),
    }
}

/// Mark the end of a game as seen
#[utoipa::path(post, path = "/api/v1/games/{id}/seen", tag = "turns", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game")),
    responses((status = 204, description = "Marked"), Refusals))]
pub(crate) async fn seen(Member(caller): Member, GamePath(id): GamePath) -> ApiResult {
    caller.service().mark_seen(&caller.principal, &id).await?;
    done()
}
