//! `/recover`: signing in with a recovery code.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::service::{Login, RecoverError};
use crate::web::html::account::pages::RecoverPage;
use crate::web::html::account::{FormError, FormResult, agent, guest};
use crate::web::html::answer::Answer;
use crate::web::http::flash::Flash;
use crate::web::http::form::{Fields, VerifiedForm};
use crate::web::http::session::Viewer;
use crate::web::http::urls::Url;

pub(in crate::web) async fn get(viewer: Viewer) -> Answer {
    viewer.form_page(StatusCode::OK, &page(&viewer, String::new(), None))
}

/// Sets the new password and signs in.
pub(in crate::web) async fn post(
    viewer: Viewer,
    request: HttpRequest,
    VerifiedForm(fields): VerifiedForm,
) -> Answer {
    match recover(&viewer, &request, &fields).await? {
        Ok(login) => {
            guest::hand_over(&viewer, &login.user).await?;
            let cookie = viewer.web().session_cookie(&login.token);
            Ok(viewer.go(&Url::Account, Some(Flash::PasswordChanged), &[cookie]))
        }
        Err(error) => {
            let name = fields.required("name")?.to_owned();
            viewer.form_page(error.status, &page(&viewer, name, Some(viewer.locale().tell(&error.message))))
        }
    }
}

async fn recover(viewer: &Viewer, request: &HttpRequest, fields: &Fields) -> FormResult<Login> {
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
            Err(RecoverError::Throttled(why)) => Err(FormError::throttled(why)),
            Err(error) => Err(FormError::refused(&error)),
        },
    )
}

fn page(viewer: &Viewer, name: String, error: Option<String>) -> RecoverPage {
    RecoverPage { layout: viewer.layout(viewer.locale().say("recover-title")), error, name }
}
