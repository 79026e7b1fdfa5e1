//! `/signup`: creating an account, or turning a guest into one.

use actix_web::HttpRequest;
use actix_web::cookie::Cookie;
use actix_web::http::StatusCode;
use chrono_tz::Tz;

use crate::html::account::pages::{CodesPage, Problem, SignUpPage, zones};
use crate::html::account::{FormError, FormResult, agent, zone_named};
use crate::html::layout::Layout;
use crate::html::response::PageResult;
use crate::http::back::own_path;
use crate::http::fields::Fields;
use crate::http::form::VerifiedForm;
use crate::http::session::Viewer;
use crate::locale::key;
use account::RecoveryCode;
use service::{SignUp, SignUpError};

struct NewAccount {
    name: String,
    codes: Vec<RecoveryCode>,
    layout: Layout,
    /// Of the new session, and of the browser as the account's.
    cookies: Vec<Cookie<'static>>,
}

pub(crate) async fn get(viewer: Viewer, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let page = page(&viewer, String::new(), None, own_path(fields.optional("then")?));
    viewer.form_page(StatusCode::OK, &page)
}

/// Creates the account. The response itself shows the recovery codes, which are in no URL and stored only as hashes.
pub(crate) async fn post(
    viewer: Viewer,
    request: HttpRequest,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let then = own_path(fields.optional("then")?);
    match sign_up(&viewer, &request, &fields).await? {
        Ok(NewAccount { name, codes, layout, cookies }) => {
            let codes = codes.iter().map(RecoveryCode::reveal).collect();
            let page = CodesPage { layout, name, welcome: true, then: then.to_owned(), codes };
            viewer.secret_page(&page, &cookies)
        }
        Err(error) => {
            let name = fields.required("name")?.to_owned();
            let (status, problem) = FormError::shown(Some(error), viewer.locale());
            let mut page = page(&viewer, name, problem, then);
            if let Some(zone) = fields.optional("zone")? {
                zone.clone_into(&mut page.zone);
                page.zone_chosen = true;
            }
            viewer.form_page(status, &page)
        }
    }
}

async fn sign_up(viewer: &Viewer, request: &HttpRequest, fields: &Fields) -> FormResult<NewAccount> {
    let zone = match fields.optional("zone")?.map(zone_named) {
        Some(Err(why)) => return Ok(Err(FormError::refused(why).at("zone"))),
        Some(Ok(zone)) => zone,
        None => Tz::UTC,
    };
    let (name, password) = (fields.required("name")?, fields.required("password")?);
    Ok(match make(viewer, request, name, password, zone).await {
        Ok(made) => Ok(made),
        Err(SignUpError::Store(failure)) => return Err(failure.into()),
        Err(SignUpError::Throttled(why)) => Err(FormError::throttled(why)),
        Err(error @ SignUpError::Password(_)) => Err(FormError::refused(&error).at("password")),
        Err(error @ (SignUpError::Name(_) | SignUpError::Taken | SignUpError::LooksTaken)) => {
            Err(FormError::refused(&error).at("name"))
        }
        Err(error @ SignUpError::NoGuest) => Err(FormError::refused(&error)),
    })
}

async fn make(
    viewer: &Viewer,
    request: &HttpRequest,
    name: &str,
    password: &str,
    zone: Tz,
) -> Result<NewAccount, SignUpError> {
    let (principal, agent) = (viewer.principal(), agent(viewer, request));
    let service = &viewer.web().service;
    let SignUp { login, codes } = if principal.is_guest() {
        service.sign_up_guest(principal, name, password, &agent).await?
    } else {
        service.sign_up(principal, name, password, &agent).await?
    };
    if let Err(failure) = service.set_zone(&login.principal(principal.address()), zone).await {
        // The codes are shown only in this response; the zone can be set later.
        tracing::warn!(error = %failure, "failed to set the time zone of a new account");
    }
    let cookies = viewer.sign_in_cookies(&login);
    let (id, name, token) = (login.user.id, login.user.name, login.token);
    Ok(NewAccount {
        layout: viewer.layout(viewer.locale().say("codes-title")).of_new_session(id, &name, &token.reveal()),
        name,
        codes,
        cookies,
    })
}

fn page(viewer: &Viewer, name: String, error: Option<Problem>, then: &str) -> SignUpPage {
    let title = if viewer.guest().is_some() { key("sign-up-guest-title") } else { key("sign-up") };
    SignUpPage {
        layout: viewer.layout(viewer.locale().say(title)),
        error,
        name,
        zones: zones(),
        zone: viewer.zone().name().to_owned(),
        zone_chosen: viewer.zone() != Tz::UTC,
        then: then.to_owned(),
    }
}
