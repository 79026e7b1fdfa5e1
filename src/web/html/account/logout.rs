//! `/logout`: ends the session, in the browser and in the database. Guests are asked to confirm first.

use crate::html::response::PageResult;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::{EvenLocked, SignedIn};
use crate::http::urls::Url;

pub(crate) async fn post(EvenLocked(SignedIn { viewer, user }): EvenLocked, _: VerifiedForm) -> PageResult {
    if user.guest && viewer.locked().is_none() {
        return Ok(viewer.go(&Url::EndGuest, None, &[]));
    }
    viewer.web().service.log_out(viewer.principal()).await?;
    Ok(viewer.signed_out(Flash::SignedOut))
}
