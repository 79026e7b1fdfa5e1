//! Analyses of finished games.

use actix_web::HttpRequest;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::Body;
use crate::api::caller::{Caller, Member};
use crate::api::document::{Problems, Refusals};
use crate::api::games::view;
use crate::api::problem::ApiError;
use crate::api::response::{ApiResult, done, json, query};
use crate::http::game_path::GamePath;
use crate::locale::Message;
use actix_web::http::StatusCode;
use analysis::{Analysis, Depth};
use service::AnalysisState;

/// How far an analysis is.
#[derive(Serialize, ToSchema)]
#[schema(as = AnalysisState)]
pub(super) struct StateJson {
    /// `quick`, `standard` or `deep`.
    depth: &'static str,
    /// `absent`, `queued`, `running`, `ready`, or `outdated`: made by an earlier version, and made again if you ask.
    state: &'static str,
    /// How many turns are analysed, while it runs.
    done: Option<u32>,
    /// Of how many.
    turns: Option<u32>,
}

/// The analyses of a game.
#[derive(Serialize, ToSchema)]
#[schema(as = Analyses)]
pub(super) struct AnalysesJson {
    states: Vec<StateJson>,
    /// Of the depth that was asked for: values in points, for each turn and each seat. If it is outdated, that of the earlier version, also while it is made again.
    #[schema(value_type = Option<Object>)]
    report: Option<Analysis>,
}

impl StateJson {
    fn of(depth: Depth, state: AnalysisState) -> Self {
        let word = match state {
            AnalysisState::Absent => "absent",
            AnalysisState::Queued => "queued",
            AnalysisState::Running { .. } => "running",
            AnalysisState::Ready => "ready",
            AnalysisState::Outdated => "outdated",
        };
        let (done, turns) = match state {
            AnalysisState::Running { done, turns } => (Some(done), Some(turns)),
            _ => (None, None),
        };
        Self { depth: depth.word(), state: word, done, turns }
    }
}

fn not_over() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "not-over", Message::new("api-not-over"))
}

/// The analyses of a finished game
#[utoipa::path(get, operation_id = "analysis", path = "/api/v1/games/{id}/analysis", tag = "analyses", security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The game"),
        ("depth" = Option<String>, Query, description = "Whose report to return: `quick`, `standard` or `deep`")),
    responses((status = 200, body = AnalysesJson), Problems))]
pub(crate) async fn get(caller: Caller, GamePath(id): GamePath, request: HttpRequest) -> ApiResult {
    let depth = query(&request)?.chosen("depth", Depth::parse)?.unwrap_or(Depth::Quick);
    let Some(found) = caller.service().analysis(&caller.principal, &id, depth).await? else {
        view(&caller, &id).await?;
        return Err(not_over());
    };
    let states = Depth::ALL.into_iter().zip(found.states).map(|(depth, state)| StateJson::of(depth, state));
    json(&AnalysesJson { states: states.collect(), report: found.report.map(|report| (*report).clone()) })
}

/// How well to analyse a game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DepthBody {
    /// `quick`, `standard` or `deep`.
    depth: String,
}

/// Ask for an analysis of a finished game
///
/// One that is there or under way is not made again, unless an earlier version made it.
#[utoipa::path(post, operation_id = "request_analysis", path = "/api/v1/games/{id}/analysis", tag = "analyses", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game")),
    request_body = DepthBody, responses((status = 204, description = "Queued, or already there"), Refusals))]
pub(crate) async fn request(
    Member(caller): Member,
    GamePath(id): GamePath,
    Body(body): Body<DepthBody>,
) -> ApiResult {
    let depth = Depth::parse(&body.depth);
    let depth = depth.ok_or_else(|| ApiError::bad_body(Some("depth".to_owned()), "no such depth"))?;
    caller.service().request_analysis(&caller.principal, &id, depth).await?;
    done()
}
