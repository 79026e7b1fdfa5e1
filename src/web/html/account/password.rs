//! `/account/password`: changing the password.

use crate::html::account::{FormError, show};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use service::PasswordChangeError;

/// Changes it and ends all other sessions, and the feeds if asked to.
pub(crate) async fn post(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    let (old, new) = (fields.required("old")?, fields.required("new")?);
    let end_feeds = fields.optional("end_feeds")?.is_some();
    person.require_account(&Url::Account)?;
    match person.viewer.web().service.change_password(person.viewer.principal(), old, new).await {
        Ok((browser, token)) => {
            if end_feeds {
                person.viewer.web().service.stop_feed(person.viewer.principal()).await?;
            }
            let cookies = [person.viewer.known_cookie(&browser), person.viewer.web().session_cookie(&token)];
            Ok(person.viewer.go(&Url::Account, Some(Flash::PasswordChanged), &cookies))
        }
        Err(error) => show::page(&person, Some(form_error(error, "old")?)).await,
    }
}

/// `current` is the field with the current password.
pub(crate) fn form_error(error: PasswordChangeError, current: &'static str) -> Result<FormError, PageError> {
    Ok(match error {
        PasswordChangeError::Store(failure) => return Err(failure.into()),
        PasswordChangeError::Denied(why) => return Err(why.into()),
        PasswordChangeError::Throttled(why) => FormError::throttled(why),
        PasswordChangeError::Wrong => FormError::refused(&error).at(current),
        PasswordChangeError::New(_) => FormError::refused(&error).at("new"),
    })
}
