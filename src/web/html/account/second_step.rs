//! `/login/code`: the second step of signing in.

use actix_web::HttpRequest;

use crate::html::account::pages::SecondStepPage;
use crate::html::account::{FormError, agent};
use crate::html::response::{PageResult, see_path};
use crate::http::back::own_path;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::Viewer;
use crate::http::urls::Url;
use crate::locale::key;
use account::SessionToken;
use service::SecondStepError;

pub(crate) async fn get(viewer: Viewer, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let then = own_path(fields.optional("then")?);
    match viewer.web().second_step(&request) {
        Some(waiting) => page(&viewer, &waiting, None, then).await,
        None => Ok(see_path(&Url::LoginThen(then).to_string(), &[])),
    }
}

/// Signs in, then redirects to the page that required it.
pub(crate) async fn post(
    viewer: Viewer,
    request: HttpRequest,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let (code, then) = (fields.required("code")?, own_path(fields.optional("then")?));
    let Some(token) = viewer.web().second_step(&request) else {
        return Ok(see_path(&Url::LoginThen(then).to_string(), &[]));
    };
    let agent = agent(&viewer, &request);
    match viewer.web().service.finish_log_in(viewer.principal(), &token, code, &agent).await {
        Ok(login) => {
            let mut cookies = viewer.sign_in_cookies(&login);
            cookies.push(viewer.web().no_second_step_cookie());
            cookies.push(viewer.web().flash_cookie(Flash::Welcome));
            Ok(see_path(then, &cookies))
        }
        Err(SecondStepError::Store(failure)) => Err(failure.into()),
        Err(SecondStepError::Throttled(why)) => {
            page(&viewer, &token, Some(FormError::throttled(why)), then).await
        }
        Err(error) => page(&viewer, &token, Some(FormError::refused(&error).at("code")), then).await,
    }
}

/// The page of the sign-in `waiting`, with the error of one of its forms. If the sign-in has expired, it starts again.
pub(crate) async fn page(
    viewer: &Viewer,
    waiting: &SessionToken,
    error: Option<FormError>,
    then: &str,
) -> PageResult {
    let ways = match viewer.web().service.second_step_ways(viewer.principal(), waiting).await {
        Ok(ways) => ways,
        Err(SecondStepError::Store(failure)) => return Err(failure.into()),
        Err(_) => {
            let cookies =
                [viewer.web().no_second_step_cookie(), viewer.web().flash_cookie(Flash::SignInAgain)];
            return Ok(see_path(&Url::LoginThen(then).to_string(), &cookies));
        }
    };
    let (status, error) = FormError::shown(error, viewer.locale());
    let title = if ways.passkey { key("second-step-title-passkey") } else { key("second-step-title") };
    let layout = viewer.layout(viewer.locale().say(title));
    let passkey = ways.passkey && viewer.web().passkeys.is_some();
    viewer.form_page(status, &SecondStepPage { layout, error, app: ways.app, passkey, then: then.to_owned() })
}
