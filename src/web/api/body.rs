//! JSON bodies.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::{FromRequest, HttpRequest, web};
use serde::de::value::{MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
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
    serde_path_to_error::deserialize(Strict(value))
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

/// JSON in which a structure is an object. To `serde_json` it may be a list of its fields' values, too.
struct Strict(Value);

impl<'de> Deserializer<'de> for Strict {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.0 {
            Value::Array(items) => {
                let mut items = SeqDeserializer::new(items.into_iter().map(Strict));
                let read = visitor.visit_seq(&mut items)?;
                items.end().map(|()| read)
            }
            Value::Object(fields) => {
                let fields = fields.into_iter().map(|(name, value)| (name, Strict(value)));
                let mut fields = MapDeserializer::new(fields);
                let read = visitor.visit_map(&mut fields)?;
                fields.end().map(|()| read)
            }
            value => value.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        match self.0 {
            Value::Array(_) => Err(Self::Error::invalid_type(Unexpected::Seq, &"an object")),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        match self.0 {
            Value::Object(fields) if fields.len() == 1 => {
                let fields = fields.into_iter().map(|(name, value)| (name, Strict(value)));
                visitor.visit_enum(MapAccessDeserializer::new(MapDeserializer::new(fields)))
            }
            value => value.deserialize_enum(name, variants, visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map identifier ignored_any
    }
}

impl IntoDeserializer<'_, serde_json::Error> for Strict {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[test]
    fn a_structure_is_an_object() {
        #[derive(Debug, PartialEq, Deserialize)]
        struct Inner {
            n: Option<u8>,
        }
        #[derive(Debug, PartialEq, Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Choice {
            None,
            Of(Inner),
        }
        #[derive(Debug, PartialEq, Deserialize)]
        struct Outer {
            inner: Option<Inner>,
            list: Vec<Inner>,
            choices: Vec<Choice>,
        }
        let read = |body: &str| read::<Outer>(body.as_bytes()).ok();
        let outer =
            Outer { inner: Some(Inner { n: Some(1) }), list: vec![Inner { n: None }], choices: Vec::new() };
        assert_eq!(read(r#"{"inner":{"n":1},"list":[{}],"choices":[]}"#), Some(outer));
        let choices = vec![Choice::None, Choice::Of(Inner { n: Some(2) })];
        let outer = Outer { inner: None, list: Vec::new(), choices };
        assert_eq!(read(r#"{"inner":null,"list":[],"choices":["none",{"of":{"n":2}}]}"#), Some(outer));
        for wrong in [
            r#"{"inner":[1],"list":[],"choices":[]}"#,
            r#"{"list":[[null]],"choices":[]}"#,
            r#"{"list":[],"choices":[{"of":[2]}]}"#,
            r#"{"list":[],"choices":[{"of":{"n":2},"none":null}]}"#,
            r#"{"list":{},"choices":[]}"#,
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

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
