//! Errors of handlers, and the page that explains them.

use std::fmt;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, LOCATION, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};

use service::{AccessError, Denied, StoreError};

use crate::http::urls::{ReportUrl, Url};
use crate::locale::{Message, key};

/// What handlers return.
pub type PageResult = Result<HttpResponse, PageError>;

/// Sent as `Retry-After` while the database is unavailable, or another download goes on.
const RETRY: Duration = Duration::from_secs(5);

/// The text of an error page, before it is known in which language.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// A Fluent key.
    pub heading: &'static str,
    /// What happened and what to do next.
    pub text: Message,
    pub sign_in: bool,
    /// Where guests return to after signing up; `None` where signing up would not help.
    pub back: Option<String>,
}

/// Why a request got no page.
#[derive(Debug)]
pub enum PageError {
    /// The page does not exist, or the viewer may not see it.
    NotFound,
    /// The message says what to correct.
    BadRequest(Message),
    /// The viewer must sign in, and returns to this path then.
    SignIn(String),
    /// A form was sent after its session had ended.
    SignedOut,
    /// The viewer's account is locked. They are led to the page that says why.
    Locked,
    /// The viewer is not allowed to do this; the message says why.
    Forbidden(Message),
    /// Guests are not allowed to do this. They return to this path with an account.
    Guest(String),
    /// The viewer must first confirm who they are, and returns to the page with the form then.
    Unconfirmed,
    /// A form without a valid CSRF token.
    Forged,
    Method,
    TooLarge,
    /// The body is not a form.
    NotAForm,
    /// There is no `Content-Length`, which browsers always send with a form.
    NoLength,
    /// The body did not arrive in time.
    TimedOut,
    /// Too many forms from one address; how long to wait.
    TooMany(Duration),
    /// Too many streams from one address or user, or in total; how long to wait.
    TooManyStreams(Duration),
    /// The user, or the visitor's address, downloads records already.
    ExportRunning,
    /// The server has too much to do; how long to wait.
    Busy(Duration),
    /// The database is unavailable. The cause is logged and never shown.
    Unavailable(StoreError),
    /// Another player was faster, or the game has moved on; the message says what changed.
    Conflict(Message),
    /// A failure of the server. The cause is logged and never shown.
    Internal(Box<dyn std::error::Error>),
}

impl PageError {
    pub fn internal(cause: impl std::error::Error + 'static) -> Self {
        Self::Internal(Box::new(cause))
    }

    /// The error for a status that the router set.
    pub fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::NotFound,
            StatusCode::METHOD_NOT_ALLOWED => Self::Method,
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge,
            StatusCode::REQUEST_TIMEOUT => Self::TimedOut,
            StatusCode::LENGTH_REQUIRED => Self::NoLength,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::NotAForm,
            status if status.is_client_error() => Self::bad_request("request-unclear"),
            status => Self::Internal(format!("a handler answered {status}").into()),
        }
    }

    /// A bad request, explained by a message without arguments.
    pub const fn bad_request(key: &'static str) -> Self {
        Self::BadRequest(Message::new(key))
    }

    pub fn explanation(&self) -> Explanation {
        let message = Message::new;
        let (heading, text) = match self {
            Self::NotFound => (key("error-not-found"), message(key("error-not-found-text"))),
            Self::BadRequest(why) => (key("error-bad-request"), why.clone()),
            Self::NoLength => (key("error-bad-request"), message(key("request-unclear"))),
            Self::SignIn(_) | Self::SignedOut => (key("error-sign-in"), message(key("error-sign-in-text"))),
            Self::Locked => (key("error-forbidden"), message(key("refused-locked"))),
            Self::Unconfirmed => (key("confirm-title"), message(key("refused-unconfirmed"))),
            Self::Forbidden(why) => (key("error-forbidden"), why.clone()),
            Self::Guest(_) => (key("error-guest"), message(key("error-guest-text"))),
            Self::Forged => (key("error-forged"), message(key("error-forged-text"))),
            Self::Method => (key("error-method"), message(key("error-method-text"))),
            Self::TooLarge => (key("error-too-large"), message(key("error-too-large-text"))),
            Self::NotAForm => (key("error-not-a-form"), message(key("error-not-a-form-text"))),
            Self::TooMany(wait) => {
                let text = Message::new("error-too-many-text").with("seconds", seconds(*wait));
                (key("error-too-many"), text)
            }
            Self::TimedOut => (key("error-timed-out"), message(key("error-timed-out-text"))),
            Self::TooManyStreams(_) => {
                (key("error-too-many-streams"), message(key("error-too-many-streams-text")))
            }
            Self::ExportRunning => (key("error-too-many"), message(key("records-running"))),
            Self::Busy(_) => (key("error-busy"), message(key("refused-busy"))),
            Self::Unavailable(_) => (key("error-unavailable"), message(key("error-unavailable-text"))),
            Self::Conflict(what) => (key("error-conflict"), what.clone()),
            Self::Internal(_) => (key("error-internal"), message(key("error-internal-text"))),
        };
        let back = if let Self::Guest(back) = self { Some(back.clone()) } else { None };
        Explanation { heading, text, sign_in: matches!(self, Self::SignIn(_) | Self::SignedOut), back }
    }

    /// The response without its page: status and headers.
    pub fn head(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        match self {
            Self::SignIn(path) => response.insert_header((LOCATION, Url::LoginThen(path).to_string())),
            Self::Locked => {
                response.insert_header((LOCATION, Url::Report(ReportUrl::Restrictions).to_string()))
            }
            Self::TooMany(wait) | Self::TooManyStreams(wait) | Self::Busy(wait) => {
                response.insert_header((RETRY_AFTER, seconds(*wait).to_string()))
            }
            Self::Unavailable(_) | Self::ExportRunning => {
                response.insert_header((RETRY_AFTER, seconds(RETRY).to_string()))
            }
            Self::Method => response.insert_header((ALLOW, "GET, HEAD, POST")),
            _ => &mut response,
        };
        response.finish()
    }
}

fn seconds(wait: Duration) -> u64 {
    wait.as_secs() + 1
}

/// For the log only.
impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Internal(cause) => cause.fmt(f),
            other => write!(f, "{} {}", other.status_code(), other.explanation().heading),
        }
    }
}

impl From<StoreError> for PageError {
    fn from(cause: StoreError) -> Self {
        if cause.is_unavailable() { Self::Unavailable(cause) } else { Self::internal(cause) }
    }
}

impl From<AccessError> for PageError {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Denied(why) => why.into(),
            AccessError::Store(cause) => cause.into(),
        }
    }
}

impl From<Denied> for PageError {
    fn from(why: Denied) -> Self {
        match why {
            Denied::SignedOut => Self::SignedOut,
            Denied::Scope(_) | Denied::Restricted { .. } => Self::Forbidden((&why).into()),
            Denied::Unconfirmed => Self::Unconfirmed,
            Denied::Locked => Self::Locked,
        }
    }
}

impl ResponseError for PageError {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::SignIn(_) | Self::Locked => StatusCode::SEE_OTHER,
            Self::SignedOut => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) | Self::Guest(_) | Self::Unconfirmed | Self::Forged => StatusCode::FORBIDDEN,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotAForm => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::NoLength => StatusCode::LENGTH_REQUIRED,
            Self::TimedOut => StatusCode::REQUEST_TIMEOUT,
            Self::TooMany(_) | Self::TooManyStreams(_) | Self::ExportRunning => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy(_) | Self::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        self.head()
    }
}
