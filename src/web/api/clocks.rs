//! What players ask each other for, and how they give time, pause and come back.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::Body;
use crate::api::caller::{Caller, Member};
use crate::api::document::Refusals;
use crate::api::games::view;
use crate::api::problem::ApiError;
use crate::api::response::{ApiResult, done, json};
use crate::http::game_path::GamePath;
use engine::Seat;
use service::ProposalError;
use table::{ComputerLevel, GameId, Proposal, ProposalRefusal};

/// Whether a proposal waits for answers.
#[derive(Serialize, ToSchema)]
#[schema(as = Proposed)]
pub(super) struct ProposedJson {
    /// `false`: nobody had to be asked, so it has happened.
    waits: bool,
}

/// Says that a game has not started, where the use case doesn't distinguish it from one that the sender may not see.
pub(super) async fn explained<T>(
    caller: &Caller,
    id: &GameId,
    result: Result<T, ProposalError>,
) -> Result<T, ApiError> {
    let error = match result {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    if matches!(error, ProposalError::NoSuchGame | ProposalError::Refused(ProposalRefusal::NotPlaying))
        && view(caller, id).await?.play.is_none()
    {
        return Err(ApiError::not_started());
    }
    Err(error.into())
}

/// What to ask the others for. `last` is the number of the last event of the game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum ProposalBody {
    /// All clocks stand until then.
    Pause { until: DateTime<Utc> },
    /// A turn that is missed is skipped.
    Skip { last: u32 },
    /// Your last turn is undone.
    TakeBack { last: u32 },
    /// A computer of this level, from `one` to `eight`, plays on for the player whose turn is missed.
    Substitute {
        last: u32,
        #[schema(value_type = String, example = "four")]
        level: ComputerLevel,
    },
    /// The game ends, and the board is scored as it is.
    EndNow {},
    /// The game ends without a result.
    CallOff {},
}

impl From<ProposalBody> for Proposal {
    fn from(body: ProposalBody) -> Self {
        match body {
            ProposalBody::Pause { until } => Self::Pause { until },
            ProposalBody::Skip { last } => Self::Skip { last },
            ProposalBody::TakeBack { last } => Self::TakeBack { last },
            ProposalBody::Substitute { last, level } => Self::Substitute { last, level },
            ProposalBody::EndNow {} => Self::EndNow,
            ProposalBody::CallOff {} => Self::CallOff,
        }
    }
}

/// Ask the others for something
#[utoipa::path(post, path = "/api/v1/games/{id}/clock/propose", tag = "clocks", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game")),
    request_body = ProposalBody, responses((status = 200, body = ProposedJson), Refusals))]
pub(crate) async fn propose(
    Member(caller): Member,
    GamePath(id): GamePath,
    Body(body): Body<ProposalBody>,
) -> ApiResult {
    let proposed = caller.service().propose(&caller.principal, &id, body.into()).await;
    let waits = explained(&caller, &id, proposed).await?;
    json(&ProposedJson { waits })
}

/// An answer to a proposal.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerBody {
    /// The number of the proposal, from `agreements` of the game.
    n: u32,
    agrees: bool,
}

/// Answer what another player asks for
#[utoipa::path(post, path = "/api/v1/games/{id}/clock/answer", tag = "clocks", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game")),
    request_body = AnswerBody, responses((status = 204, description = "Answered"), Refusals))]
pub(crate) async fn answer(
    Member(caller): Member,
    GamePath(id): GamePath,
    Body(body): Body<AnswerBody>,
) -> ApiResult {
    let result = caller.service().answer_proposal(&caller.principal, &id, body.n, body.agrees).await;
    explained(&caller, &id, result).await?;
    done()
}

/// Time for the player to move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GiveBody {
    seconds: u32,
}

/// Give time to the player to move
#[utoipa::path(post, path = "/api/v1/games/{id}/clock/give", tag = "clocks", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game")),
    request_body = GiveBody, responses((status = 204, description = "Given"), Refusals))]
pub(crate) async fn give(
    Member(caller): Member,
    GamePath(id): GamePath,
    Body(body): Body<GiveBody>,
) -> ApiResult {
    let length = TimeDelta::seconds(body.seconds.into());
    let result = caller.service().give_time(&caller.principal, &id, length).await;
    explained(&caller, &id, result).await?;
    done()
}

/// End a pause
#[utoipa::path(post, path = "/api/v1/games/{id}/clock/resume", tag = "clocks", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game")),
    responses((status = 204, description = "Clocks run"), Refusals))]
pub(crate) async fn resume(Member(caller): Member, GamePath(id): GamePath) -> ApiResult {
    let result = caller.service().resume(&caller.principal, &id).await;
    explained(&caller, &id, result).await?;
    done()
}

/// Play again for yourself, after a computer has played for you
#[utoipa::path(post, path = "/api/v1/games/{id}/clock/take-over", tag = "clocks", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game")),
    responses((status = 204, description = "You play again"), Refusals))]
pub(crate) async fn take_over(Member(caller): Member, GamePath(id): GamePath) -> ApiResult {
    let result = caller.service().take_over(&caller.principal, &id).await;
    explained(&caller, &id, result).await?;
    done()
}

/// Which seat to take.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatBody {
    /// From 0.
    seat: u8,
}

/// Take over the seat of a player who has left
#[utoipa::path(post, path = "/api/v1/games/{id}/clock/take-seat", tag = "clocks", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game")),
    request_body = SeatBody, responses((status = 204, description = "The seat is yours"), Refusals))]
pub(crate) async fn take_seat(
    Member(caller): Member,
    GamePath(id): GamePath,
    Body(body): Body<SeatBody>,
) -> ApiResult {
    let result = caller.service().take_seat(&caller.principal, &id, Seat(body.seat)).await;
    explained(&caller, &id, result).await?;
    done()
}
