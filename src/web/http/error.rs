//! What goes wrong on the way to a page, and the page that says so: an ordinary page.

use std::fmt;
use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, LOCATION, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};

use crate::service::StoreError;

use crate::web::html::error_page::Message;
use crate::web::http::urls::Url;

/// Why there is no page.
#[derive(Debug)]
pub enum PageError {
    /// No page has this address, or none that this person may see.
    NotFound,
    /// The request makes no sense; the sentence says what to mend.
    BadRequest(String),
    /// Only people who are signed in see this: go there after signing in.
    SignIn(String),
    /// A form was sent by somebody who is not signed in any more.
    SignedOut,
    /// This person may not do this; the sentence says why.
    Forbidden(String),
    /// Guests may not do this; come back to this path with an account.
    Guest(String),
    /// The form does not come from a page of this site, or from one that is too old.
    Forged,
    /// The page is there, but not for this method.
    Method,
    /// The body is too large.
    TooLarge,
    /// The body is no form.
    NotAForm,
    /// Too many forms from one address: wait.
    TooMany(Duration),
    /// Somebody else was faster, or the game has gone on; the sentence says what changed.
    Conflict(String),
    /// The server is to blame. The cause goes to the log and never to the page.
    Internal(Box<dyn std::error::Error>),
}

impl PageError {
    /// A failure of the server's own.
    pub fn internal(cause: impl std::error::Error + 'static) -> Self {
        Self::Internal(Box::new(cause))
    }

    /// The error for a bare status, as the router answers it.
    pub fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::NotFound,
            StatusCode::METHOD_NOT_ALLOWED => Self::Method,
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Self::NotAForm,
            status if status.is_client_error() => {
                Self::BadRequest("The server could not understand this request.".to_owned())
            }
            status => Self::Internal(format!("a handler answered {status}").into()),
        }
    }

    /// What the page says.
    pub fn message(&self) -> Message {
        let (heading, text) = match self {
            Self::NotFound => {
                ("There is no such page", "The address may be mistyped, or the table may be gone.".to_owned())
            }
            Self::BadRequest(why) => ("That did not work", why.clone()),
            Self::SignIn(_) | Self::SignedOut => {
                ("Please sign in", "You are not signed in any more, so nothing was changed.".to_owned())
            }
            Self::Forbidden(why) => ("You may not do that", why.clone()),
            Self::Guest(_) => (
                "That takes an account",
                "Others count on players who stay, so a guest plays the computer and watches. A name and a password are \
                 enough: your games stay yours, and you go on from here."
                    .to_owned(),
            ),
            Self::Forged => (
                "Please send the form again",
                "The form did not come from a page of this site, or the page was too old. Nothing was changed: \
                 go back, reload the page, and send the form again."
                    .to_owned(),
            ),
            Self::Method => {
                ("This page cannot be used like that", "The address is right, but not for this kind of request.".to_owned())
            }
            Self::TooLarge => ("That is too much", "The form is larger than this server accepts.".to_owned()),
            Self::NotAForm => ("That is no form", "The server expects the data of an HTML form here.".to_owned()),
            Self::TooMany(wait) => (
                "Slowly, please",
                format!("Too many forms came from your address. Try again in {} seconds.", seconds(*wait)),
            ),
            Self::Conflict(what) => ("Something has changed", what.clone()),
            Self::Internal(_) => (
                "Something went wrong here",
                "It is the server's fault, not yours, and it has been written down. Please try again.".to_owned(),
            ),
        };
        let keep = if let Self::Guest(back) = self { Some(back.clone()) } else { None };
        Message { heading, text, sign_in: matches!(self, Self::SignIn(_) | Self::SignedOut), keep }
    }

    /// The answer without its page: status and headers.
    pub fn head(&self) -> HttpResponse {
        let mut answer = HttpResponse::build(self.status_code());
        match self {
            Self::SignIn(path) => answer.insert_header((LOCATION, Url::LoginThen(path).to_string())),
            Self::TooMany(wait) => answer.insert_header((RETRY_AFTER, seconds(*wait).to_string())),
            Self::Method => answer.insert_header((ALLOW, "GET, HEAD, POST")),
            _ => &mut answer,
        };
        answer.finish()
    }
}

fn seconds(wait: Duration) -> u64 {
    wait.as_secs() + 1
}

/// For the log.
impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Internal(cause) => cause.fmt(f),
            other => f.write_str(other.message().heading),
        }
    }
}

impl From<StoreError> for PageError {
    fn from(cause: StoreError) -> Self {
        Self::internal(cause)
    }
}

impl ResponseError for PageError {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::SignIn(_) => StatusCode::SEE_OTHER,
            Self::SignedOut => StatusCode::UNAUTHORIZED,
            Self::Forbidden(_) | Self::Guest(_) | Self::Forged => StatusCode::FORBIDDEN,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotAForm => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        self.head()
    }
}
