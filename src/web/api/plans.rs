//! What players plan for their turns to come. Nobody else sees it.

use actix_web::HttpRequest;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::Body;
use crate::api::caller::Member;
use crate::api::clocks::explained;
use crate::api::document::{Problems, Refusals};
use crate::api::game_json::{PlacedTurn, TurnBody};
use crate::api::games::view;
use crate::api::problem::ApiError;
use crate::api::response::{ApiResult, done, json};
use crate::api::turns::expected;
use crate::http::game_path::GamePath;
use crate::locale::Message;
use actix_web::http::StatusCode;
use engine::{TileKind, Turn};
use table::{ComputerLevel, NextTurn, Plan};

/// What you play next, where tiles are drawn ahead.
#[derive(Serialize, ToSchema)]
#[schema(as = NextTurn)]
pub(super) struct NextJson {
    /// The number of the last event that you had seen.
    since: u32,
    #[schema(value_type = String, example = "RFRF")]
    tile: TileKind,
    /// The first of these that is legal is played.
    turns: Vec<PlacedTurn>,
    /// Asks you instead if a road, city, field or cloister that it touches has changed.
    unless_changed: bool,
    /// Asks you instead if a player has left the game.
    unless_left: bool,
}

/// What you plan at a table.
#[derive(Serialize, ToSchema)]
#[schema(as = Plan)]
pub(super) struct PlanJson {
    /// Turns are played at once that are the only legal ones.
    forced: bool,
    /// The level of the computer that takes each turn of yours that would time out, from `one` to `eight`.
    #[schema(value_type = Option<String>)]
    stand_in: Option<ComputerLevel>,
    next: Option<NextJson>,
}

/// What you plan at a table
#[utoipa::path(get, operation_id = "plan", path = "/api/v1/games/{id}/plan", tag = "plans", security(("token" = ["read"])),
    params(("id" = String, Path, description = "The game")),
    responses((status = 200, body = PlanJson), Problems))]
pub(crate) async fn get(Member(caller): Member, GamePath(id): GamePath) -> ApiResult {
    let view = view(&caller, &id).await?;
    let not_in = || ApiError::new(StatusCode::FORBIDDEN, "not-seated", Message::new("refused-not-in"));
    let you = view.you.ok_or_else(not_in)?;
    let replay = view.play.as_deref().ok_or_else(ApiError::not_started)?;
    let plan = view.table.plans.of(you).cloned().unwrap_or_default();
    let next = view.table.next_turn(replay, you).map(|next: &NextTurn| NextJson {
        since: next.since,
        tile: next.tile,
        turns: next.turns().map(PlacedTurn::of).collect(),
        unless_changed: next.unless_changed,
        unless_left: next.unless_left,
    });
    json(&PlanJson { forced: plan.forced, stand_in: plan.stand_in, next })
}

/// What to do by itself.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanBody {
    /// Whether turns are played at once that are the only legal ones.
    #[serde(default)]
    forced: bool,
    /// The level of the computer that takes each turn of yours that would time out, where the table allows it.
    #[schema(value_type = Option<String>, example = "three")]
    stand_in: Option<ComputerLevel>,
}

/// Say what happens by itself at your turns
///
/// Replaces what you have said before, but for the next turn.
#[utoipa::path(post, operation_id = "set_plan", path = "/api/v1/games/{id}/plan", tag = "plans", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game")),
    request_body = Option<PlanBody>, responses((status = 204, description = "Planned"), Refusals))]
pub(crate) async fn set(
    Member(caller): Member,
    GamePath(id): GamePath,
    Body(body): Body<PlanBody>,
) -> ApiResult {
    let plan = Plan { forced: body.forced, stand_in: body.stand_in, next: None };
    let result = caller.service().set_plan(&caller.principal, &id, plan).await;
    explained(&caller, &id, result).await?;
    done()
}

/// Plan your next turn, or an alternative to it
///
/// Where tiles are drawn ahead, so that you know yours. It is played when your turn begins.
#[utoipa::path(post, operation_id = "plan_turn", path = "/api/v1/games/{id}/plan/turn", tag = "plans", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game"),
        ("If-Match" = Option<String>, Header, description = "Instead of `expected`")),
    request_body = TurnBody, responses((status = 204, description = "Planned"), Refusals))]
pub(crate) async fn turn(
    Member(caller): Member,
    GamePath(id): GamePath,
    request: HttpRequest,
    Body(body): Body<TurnBody>,
) -> ApiResult {
    let seen = expected(&request, body.expected)?.0;
    let result = caller.service().plan_turn(&caller.principal, &id, seen, body.turn()).await;
    explained(&caller, &id, result).await?;
    done()
}

/// How the plan for the next turn changes.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NextBody {
    /// Turns that are not planned any more.
    #[serde(default)]
    remove: Vec<PlacedTurn>,
    #[serde(default)]
    unless_changed: bool,
    #[serde(default)]
    unless_left: bool,
}

/// Take turns out of the plan for the next one, and say when to ask
#[utoipa::path(post, operation_id = "change_plan", path = "/api/v1/games/{id}/plan/next", tag = "plans", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game")),
    request_body = Option<NextBody>, responses((status = 204, description = "Planned"), Refusals))]
pub(crate) async fn next(
    Member(caller): Member,
    GamePath(id): GamePath,
    Body(body): Body<NextBody>,
) -> ApiResult {
    let removed: Vec<Turn> = body.remove.iter().map(PlacedTurn::turn).collect();
    let ask = (body.unless_changed, body.unless_left);
    let result = caller.service().change_next_turn(&caller.principal, &id, &removed, ask).await;
    explained(&caller, &id, result).await?;
    done()
}
