//! Games that were played elsewhere.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::web::Query;
use actix_web::{FromRequest, HttpRequest};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::api::caller::Member;
use crate::api::document::Refusals;
use crate::api::problem::ApiError;
use crate::api::response::{ApiResult, Opened, opened};
use crate::http::error::PageError;
use crate::http::upload::{MOST_FILE, body, unpacked};
use engine::Seat;
use service::{ImportError, Keep};
use table::{SubmissionKey, import_text};

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
