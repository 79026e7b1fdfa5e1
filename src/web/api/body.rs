//! JSON bodies.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::{FromRequest, HttpRequest, web};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::api::problem::ApiError;
use crate::http::error::PageError;
use crate::http::form;
use crate::http::state::State;

/// The body of a call. An empty one is an empty object.
#[derive(Clone, Debug)]
pub(super) struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Body<T> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let payload = payload.take();
        Box::pin(async move {
            let web = request.app_data::<web::Data<State>>().cloned();
            let web = web.ok_or_else(|| PageError::Internal("the application has no state".into()))?;
            let body = tokio::select! {
                body = form::body(payload, form::MOST_BYTES) => body?,
                () = web.connections.wait(web.body_timeout) => return Err(PageError::TimedOut.into()),
            };
            let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
            let kind = kind.split(';').next().unwrap_or("").trim();
            if !body.is_empty() && !kind.eq_ignore_ascii_case("application/json") {
                return Err(PageError::NotAForm.into());
            }
            read(if body.is_empty() { b"{}" } else { &body }).map(Self)
        })
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    // PostgreSQL can't store this character.
    if body.windows(6).any(|part| part == br"\u0000") {
        return Err(PageError::bad_request("request-unclear").into());
    }
    let mut value =
        serde_json::from_slice(body).map_err(|error| ApiError::bad_body(None, &error.to_string()))?;
    if !matches!(value, Value::Object(_)) {
        return Err(ApiError::bad_body(None, "it is not a JSON object"));
    }
    make_whole(&mut value);
    serde_path_to_error::deserialize(value)
        .map_err(|error| ApiError::bad_body(Some(error.path().to_string()), &error.inner().to_string()))
}

/// Whole numbers may be written as `1.0`, as JSON Schema has it.
fn make_whole(value: &mut Value) {
    match value {
        Value::Number(number) => {
            let whole = number.as_f64().filter(|_| number.is_f64()).filter(|whole| whole.fract() == 0.0);
            // Larger ones are not exact.
            if let Some(whole) = whole.filter(|whole| whole.abs() < 9_007_199_254_740_992.0)
                && let Ok(whole) = format!("{whole:.0}").parse::<i64>()
            {
                *number = whole.into();
            }
        }
        Value::Array(items) => items.iter_mut().for_each(make_whole),
        Value::Object(fields) => fields.values_mut().for_each(make_whole),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_body_is_one_json_value() {
        assert_eq!(read::<Value>(br#"{"n":1}"#).unwrap(), serde_json::json!({"n": 1}));
        for wrong in [&b"{"[..], b"{} {}", b"\xff", br#"{"a":"\u0000"}"#, b"n=1"] {
            assert!(read::<Value>(wrong).is_err(), "{wrong:?}");
        }
        assert!(read::<Value>(b"[]").is_err() && read::<Value>(b"null").is_err());
    }

    #[test]
    fn whole_numbers_may_have_a_point() {
        let sizes = |body: &str| read::<BTreeMap<String, u8>>(body.as_bytes()).map(|sizes| sizes["n"]).ok();
        assert_eq!([r#"{"n":1}"#, r#"{"n":1.0}"#, r#"{"n":2.5e1}"#].map(sizes), [Some(1), Some(1), Some(25)]);
        assert_eq!([r#"{"n":1.5}"#, r#"{"n":-1.0}"#, r#"{"n":1e300}"#].map(sizes), [None; 3]);
    }
}
