//! A number for each request: on all its log lines, in its response, and on the error page for people to quote.

use std::fmt;

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue, InvalidHeaderValue};
use data_encoding::HEXLOWER;

use environment::chance::Chance;

pub(crate) const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The target of the spans that put ids on log lines, so that no filter removes them by accident.
pub(crate) const SPAN_TARGET: &str = "request_id";
/// In characters.
const SHORTEST: usize = 8;
const LONGEST: usize = 64;

/// Letters, digits and `-_.` only, so that it can go into logs, headers and pages as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RequestId(String);

impl RequestId {
    /// The id that the reverse proxy gave the request, if it is `trusted` and the id well formed; otherwise a new one.
    pub fn of(headers: &HeaderMap, trusted: bool) -> Self {
        let given = if trusted { given(headers) } else { None };
        Self(given.unwrap_or_else(|| HEXLOWER.encode(&Chance::system().bytes::<8>())))
    }
}

fn given(headers: &HeaderMap) -> Option<String> {
    let mut all = headers.get_all(X_REQUEST_ID);
    let (Some(id), None) = (all.next(), all.next()) else { return None };
    let id = id.to_str().ok()?;
    let is_plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    (is_plain && (SHORTEST..=LONGEST).contains(&id.len())).then(|| id.to_owned())
}

impl TryFrom<&RequestId> for HeaderValue {
    type Error = InvalidHeaderValue;

    fn try_from(id: &RequestId) -> Result<Self, Self::Error> {
        Self::from_str(&id.0)
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(ids: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for id in ids {
            headers.append(X_REQUEST_ID, HeaderValue::from_str(id).unwrap());
        }
        headers
    }

    #[test]
    fn a_trusted_proxy_gives_the_id_if_it_is_well_formed() {
        let id = "7b1f-93_a.C";
        assert_eq!(RequestId::of(&headers(&[id]), true).to_string(), id);
        let long = "a".repeat(LONGEST + 1);
        for refused in [&[id, id][..], &[], &["short"], &[&long], &["with space"], &["{\"a\":\"bc\"}"]] {
            let id = RequestId::of(&headers(refused), true).to_string();
            assert!(id.len() == 16 && refused.iter().all(|refused| *refused != id), "{refused:?}: {id}");
        }
    }

    #[test]
    fn an_id_from_anyone_else_is_replaced() {
        let (first, second) = (headers(&["12345678"]), headers(&["12345678"]));
        let ids = [RequestId::of(&first, false), RequestId::of(&second, false)];
        assert!(ids[0] != ids[1] && ids.iter().all(|id| id.to_string() != "12345678"));
    }
}
