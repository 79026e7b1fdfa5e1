//! Accounts: signing up, signing in, recovery and settings.

pub(crate) mod authenticator;
pub(crate) mod bots;
pub mod bots_page;
pub(crate) mod closing;
pub mod closing_page;
pub(crate) mod codes;
pub(crate) mod confirm;
pub mod export;
pub(crate) mod feeds;
pub(crate) mod guest;
pub(crate) mod login;
pub(crate) mod logout;
pub(crate) mod notification_settings;
pub(crate) mod notifications;
pub mod notifications_page;
pub mod pages;
pub(crate) mod passkeys;
pub(crate) mod password;
pub(crate) mod people;
pub mod profile;
pub(crate) mod recover;
pub(crate) mod reliability;
pub mod reliability_page;
pub(crate) mod restrictions;
pub mod restrictions_page;
pub(crate) mod second_step;
pub(crate) mod sessions;
pub(crate) mod show;
pub(crate) mod sign_up;
pub(crate) mod time;
pub mod time_page;
pub(crate) mod tokens;
pub mod tokens_page;
pub(crate) mod webhooks;
pub mod webhooks_page;
pub(crate) mod zone;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::USER_AGENT;
use chrono_tz::Tz;

use crate::html::account::pages::Problem;
use crate::html::response::PageStatus;
use crate::http::error::PageError;
use crate::http::session::Viewer;
use crate::locale::{Locale, Message};
use account::SessionToken;
use service::Throttled;

/// The browser that sent the request, as the list of sessions shows it.
pub(crate) fn agent(viewer: &Viewer, request: &HttpRequest) -> String {
    let agent = request.headers().get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or("");
    browser(viewer.locale(), agent)
}

/// Browser and system in a few words, enough to recognise a session by.
fn browser(locale: Locale, agent: &str) -> String {
    let first = |known: &[(&str, &'static str)]| {
        known.iter().find(|(mark, _)| agent.contains(mark)).map(|&(_, name)| name)
    };
    let browser = first(&[
        ("Firefox/", "Firefox"),
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]);
    let system = first(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS X", "macOS"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        (Some(browser), Some(system)) => {
            locale.text("account-browser").with("browser", browser).with("system", system).to_string()
        }
        (Some(known), None) | (None, Some(known)) => known.to_owned(),
        (None, None) => locale.say("account-browser-unknown").to_owned(),
    }
}

/// The error is for the form.
fn zone_named(name: &str) -> Result<Tz, Message> {
    name.parse().map_err(|_| Message::new("refused-zone"))
}

/// Why a form about an account was rejected.
pub(crate) struct FormError {
    status: PageStatus,
    message: Message,
    /// The name of the field at fault; `None` if it is none in particular.
    field: Option<&'static str>,
}

impl FormError {
    fn refused(why: impl Into<Message>) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY.into(), message: why.into(), field: None }
    }

    fn throttled(why: Throttled) -> Self {
        Self { status: why.into(), message: Message::from(&why), field: None }
    }

    /// The error is about this field.
    const fn at(mut self, field: &'static str) -> Self {
        self.field = Some(field);
        self
    }

    /// The status of a page with this error, and what the page says.
    fn shown(error: Option<Self>, locale: Locale) -> (PageStatus, Option<Problem>) {
        match error {
            Some(Self { status, message, field }) => {
                (status, Some(Problem { field, text: locale.format(&message) }))
            }
            None => (StatusCode::OK.into(), None),
        }
    }
}

/// Why nobody is signed in yet.
pub(crate) enum NotYet {
    Refused(FormError),
    /// The account has a second step, which continues with this secret.
    SecondStep(SessionToken),
}

/// The result of a form: an error to show on the form, or a failure of the request.
type FormResult<T> = Result<Result<T, FormError>, PageError>;

#[cfg(test)]
mod tests {
    use crate::html::account::browser;
    use crate::locale::Locale;

    #[test]
    fn browsers_are_named_in_a_few_words() {
        let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
        assert_eq!(browser(Locale::default(), firefox), "Firefox on Linux");
        assert_eq!(browser(Locale::default(), "curl/8"), "Unknown browser");
    }
}
