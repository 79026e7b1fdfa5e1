//! `/login/code`: the second step of signing in.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::service::SecondStepError;
use crate::web::html::account::pages::SecondStepPage;
use crate::web::html::account::{FormError, agent, guest};
use crate::web::html::answer::{Answer, see_path};
use crate::web::http::back::own_path;
use crate::web::http::flash::Flash;
use crate::web::http::form::{Fields, VerifiedForm};
use crate::web::http::session::Viewer;
use crate::web::http::urls::Url;

pub(in crate::web) async fn get(viewer: Viewer, request: HttpRequest) -> Answer {
    let fields = Fields::of_query(&request)?;
    let then = own_path(fields.optional("then")?);
    if viewer.web().second_step(&request).is_none() {
        return Ok(see_path(&Url::LoginThen(then).to_string(), &[]));
    }
    page(&viewer, None, then)
}

/// Signs in, then redirects to the page that required it.
pub(in crate::web) async fn post(
    viewer: Viewer,
    request: HttpRequest,
    VerifiedForm(fields): VerifiedForm,
) -> Answer {
    let (code, then) = (fields.required("code")?, own_path(fields.optional("then")?));
    let Some(token) = viewer.web().second_step(&request) else {
        return Ok(see_path(&Url::LoginThen(then).to_string(), &[]));
    };
    let agent = agent(&viewer, &request);
    match viewer.web().service.finish_log_in(viewer.principal(), &token, code, &agent).await {
        Ok(login) => {
            guest::hand_over(&viewer, &login.user).await?;
            let mut cookies = viewer.sign_in_cookies(&login);
            cookies.push(viewer.web().no_second_step_cookie());
            cookies.push(viewer.web().flash_cookie(Flash::Welcome));
            Ok(see_path(then, &cookies))
        }
        Err(SecondStepError::Expired) => {
            let cookies =
                [viewer.web().no_second_step_cookie(), viewer.web().flash_cookie(Flash::SignInAgain)];
            Ok(see_path(&Url::LoginThen(then).to_string(), &cookies))
        }
        Err(SecondStepError::Store(failure)) => Err(failure.into()),
        Err(SecondStepError::Throttled(why)) => page(&viewer, Some(FormError::throttled(why)), then),
        Err(error) => page(&viewer, Some(FormError::refused(&error)), then),
    }
}

fn page(viewer: &Viewer, error: Option<FormError>, then: &str) -> Answer {
    let (status, error) = match error {
        Some(FormError { status, message }) => (status, Some(viewer.locale().tell(&message))),
        None => (StatusCode::OK, None),
    };
    let layout = viewer.layout(viewer.locale().say("second-step-title"));
    viewer.form_page(status, &SecondStepPage { layout, error, then: then.to_owned() })
}
