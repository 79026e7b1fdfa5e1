//! `/recover`: signing in with a recovery code.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::html::account::pages::{Problem, RecoverPage};
use crate::html::account::{FormError, NotYet, agent};
use crate::html::response::{PageResult, see_path};
use crate::http::back::own_path;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::Viewer;
use crate::http::urls::Url;
use service::{Login, RecoverError};

pub(crate) async fn get(viewer: Viewer, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let page = page(&viewer, String::new(), None, own_path(fields.optional("then")?));
    viewer.form_page(StatusCode::OK, &page)
}

/// Sets the new password and signs in. Leads to the account page unless another page required it.
pub(crate) async fn post(
    viewer: Viewer,
    request: HttpRequest,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let then = own_path(fields.optional("then")?);
    match recover(&viewer, &request, &fields).await? {
        Ok(login) => {
            let mut cookies = viewer.sign_in_cookies(&login);
            cookies.push(viewer.web().flash_cookie(Flash::PasswordChanged));
            let account = Url::Account.to_string();
            Ok(see_path(if then == "/" { &account } else { then }, &cookies))
        }
        Err(NotYet::SecondStep(token)) => {
            let cookies =
                [viewer.web().second_step_cookie(&token), viewer.web().flash_cookie(Flash::PasswordChanged)];
            Ok(see_path(&Url::SecondStepThen(then).to_string(), &cookies))
        }
        Err(NotYet::Refused(error)) => {
            let name = fields.required("name")?.to_owned();
            let (status, problem) = FormError::shown(Some(error), viewer.locale());
            viewer.form_page(status, &page(&viewer, name, problem, then))
        }
    }
}

async fn recover(
    viewer: &Viewer,
    request: &HttpRequest,
    fields: &Fields,
) -> Result<Result<Login, NotYet>, PageError> {
    let (name, code) = (fields.required("name")?, fields.required("code")?);
    let password = fields.required("password")?;
    Ok(
        match viewer
            .web()
            .service
            .recover(viewer.principal(), name, code, password, &agent(viewer, request))
            .await
        {
            Ok(login) => Ok(login),
            Err(RecoverError::Store(failure)) => return Err(failure.into()),
            Err(RecoverError::SecondStep(token)) => Err(NotYet::SecondStep(token)),
            Err(RecoverError::Throttled(why)) => Err(NotYet::Refused(FormError::throttled(why))),
            Err(error @ RecoverError::Wrong) => Err(NotYet::Refused(FormError::refused(&error).at("code"))),
            Err(error @ RecoverError::Password(_)) => {
                Err(NotYet::Refused(FormError::refused(&error).at("password")))
            }
        },
    )
}

fn page(viewer: &Viewer, name: String, error: Option<Problem>, then: &str) -> RecoverPage {
    let layout = viewer.layout(viewer.locale().say("recover-title"));
    RecoverPage { layout, error, name, then: then.to_owned() }
}
