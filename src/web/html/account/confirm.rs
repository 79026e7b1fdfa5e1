//! `/account/confirm`: asks for the password or a passkey again before changes that nobody else may make who finds the browser open.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse};

use crate::account::SessionToken;
use crate::service::CONFIRMED_FOR;
use crate::web::html::account::pages::ConfirmPage;
use crate::web::html::account::{FormError, password};
use crate::web::html::answer::{Answer, see_path};
use crate::web::http::back::own_path;
use crate::web::http::fields::Fields;
use crate::web::http::flash::Flash;
use crate::web::http::form::VerifiedForm;
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Url;

pub(in crate::web) async fn get(person: SignedIn, request: HttpRequest) -> Answer {
    person.stays(&Url::Account)?;
    let fields = Fields::of_query(&request)?;
    page(&person, None, own_path(fields.optional("then")?)).await
}

/// Leads back to the page that required it.
pub(in crate::web) async fn post(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> Answer {
    person.stays(&Url::Account)?;
    let (password, then) = (fields.required("password")?, own_path(fields.optional("then")?));
    match person.web().service.confirm(person.principal(), password).await {
        Ok(token) => Ok(confirmed(&person, &token, then)),
        Err(error) => page(&person, Some(password::form_error(error)?), then).await,
    }
}

/// Leads back, in the same session with its new token.
pub(in crate::web) fn confirmed(person: &SignedIn, token: &SessionToken, then: &str) -> HttpResponse {
    see_path(then, &[person.web().session_cookie(token), person.web().flash_cookie(Flash::Confirmed)])
}

/// The page, with the error of one of its forms.
pub(in crate::web) async fn page(person: &SignedIn, error: Option<FormError>, then: &str) -> Answer {
    let web = person.web();
    let passkey = web.passkeys.is_some() && !web.service.passkeys(person.principal()).await?.is_empty();
    let (status, error) = match error {
        Some(FormError { status, message }) => (status, Some(person.locale().tell(&message))),
        None => (StatusCode::OK, None),
    };
    let page = ConfirmPage {
        layout: person.layout(person.locale().say("confirm-title")),
        error,
        name: person.account.name.clone(),
        minutes: CONFIRMED_FOR.num_minutes(),
        passkey,
        then: then.to_owned(),
    };
    person.private_page(status, &page)
}
