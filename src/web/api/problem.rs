//! Errors of calls as problem details (RFC 9457).

use std::borrow::Cow;
use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use actix_web::{HttpResponse, ResponseError};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::api::document;
use crate::http::error::PageError;
use crate::http::urls::Url;
use crate::locale::{Locale, Message, key};
use service::{AccessError, Denied, StoreError};

pub(crate) const PROBLEM: &str = "application/problem+json";

/// Why a call failed, and what to do.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Problem {
    /// The address of an explanation.
    r#type: String,
    /// The status in words.
    title: String,
    status: u16,
    /// What happened, and what to correct.
    detail: String,
    /// Which problem it is. Never changes.
    code: String,
    /// The field of the body at fault, such as `settings.aids`.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// With 429: which limit is used up.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    /// With the code `missing-scope`: the scope that the token lacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<String>,
    /// With the code `stale`: the number of the last event, and the events that the sender has not seen. With `events-expired`:
    /// `after`, to go on with. With `no-such-event`: `last`, the number of the last event.
    #[serde(flatten)]
    #[schema(value_type = Object)]
    changed: Map<String, Value>,
}

/// Why a call failed, before it is known where the server is.
#[derive(Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    code: Cow<'static, str>,
    detail: Message,
    field: Option<String>,
    limit: Option<&'static str>,
    scope: Option<&'static str>,
    changed: Map<String, Value>,
    challenge: Option<String>,
    /// When the call may succeed.
    until: Option<DateTime<Utc>>,
    /// How long to wait, in seconds, where it isn't known until when.
    retry: Option<String>,
    /// For the log.
    pub cause: Option<PageError>,
}

impl ApiError {
    pub fn new(status: StatusCode, code: impl Into<Cow<'static, str>>, detail: impl Into<Message>) -> Self {
        Self {
            status,
            code: code.into(),
            detail: detail.into(),
            field: None,
            limit: None,
            scope: None,
            changed: Map::new(),
            challenge: None,
            until: None,
            retry: None,
            cause: None,
        }
    }

    /// The token is unknown, revoked or expired, or its account is locked.
    pub fn bad_token() -> Self {
        let challenge = "Bearer realm=\"bastide\", error=\"invalid_token\"".to_owned();
        let error = Self::new(StatusCode::UNAUTHORIZED, "invalid-token", Message::new("api-bad-token"));
        Self { challenge: Some(challenge), ..error }
    }

    pub fn token_in_query() -> Self {
        Self::new(StatusCode::BAD_REQUEST, "token-in-query", Message::new("api-token-in-query"))
    }

    /// The game of a table that waits for players.
    pub fn not_started() -> Self {
        Self::new(StatusCode::CONFLICT, "not-started", Message::new("api-not-started"))
    }

    /// There is no such game as far as the sender can tell.
    pub fn no_game() -> Self {
        Self::new(StatusCode::NOT_FOUND, "no-such-game", Message::new("api-no-game"))
    }

    pub fn no_player() -> Self {
        Self::new(StatusCode::NOT_FOUND, "no-such-player", Message::new("refused-no-player"))
    }

    /// The body isn't what the call needs.
    pub fn bad_body(field: Option<String>, why: &str) -> Self {
        let field = field.filter(|field| field != ".");
        let detail = match &field {
            Some(field) => Message::new("api-bad-field").with("field", field.as_str()).with("why", why),
            None => Message::new("api-bad-body").with("why", why),
        };
        Self { field, ..Self::new(StatusCode::BAD_REQUEST, "bad-body", detail) }
    }

    /// About this field of the body.
    pub fn at(self, field: &str) -> Self {
        Self { field: Some(field.to_owned()), ..self }
    }

    /// A limit that is used up until then.
    pub fn limited(self, limit: &'static str, until: DateTime<Utc>) -> Self {
        Self { limit: Some(limit), until: Some(until), ..self }
    }

    /// With what has changed meanwhile.
    pub fn changed(self, changed: Map<String, Value>) -> Self {
        Self { changed, ..self }
    }

    /// The same error as of a page.
    pub fn of(error: &PageError) -> Self {
        let (code, detail) = of_page(error);
        let status = match error {
            PageError::SignIn(_) => StatusCode::UNAUTHORIZED,
            error => error.status_code(),
        };
        let limit = match error {
            PageError::TooMany(_) => Some("requests"),
            PageError::TooManyStreams(_) => Some("streams"),
            _ => None,
        };
        let head = error.head();
        let retry = head.headers().get(RETRY_AFTER).and_then(|wait| wait.to_str().ok()).map(str::to_owned);
        let unauthorized = status == StatusCode::UNAUTHORIZED;
        let challenge = unauthorized.then(|| "Bearer realm=\"bastide\"".to_owned());
        Self { limit, challenge, retry, ..Self::new(status, code, detail) }
    }

    /// The response to a call at this path, of the server with this origin.
    pub fn response(&self, path: &str, origin: &str, now: DateTime<Utc>) -> HttpResponse {
        // A rounded second too early would be refused again.
        let wait = self.until.map(|until| ((until - now).num_seconds().max(0) + 1).to_string());
        let problem = Problem {
            r#type: format!("{origin}{}#{}", Url::Api, self.code),
            title: self.status.canonical_reason().unwrap_or_default().to_owned(),
            status: self.status.as_u16(),
            detail: Locale::ENGLISH.format(&self.detail),
            code: self.code.to_string(),
            field: self.field.clone(),
            limit: self.limit.map(str::to_owned),
            scope: self.scope.map(str::to_owned),
            changed: self.changed.clone(),
        };
        let mut response = HttpResponse::build(self.status);
        response.insert_header((CONTENT_TYPE, PROBLEM));
        if let Some(challenge) = &self.challenge {
            response.insert_header((WWW_AUTHENTICATE, challenge.as_str()));
        }
        if let Some(retry) = wait.as_ref().or(self.retry.as_ref()) {
            response.insert_header((RETRY_AFTER, retry.as_str()));
        }
        if self.status == StatusCode::METHOD_NOT_ALLOWED
            && let Some(methods) = document::methods(path)
        {
            response.insert_header((ALLOW, methods));
        }
        response.body(serde_json::to_string(&problem).unwrap_or_default())
    }
}

/// The code of a page's error, and what programs read.
fn of_page(error: &PageError) -> (&'static str, Message) {
    let text = || error.explanation().text;
    match error {
        PageError::NotFound => ("not-found", Message::new("api-not-found")),
        PageError::BadRequest(why) => ("bad-request", why.clone()),
        PageError::SignIn(_) | PageError::SignedOut => ("signed-out", Message::new("api-no-token")),
        PageError::Forbidden(why) => ("forbidden", why.clone()),
        PageError::Locked => (Denied::Locked.code(), text()),
        PageError::Guest(_) => ("guest", text()),
        PageError::Unconfirmed => (Denied::Unconfirmed.code(), Message::new("api-unconfirmed")),
        PageError::Forged => ("cross-site", Message::new("api-cross-site")),
        PageError::Method => ("method-not-allowed", Message::new("api-method")),
        PageError::TooLarge => ("body-too-large", Message::new("api-too-large")),
        PageError::NotAForm => ("not-json", Message::new("api-not-json")),
        PageError::NoLength => ("no-length", Message::new("api-no-length")),
        PageError::TimedOut => ("timed-out", text()),
        PageError::TooMany(_) => ("too-many-requests", Message::new("api-too-many")),
        PageError::TooManyStreams(_) => ("too-many-streams", text()),
        PageError::ExportRunning => ("export-running", text()),
        PageError::Busy(_) => ("busy", text()),
        PageError::Unavailable(_) => ("unavailable", text()),
        PageError::Conflict(what) => ("conflict", what.clone()),
        PageError::Internal(_) => ("failed", Message::new(key("api-failed"))),
    }
}

/// For the log only.
impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Some(cause) => cause.fmt(f),
            None => write!(f, "{} {}", self.status, self.code),
        }
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    /// The middleware adds the body.
    fn error_response(&self) -> HttpResponse {
        HttpResponse::new(self.status)
    }
}

impl From<PageError> for ApiError {
    fn from(error: PageError) -> Self {
        Self { cause: None, ..Self::of(&error) }.caused_by(error)
    }
}

impl ApiError {
    fn caused_by(self, error: PageError) -> Self {
        Self { cause: Some(error), ..self }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        PageError::from(error).into()
    }
}

impl From<AccessError> for ApiError {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Denied(why) => why.into(),
            AccessError::Store(cause) => cause.into(),
        }
    }
}

impl From<Denied> for ApiError {
    fn from(why: Denied) -> Self {
        let scope = match why {
            Denied::Scope(scope) => scope,
            Denied::Restricted { .. } | Denied::Locked => {
                return Self::new(StatusCode::FORBIDDEN, why.code(), &why);
            }
            Denied::SignedOut | Denied::Unconfirmed => return PageError::from(why).into(),
        };
        let detail = Message::new("api-missing-scope").with("scope", scope.word());
        let challenge = format!("Bearer error=\"insufficient_scope\", scope=\"{}\"", scope.word());
        Self {
            scope: Some(scope.word()),
            challenge: Some(challenge),
            ..Self::new(StatusCode::FORBIDDEN, why.code(), detail)
        }
    }
}
