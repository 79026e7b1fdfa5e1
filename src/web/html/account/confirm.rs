//! `/account/confirm`: asks for the password or a passkey again before changes that nobody else may make who finds the browser open.

use actix_web::{HttpRequest, HttpResponse};

use crate::html::account::pages::ConfirmPage;
use crate::html::account::{FormError, password};
use crate::html::response::{PageResult, see_path};
use crate::http::back::own_path;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use account::SessionToken;
use service::CONFIRMED_FOR;

pub(crate) async fn get(person: SignedIn, request: HttpRequest) -> PageResult {
    person.require_account(&Url::Account)?;
    let fields = Fields::of_query(&request)?;
    page(&person, None, own_path(fields.optional("then")?)).await
}

/// Leads back to the page that required it.
pub(crate) async fn post(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    person.require_account(&Url::Account)?;
    let (password, then) = (fields.required("password")?, own_path(fields.optional("then")?));
    match person.viewer.web().service.confirm(person.viewer.principal(), password).await {
        Ok(token) => Ok(confirmed(&person, &token, then)),
        Err(error) => page(&person, Some(password::form_error(error, "password")?), then).await,
    }
}

/// Leads back, in the same session with its new token.
pub(crate) fn confirmed(
    SignedIn { viewer, .. }: &SignedIn,
    token: &SessionToken,
    then: &str,
) -> HttpResponse {
    see_path(then, &[viewer.web().session_cookie(token), viewer.web().flash_cookie(Flash::Confirmed)])
}

/// The page, with the error of one of its forms.
pub(crate) async fn page(
    SignedIn { viewer, user }: &SignedIn,
    error: Option<FormError>,
    then: &str,
) -> PageResult {
    let web = viewer.web();
    let passkey = web.passkeys.is_some() && !web.service.passkeys(viewer.principal()).await?.is_empty();
    let (status, error) = FormError::shown(error, viewer.locale());
    let page = ConfirmPage {
        layout: viewer.layout(viewer.locale().say("confirm-title")),
        error,
        name: user.name.clone(),
        minutes: CONFIRMED_FOR.num_minutes(),
        passkey,
        then: then.to_owned(),
    };
    viewer.private_page(status, &page)
}
