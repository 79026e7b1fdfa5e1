//! `/account/sessions/…/end`: signing out other browsers.

use actix_web::web::Path;

use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use account::SessionId;

pub(crate) async fn end(SignedIn { viewer, .. }: SignedIn, id: Path<String>, _: VerifiedForm) -> PageResult {
    let session = SessionId::parse(&id).ok_or(PageError::NotFound)?;
    viewer.web().service.end_session(viewer.principal(), &session).await?;
    Ok(viewer.go(&Url::Account, Some(Flash::SessionEnded), &[]))
}

/// Ends all sessions except the one of this request.
pub(crate) async fn end_others(SignedIn { viewer, .. }: SignedIn, _: VerifiedForm) -> PageResult {
    viewer.web().service.end_other_sessions(viewer.principal()).await?;
    Ok(viewer.go(&Url::Account, Some(Flash::SessionsEnded), &[]))
}
