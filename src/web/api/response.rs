//! Answers as JSON.

use actix_web::http::StatusCode;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_MATCH, IF_NONE_MATCH, LINK, LOCATION, VARY,
};
use actix_web::{HttpRequest, HttpResponse};
use data_encoding::HEXLOWER;
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::api::problem::ApiError;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::locale::Message;
use table::GameId;

/// What calls return.
pub(super) type ApiResult = Result<HttpResponse, ApiError>;

const JSON: &str = "application/json";

/// The query of a call. Unlike a form's, its values are never empty.
pub(super) fn query(request: &HttpRequest) -> Result<Fields, ApiError> {
    let fields = Fields::of_query(request)?;
    if let Some((name, _)) = fields.iter().find(|(_, value)| value.is_empty()) {
        return Err(PageError::BadRequest(Message::new("api-empty").with("field", name)).into());
    }
    Ok(fields)
}

/// The id of a game.
#[derive(Serialize, ToSchema)]
pub(super) struct Opened {
    id: String,
}

fn write(value: &impl Serialize) -> Result<Vec<u8>, ApiError> {
    serde_json::to_vec(value).map_err(|error| PageError::internal(error).into())
}

pub(super) fn json(value: &impl Serialize) -> ApiResult {
    Ok(HttpResponse::Ok().insert_header((CONTENT_TYPE, JSON)).body(write(value)?))
}

/// A part of a list, with the address of the next.
pub(super) fn part(value: &impl Serialize, next: Option<String>) -> ApiResult {
    let mut response = HttpResponse::Ok();
    response.insert_header((CONTENT_TYPE, JSON));
    if let Some(next) = next {
        response.insert_header((LINK, format!("<{next}>; rel=\"next\"")));
    }
    Ok(response.body(write(value)?))
}

/// A table that was opened.
pub(super) fn opened(id: &GameId) -> ApiResult {
    let mut response = HttpResponse::Created();
    response.insert_header((CONTENT_TYPE, JSON)).insert_header((LOCATION, format!("/api/v1/games/{id}")));
    Ok(response.body(write(&Opened { id: id.to_string() })?))
}

/// Something new, which has no address of its own.
pub(super) fn created(value: &impl Serialize) -> ApiResult {
    Ok(HttpResponse::Created().insert_header((CONTENT_TYPE, JSON)).body(write(value)?))
}

/// What a job will do.
pub(super) fn accepted(value: &impl Serialize) -> ApiResult {
    Ok(HttpResponse::Accepted().insert_header((CONTENT_TYPE, JSON)).body(write(value)?))
}

#[expect(clippy::unnecessary_wraps, reason = "like all answers")]
pub(super) fn done() -> ApiResult {
    Ok(HttpResponse::NoContent().finish())
}

/// A state of a game after event `n`, with an `ETag` that begins with that number.
pub(super) fn tagged(request: &HttpRequest, n: u32, value: &impl Serialize) -> ApiResult {
    let body = write(value)?;
    let tag = format!("{n}.{}", HEXLOWER.encode(&Sha256::digest(&body)[..8]));
    let known = request.headers().get_all(IF_NONE_MATCH).filter_map(|tags| tags.to_str().ok());
    let is_known = known.flat_map(|tags| tags.split(',')).any(|known| opaque(known) == Some(tag.as_str()));
    let mut response = HttpResponse::build(if is_known { StatusCode::NOT_MODIFIED } else { StatusCode::OK });
    response
        .insert_header((ETAG, format!("\"{tag}\"")))
        .insert_header((CACHE_CONTROL, "private, no-cache"))
        .insert_header((VARY, "authorization"));
    Ok(if is_known { response.finish() } else { response.insert_header((CONTENT_TYPE, JSON)).body(body) })
}

/// What is between the quotation marks of an entity tag, weak or not.
fn opaque(tag: &str) -> Option<&str> {
    let tag = tag.trim();
    tag.strip_prefix("W/").unwrap_or(tag).strip_prefix('"')?.strip_suffix('"')
}

/// The number of the event that an `If-Match` header names: an `ETag` of the game, or just the number in quotation marks.
pub(super) fn if_match(request: &HttpRequest) -> Result<Option<u32>, ApiError> {
    let Some(header) = request.headers().get(IF_MATCH) else { return Ok(None) };
    let tag = header.to_str().ok().and_then(opaque);
    let n = tag.and_then(|tag| tag.split('.').next()?.parse().ok());
    let bad = || ApiError::new(StatusCode::BAD_REQUEST, "bad-if-match", Message::new("api-bad-if-match"));
    n.map(Some).ok_or_else(bad)
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn an_entity_tag_begins_with_the_number_of_an_event() {
        let n = |tag: &str| {
            let request = TestRequest::post().insert_header((IF_MATCH, tag)).to_http_request();
            if_match(&request).ok().flatten()
        };
        assert_eq!(["\"12\"", "\"12.0123456789abcdef\"", "W/\"12.0\""].map(n), [Some(12); 3]);
        assert_eq!(["12", "*", "\"\"", "\"x\"", "\"1\", \"2\""].map(n), [None; 5]);
        assert!(if_match(&TestRequest::post().to_http_request()).unwrap().is_none());
    }
}
