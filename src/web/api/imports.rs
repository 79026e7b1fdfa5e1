//! Games that were played elsewhere.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::web::Query;
use actix_web::{FromRequest, HttpRequest};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::body::Body;
use crate::api::caller::Member;
use crate::api::document::{Problems, Refusals};
use crate::api::lists::GamesJson;
use crate::api::problem::ApiError;
use crate::api::response::{ApiResult, Opened, accepted, done, json, opened, part, query};
use crate::api::table_json::TableJson;
use crate::http::error::PageError;
use crate::http::upload::{MOST_FILE, body, unpacked};
use crate::locale::{Locale, Message};
use chrono::{DateTime, Utc};
use engine::Seat;
use service::{ImportError, Keep};
use table::{GameId, ImportProgress, SubmissionKey, import_text};

/// A body that is a file, packed or not, and who sends it.
pub(crate) struct Raw(Member, Vec<u8>);

impl FromRequest for Raw {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let payload = payload.take();
        Box::pin(async move {
            let member = Member::of(&request).await?;
            let web = &member.0.web;
            let file = tokio::select! {
                body = body(&request, payload, MOST_FILE) => body?,
                () = web.connections.wait(web.body_timeout) => return Err(PageError::TimedOut.into()),
            };
            Ok(Self(member, file))
        })
    }
}

/// Games that you have imported
///
/// The last imported first.
#[utoipa::path(get, operation_id = "imported", path = "/api/v1/games/import", tag = "games", security(("token" = ["read"])),
    params(("after" = Option<i64>, Query, description = "Where the part begins, from the `Link` of the part before")),
    responses((status = 200, body = GamesJson), Problems))]
pub(crate) async fn list(Member(caller): Member, request: HttpRequest) -> ApiResult {
    let below = query(&request)?.parsed("after")?;
    let found = caller.service().imported_games(&caller.principal, below).await?;
    let next = found.next.map(|next| format!("/api/v1/games/import?after={next}"));
    part(&GamesJson { games: TableJson::list(&found.games) }, next)
}

/// How a game is kept.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ImportQuery {
    /// Your seat; none, if left out.
    seat: Option<u8>,
    /// Whether everyone with a link sees the game; only you, if left out.
    #[serde(default)]
    public: bool,
    /// 8 to 64 letters, digits, `-` and `_` of your choice: the same key keeps a game once.
    key: Option<String>,
}

/// Import a game
///
/// The body is a record as plain text or packed with gzip, at most 4 MiB.
#[utoipa::path(post, path = "/api/v1/games/import", tag = "games", security(("token" = ["play"])), params(ImportQuery),
    request_body(content = String, content_type = "text/plain"), responses((status = 201, body = Opened), Refusals))]
pub(crate) async fn import(
    query: Result<Query<ImportQuery>, actix_web::Error>,
    Raw(Member(caller), file): Raw,
) -> ApiResult {
    let (service, principal) = (caller.service(), &caller.principal);
    let Query(ImportQuery { seat, public, key }) =
        query.map_err(|error| ApiError::bad_body(None, &error.to_string()))?;
    let submission = match key {
        Some(key) => SubmissionKey::parse(&key)
            .map_err(|error| ApiError::bad_body(Some("key".to_owned()), &error.to_string()))?,
        None => service.new_key(),
    };
    let file = unpacked(file)?;
    let text = import_text(&file).map_err(ImportError::from)?;
    let game = service.read_import(principal, text.to_owned()).await?;
    if seat.is_some_and(|seat| usize::from(seat) >= game.header().seats.len()) {
        return Err(ApiError::bad_body(Some("seat".to_owned()), "the game has no such seat"));
    }
    opened(&service.keep_import(principal, game, Keep { own: seat.map(Seat), public, submission }).await?)
}

/// Which imported game to delete.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DeleteBody {
    #[schema(value_type = String)]
    game: GameId,
}

/// Delete a game that you have imported
#[utoipa::path(post, operation_id = "delete_import", path = "/api/v1/games/import/delete", tag = "games",
    security(("token" = ["play"])), request_body = DeleteBody,
    responses((status = 204, description = "It is gone"), Refusals))]
pub(crate) async fn delete(Member(caller): Member, Body(body): Body<DeleteBody>) -> ApiResult {
    caller.service().delete_import(&caller.principal, &body.game).await?;
    done()
}

/// How far a file of many records is read.
#[derive(Serialize, ToSchema)]
#[schema(as = ImportFile)]
pub(super) struct FileJson {
    /// When it was sent.
    since: DateTime<Utc>,
    /// How many it has.
    records: u32,
    /// How many are read.
    done: u32,
    /// How many games are kept of those, now or before.
    kept: u32,
    /// The first hundred others.
    refused: Vec<RefusedJson>,
    /// When the limits of a day let it go on.
    resumes: Option<DateTime<Utc>>,
    /// Whether the server can't read it to its end.
    given_up: bool,
}

/// A record of a file that was refused.
#[derive(Serialize, ToSchema)]
#[schema(as = RefusedRecord)]
pub(super) struct RefusedJson {
    /// Of the file, from 1.
    line: usize,
    code: &'static str,
    detail: String,
}

impl From<ImportProgress> for FileJson {
    fn from(progress: ImportProgress) -> Self {
        let ImportProgress { since, records, done, kept, refused, resumes, given_up } = progress;
        let refused = refused.iter().map(|why| RefusedJson {
            line: why.line,
            code: why.fault.code(),
            detail: Locale::ENGLISH.format(&Message::from(&why.fault)),
        });
        Self { since, records, done, kept, refused: refused.collect(), resumes, given_up }
    }
}

/// Import a file of many games
///
/// The body has records one after the other, as plain text or packed with gzip, at most 4 MiB and 1,000 records. A job keeps each that can
/// be read, as a private game without a seat of yours; the same file again keeps nothing twice.
#[utoipa::path(post, operation_id = "import_file", path = "/api/v1/games/import/file", tag = "games", security(("token" = ["play"])),
    request_body(content = String, content_type = "text/plain"),
    responses((status = 202, description = "It will be read", body = FileJson), Refusals))]
pub(crate) async fn send_file(Raw(Member(caller), file): Raw) -> ApiResult {
    let file = unpacked(file)?;
    let text = import_text(&file).map_err(ImportError::from)?;
    let progress = caller.service().import_file(&caller.principal, text).await?;
    accepted(&FileJson::from(progress))
}

/// How far your last file is read
///
/// It can be seen for thirty days after it was sent.
#[utoipa::path(get, operation_id = "imported_file", path = "/api/v1/games/import/file", tag = "games", security(("token" = ["read"])),
    responses((status = 200, body = FileJson), Problems))]
pub(crate) async fn file(Member(caller): Member) -> ApiResult {
    let progress = caller.service().import_progress(&caller.principal).await?;
    json(&FileJson::from(progress.ok_or(ImportError::NoSuchFile)?))
}

/// Stop reading your file, or forget what became of it
///
/// Games that were kept stay.
#[utoipa::path(post, operation_id = "remove_import_file", path = "/api/v1/games/import/file/remove", tag = "games",
    security(("token" = ["play"])), responses((status = 204, description = "It is gone"), Refusals))]
pub(crate) async fn remove_file(Member(caller): Member) -> ApiResult {
    caller.service().remove_import(&caller.principal).await?;
    done()
}
