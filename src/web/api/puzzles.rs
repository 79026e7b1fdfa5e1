//! Puzzles.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Path;
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::body::Body;
use crate::api::caller::Caller;
use crate::api::document::{Problems, Refusals};
use crate::api::game_json::{PlacedTurn, PlacementsJson};
use crate::api::problem::ApiError;
use crate::api::response::{ApiResult, json, part, query};
use crate::html::wording::refusal;
use crate::http::error::PageError;
use crate::locale::Locale;
use engine::TileKind;
use puzzle::ListedPuzzle;
use service::AnswerError;

/// A puzzle in a list.
#[derive(Serialize, ToSchema)]
#[schema(as = ListedPuzzle)]
pub(super) struct ListedJson {
    n: u32,
    #[schema(value_type = String, example = "RFRF")]
    tile: TileKind,
    /// From when on it is shown.
    shown: DateTime<Utc>,
    /// The day on which it was everybody's.
    day: Option<NaiveDate>,
    /// Whether your first answer was right.
    solved: Option<bool>,
}

/// A part of the list of puzzles. The header `Link` has the address of the next.
#[derive(Serialize, ToSchema)]
#[schema(as = Puzzles)]
pub(super) struct PuzzlesJson {
    puzzles: Vec<ListedJson>,
}

/// A day that is counted from 1 January 1970.
fn date(day: i64) -> Option<NaiveDate> {
    DateTime::from_timestamp(day.checked_mul(24 * 60 * 60)?, 0).map(|at| at.date_naive())
}

/// Puzzles, the last first
#[utoipa::path(get, operation_id = "puzzles", path = "/api/v1/puzzles", tag = "puzzles", security((), ("token" = ["read"])),
    params(("from" = Option<i64>, Query, description = "Where the part begins, from the `Link` of the part before")),
    responses((status = 200, body = PuzzlesJson), Problems))]
pub(crate) async fn list(caller: Caller, request: HttpRequest) -> ApiResult {
    let from = query(&request)?.parsed::<i64>("from")?.and_then(DateTime::from_timestamp_millis);
    let found = caller.service().puzzles(&caller.principal, from).await?;
    let row = |&ListedPuzzle { n, tile, shown, day, solved }: &ListedPuzzle| ListedJson {
        n,
        tile,
        shown,
        day: day.and_then(date),
        solved,
    };
    let list = PuzzlesJson { puzzles: found.puzzles.iter().map(row).collect() };
    part(&list, found.next.map(|next| format!("/api/v1/puzzles?from={}", next.timestamp_millis())))
}

/// A position in which to find the best turn.
#[derive(Serialize, ToSchema)]
#[schema(as = Puzzle)]
pub(super) struct PuzzleJson {
    n: u32,
    /// The day on which it was everybody's.
    day: Option<NaiveDate>,
    /// The public game that it is from.
    game: Option<String>,
    /// The record up to the position, a line for each event after a header.
    record: String,
    placements: PlacementsJson,
    /// Whether your first answer was right.
    solved: Option<bool>,
}

/// A puzzle
#[utoipa::path(get, operation_id = "puzzle", path = "/api/v1/puzzles/{n}", tag = "puzzles", security((), ("token" = ["read"])),
    params(("n" = u32, Path, description = "The number of the puzzle")),
    responses((status = 200, body = PuzzleJson), Problems))]
pub(crate) async fn get(caller: Caller, n: Path<String>) -> ApiResult {
    let found = caller.service().puzzle(&caller.principal, number(&n)?).await?.ok_or(PageError::NotFound)?;
    json(&PuzzleJson {
        n: found.n,
        day: found.day.and_then(date),
        game: found.game.as_ref().map(ToString::to_string),
        record: found.puzzle.record.write(),
        placements: PlacementsJson::of(found.position.events(), &found.position),
        solved: found.answer.map(|answer| answer.solved),
    })
}

fn number(n: &str) -> Result<u32, ApiError> {
    n.parse().map_err(|_| PageError::NotFound.into())
}

/// How an answer compares with the best turn.
#[derive(Serialize, ToSchema)]
#[schema(as = Grade)]
pub(super) struct GradeJson {
    solved: bool,
    /// Points less than the best turn is worth.
    loss: f64,
    best: PlacedTurn,
}

/// Answer a puzzle
///
/// The first answer of an account is stored, and counts for its streak on the day of the puzzle.
#[utoipa::path(post, operation_id = "answer_puzzle", path = "/api/v1/puzzles/{n}/answer", tag = "puzzles", security((), ("token" = ["play"])),
    params(("n" = u32, Path, description = "The number of the puzzle")),
    request_body = PlacedTurn, responses((status = 200, body = GradeJson), Refusals))]
pub(crate) async fn answer(caller: Caller, n: Path<String>, Body(turn): Body<PlacedTurn>) -> ApiResult {
    let n = number(&n)?;
    let grade = caller.service().answer_puzzle(&caller.principal, n, turn.turn()).await?;
    let found = caller.service().puzzle(&caller.principal, n).await?.ok_or(PageError::NotFound)?;
    let best = found.puzzle.best().ok_or(PageError::NotFound)?;
    json(&GradeJson { solved: grade.solved, loss: grade.loss, best: PlacedTurn::of(best.turn) })
}

impl From<AnswerError> for ApiError {
    fn from(error: AnswerError) -> Self {
        match error {
            AnswerError::NoSuchPuzzle => PageError::NotFound.into(),
            AnswerError::Refused(why) => {
                let why = refusal::message(Locale::ENGLISH, &why);
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", why)
            }
            AnswerError::Denied(why) => why.into(),
            AnswerError::Store(failure) => failure.into(),
        }
    }
}
