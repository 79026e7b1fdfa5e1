//! `/account/sessions/…/end`: signing out other browsers.

use actix_web::web::Path;

use crate::account::SessionId;
use crate::web::html::answer::Answer;
use crate::web::http::error::PageError;
use crate::web::http::flash::Flash;
use crate::web::http::form::VerifiedForm;
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Url;

pub(in crate::web) async fn end(person: SignedIn, id: Path<String>, _: VerifiedForm) -> Answer {
    let session = SessionId::parse(&id).ok_or(PageError::NotFound)?;
    person.web().service.end_session(person.principal(), &session).await?;
    Ok(person.go(&Url::Account, Some(Flash::SessionEnded), &[]))
}

/// Ends all sessions except the one of this request.
pub(in crate::web) async fn end_others(person: SignedIn, _: VerifiedForm) -> Answer {
    person.web().service.end_other_sessions(person.principal()).await?;
    Ok(person.go(&Url::Account, Some(Flash::SessionsEnded), &[]))
}
