//! The JSON API for programs, `/api/v1`: what pages and forms do, with a token in place of a session.

#![expect(clippy::result_large_err, reason = "an error ends its call, so its size costs nothing")]

mod account;
mod analyses;
mod archives;
mod body;
mod caller;
mod challenges;
mod channels;
mod clocks;
mod document;
mod events;
mod game_json;
mod games;
mod imports;
mod lists;
mod offers;
mod page;
mod plans;
pub(crate) mod problem;
mod profiles;
mod puzzles;
mod ratings;
mod refusals;
mod reports;
mod response;
pub(crate) mod routes;
mod stream;
mod table_json;
mod tables;
mod talk;
mod time;
mod turns;

use actix_web::dev::ServiceResponse;
use actix_web::http::Method;
use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, HeaderName, HeaderValue,
};

/// Lets scripts on other sites read what visitors see. They can send no token, since nothing answers their preflight requests.
pub(crate) fn share(response: &mut ServiceResponse) {
    if ![Method::GET, Method::HEAD].contains(response.request().method()) {
        return;
    }
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("etag, link, retry-after"));
    let policy = HeaderName::from_static("cross-origin-resource-policy");
    headers.insert(policy, HeaderValue::from_static("cross-origin"));
}

/// Whether the path is of a call rather than a page.
pub(crate) fn is_call(path: &str) -> bool {
    path.starts_with("/api/")
}
