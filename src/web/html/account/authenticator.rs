//! `/account/authenticator`: setting up an authenticator app, and removing it.

use crate::html::account::pages::AuthenticatorPage;
use crate::html::account::{FormError, show};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use account::AuthenticatorSecret;
use service::AuthenticatorError;

/// Shows a new secret. It counts once its first code was typed.
pub(crate) async fn begin(person: SignedIn, _: VerifiedForm) -> PageResult {
    person.require_account(&Url::Account)?;
    match person.viewer.web().service.begin_authenticator(person.viewer.principal()).await {
        Ok(secret) => page(&person, &secret, None),
        Err(error) => show::page(&person, Some(form_error(error)?)).await,
    }
}

/// Shows the same secret again if the code is wrong.
pub(crate) async fn finish(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    let service = &person.viewer.web().service;
    let error = match service.finish_authenticator(person.viewer.principal(), fields.required("code")?).await
    {
        Ok(()) => return Ok(person.viewer.go(&Url::Account, Some(Flash::AuthenticatorAdded), &[])),
        Err(error) => form_error(error)?,
    };
    match service.unfinished_authenticator(person.viewer.principal()).await? {
        Some(secret) => page(&person, &secret, Some(error)),
        None => show::page(&person, Some(error)).await,
    }
}

pub(crate) async fn remove(SignedIn { viewer, .. }: SignedIn, _: VerifiedForm) -> PageResult {
    viewer.web().service.remove_authenticator(viewer.principal()).await?;
    Ok(viewer.go(&Url::Account, Some(Flash::AuthenticatorRemoved), &[]))
}

fn form_error(error: AuthenticatorError) -> Result<FormError, PageError> {
    Ok(match error {
        AuthenticatorError::Store(failure) => return Err(failure.into()),
        AuthenticatorError::Denied(why) => return Err(why.into()),
        AuthenticatorError::Throttled(why) => FormError::throttled(why),
        AuthenticatorError::Wrong => FormError::refused(&error).at("code"),
        AuthenticatorError::NoSetUp => FormError::refused(&error),
    })
}

fn page(
    SignedIn { viewer, user }: &SignedIn,
    secret: &AuthenticatorSecret,
    error: Option<FormError>,
) -> PageResult {
    let (status, error) = FormError::shown(error, viewer.locale());
    let origin = &viewer.web().origin;
    let host = origin.split_once("://").map_or(origin.as_str(), |(_, host)| host);
    let link = secret.url(&format!("Bastide {host}"), &user.name);
    let code = art::qr_code(&link, viewer.locale().say("authenticator-code"));
    let page = AuthenticatorPage {
        layout: viewer.layout(viewer.locale().say("authenticator-title")),
        error,
        code: code.unwrap_or_default(),
        link,
        secret: secret.in_groups(),
    };
    viewer.private_page(status, &page)
}
