//! `/login`: signing in by name and password.

use actix_web::HttpRequest;

use crate::html::account::pages::LoginPage;
use crate::html::account::{FormError, NotYet, agent};
use crate::html::response::{PageResult, see_path};
use crate::http::back::own_path;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::Viewer;
use crate::http::urls::Url;
use service::{Login, LoginError};

pub(crate) async fn get(viewer: Viewer, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    page(&viewer, None, "", own_path(fields.optional("then")?))
}

/// Signs in, then redirects to the page that required it.
pub(crate) async fn post(
    viewer: Viewer,
    request: HttpRequest,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let then = own_path(fields.optional("then")?);
    match log_in(&viewer, &request, &fields).await? {
        Ok(login) => {
            let mut cookies = viewer.sign_in_cookies(&login);
            cookies.push(viewer.web().flash_cookie(Flash::Welcome));
            Ok(see_path(then, &cookies))
        }
        Err(NotYet::SecondStep(token)) => {
            let cookie = viewer.web().second_step_cookie(&token);
            Ok(see_path(&Url::SecondStepThen(then).to_string(), &[cookie]))
        }
        Err(NotYet::Refused(error)) => page(&viewer, Some(error), fields.required("name")?, then),
    }
}

/// The page, with the error of one of its forms.
pub(crate) fn page(viewer: &Viewer, error: Option<FormError>, name: &str, then: &str) -> PageResult {
    let (status, error) = FormError::shown(error, viewer.locale());
    viewer.form_page(
        status,
        &LoginPage {
            layout: viewer.layout(viewer.locale().say("sign-in")),
            error,
            name: name.to_owned(),
            then: then.to_owned(),
            passkeys: viewer.web().passkeys.is_some(),
        },
    )
}

async fn log_in(
    viewer: &Viewer,
    request: &HttpRequest,
    fields: &Fields,
) -> Result<Result<Login, NotYet>, PageError> {
    let (name, password) = (fields.required("name")?, fields.required("password")?);
    Ok(match viewer.web().service.log_in(viewer.principal(), name, password, &agent(viewer, request)).await {
        Ok(login) => Ok(login),
        Err(LoginError::Store(failure)) => return Err(failure.into()),
        Err(LoginError::SecondStep(token)) => Err(NotYet::SecondStep(token)),
        Err(LoginError::Throttled(why)) => Err(NotYet::Refused(FormError::throttled(why))),
        Err(error @ LoginError::Wrong) => Err(NotYet::Refused(FormError::refused(&error).at("password"))),
    })
}
