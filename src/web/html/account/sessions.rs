//! `/account/sessions/…/end`: signing out other browsers.

use actix_web::web::Path;

use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use account::SessionId;

pub(crate) async fn end(person: SignedIn, id: Path<String>, _: VerifiedForm) -> PageResult {
    let session = SessionId::parse(&id).ok_or(PageError::NotFound)?;
    person.web().service.end_session(person.principal(), &session).await?;
    Ok(person.go(&Url::Account, Some(Flash::SessionEnded), &[]))
}

/// Ends all sessions except the one of this request.
pub(crate) async fn end_others(person: SignedIn, _: VerifiedForm) -> PageResult {
    person.web().service.end_other_sessions(person.principal()).await?;
    Ok(person.go(&Url::Account, Some(Flash::SessionsEnded), &[]))
}
