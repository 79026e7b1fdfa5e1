//! Passkeys: `/login/passkey` and `/login/code/passkey` sign in, `/account/confirm/passkey` confirms, `/account/passkeys` is the
//! user's list. Each has a `…/challenge`, which the script fetches before the browser asks for the passkey.

use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;

use crate::html::account::confirm::Resumed;
use crate::html::account::{FormError, agent, confirm, login, second_step, show};
use crate::html::response::{PageResult, see_path};
use crate::http::back::own_path;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::{SignedIn, Viewer};
use crate::http::urls::Url;
use service::{Login, PasskeyChallenge, PasskeyError, PasskeySite};

/// What the script shows instead of asking for a passkey.
#[derive(Serialize)]
struct NoChallenge {
    error: String,
}

pub(crate) async fn log_in_challenge(viewer: Viewer, _: VerifiedForm) -> PageResult {
    let begun = viewer.web().service.begin_passkey_log_in(site(&viewer)?, viewer.principal()).await;
    challenge(&viewer, begun)
}

/// Signs in, then redirects to the page that required it.
pub(crate) async fn log_in(
    viewer: Viewer,
    request: HttpRequest,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let then = own_path(fields.optional("then")?);
    let ((token, answer), agent) = (answer(&fields)?, agent(&viewer, &request));
    let service = &viewer.web().service;
    match service.log_in_with_passkey(site(&viewer)?, viewer.principal(), token, answer, &agent).await {
        Ok(login) => Ok(signed_in(&viewer, &login, then)),
        Err(error) => login::page(&viewer, Some(form_error(error)?), "", then),
    }
}

pub(crate) async fn second_step_challenge(
    viewer: Viewer,
    request: HttpRequest,
    _: VerifiedForm,
) -> PageResult {
    let waiting = viewer.web().second_step(&request).ok_or(PageError::SignedOut)?;
    let service = &viewer.web().service;
    let begun = service.begin_passkey_second_step(site(&viewer)?, viewer.principal(), &waiting).await;
    challenge(&viewer, begun)
}

/// Signs in, then redirects to the page that required it.
pub(crate) async fn finish_second_step(
    viewer: Viewer,
    request: HttpRequest,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let then = own_path(fields.optional("then")?);
    let Some(waiting) = viewer.web().second_step(&request) else {
        return Ok(see_path(&Url::LoginThen(then).to_string(), &[]));
    };
    let (answer, agent) = (answer(&fields)?, agent(&viewer, &request));
    let (service, principal) = (&viewer.web().service, viewer.principal());
    match service.finish_log_in_with_passkey(site(&viewer)?, principal, &waiting, answer, &agent).await {
        Ok(login) => Ok(signed_in(&viewer, &login, then)),
        Err(error) => second_step::page(&viewer, &waiting, Some(form_error(error)?), then).await,
    }
}

pub(crate) async fn confirm_challenge(person: SignedIn, _: VerifiedForm) -> PageResult {
    person.require_account(&Url::Account)?;
    let begun = person
        .viewer
        .web()
        .service
        .begin_passkey_confirm(site(&person.viewer)?, person.viewer.principal())
        .await;
    challenge(&person.viewer, begun)
}

/// Sends the form again that required it, or leads back to its page.
pub(crate) async fn finish_confirm(
    person: SignedIn,
    request: HttpRequest,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    person.require_account(&Url::Account)?;
    let ((token, answer), then) = (answer(&fields)?, own_path(fields.optional("then")?));
    let service = &person.viewer.web().service;
    match service.confirm_with_passkey(site(&person.viewer)?, person.viewer.principal(), token, answer).await
    {
        Ok(token) => confirm::go_on(&person, &request, &token, &fields, then).await,
        Err(error) => confirm::page(&person, Some(form_error(error)?), then, Resumed::of(&fields)).await,
    }
}

pub(crate) async fn new_challenge(person: SignedIn, _: VerifiedForm) -> PageResult {
    person.require_account(&Url::Account)?;
    let begun =
        person.viewer.web().service.begin_passkey(site(&person.viewer)?, person.viewer.principal()).await;
    challenge(&person.viewer, begun)
}

/// Adds a passkey. Without a name, it is called by the browser.
pub(crate) async fn add(
    person: SignedIn,
    request: HttpRequest,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    person.require_account(&Url::Account)?;
    let ((token, answer), agent) = (answer(&fields)?, agent(&person.viewer, &request));
    let name = fields.optional("name")?.filter(|name| !name.trim().is_empty()).unwrap_or(&agent);
    let service = &person.viewer.web().service;
    match service.add_passkey(site(&person.viewer)?, person.viewer.principal(), token, answer, name).await {
        Ok(()) => Ok(person.viewer.go(&Url::Account, Some(Flash::PasskeyAdded), &[])),
        Err(error) => show::page(&person, Some(form_error(error)?)).await,
    }
}

pub(crate) async fn remove(
    SignedIn { viewer, .. }: SignedIn,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    viewer.web().service.remove_passkey(viewer.principal(), fields.required("id")?).await?;
    Ok(viewer.go(&Url::Account, Some(Flash::PasskeyRemoved), &[]))
}

/// Sets whether the password takes a passkey, too.
pub(crate) async fn set_two_steps(
    SignedIn { viewer, .. }: SignedIn,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let on = fields.optional("two_steps")?.is_some();
    viewer.web().service.set_two_steps(viewer.principal(), on).await?;
    Ok(viewer.go(&Url::Account, Some(if on { Flash::TwoStepsOn } else { Flash::TwoStepsOff }), &[]))
}

fn signed_in(viewer: &Viewer, login: &Login, then: &str) -> HttpResponse {
    let mut cookies = viewer.sign_in_cookies(login);
    cookies.push(viewer.web().no_second_step_cookie());
    cookies.push(viewer.web().flash_cookie(Flash::Welcome));
    see_path(then, &cookies)
}

/// The fields that the script fills in: which challenge is answered, and the answer.
fn answer(fields: &Fields) -> Result<(&str, &str), PageError> {
    Ok((fields.required("token")?, fields.required("answer")?))
}

/// Where the origin allows no passkeys, their pages don't exist.
fn site(viewer: &Viewer) -> Result<&PasskeySite, PageError> {
    viewer.web().passkeys.as_ref().ok_or(PageError::NotFound)
}

/// For the script: the challenge, or why there is none.
fn challenge(viewer: &Viewer, begun: Result<PasskeyChallenge, PasskeyError>) -> PageResult {
    let store_none = (CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(match begun {
        Ok(begun) => HttpResponse::Ok().insert_header(store_none).json(begun),
        Err(error) => {
            let FormError { status, message, .. } = form_error(error)?;
            let said = NoChallenge { error: viewer.locale().format(&message) };
            status.build(viewer.web().service.now()).insert_header(store_none).json(said)
        }
    })
}

fn form_error(error: PasskeyError) -> Result<FormError, PageError> {
    Ok(match error {
        PasskeyError::Failed(_) => return Err(PageError::internal(error)),
        PasskeyError::Store(failure) => return Err(failure.into()),
        PasskeyError::Denied(why) => return Err(why.into()),
        PasskeyError::Throttled(why) => FormError::throttled(why),
        PasskeyError::Refused | PasskeyError::Expired | PasskeyError::TooMany | PasskeyError::Known => {
            FormError::refused(&error)
        }
    })
}
