//! `/logout`: ends the session, in the browser and in the database. Guests are asked to confirm first.

use crate::html::response::PageResult;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;

pub(crate) async fn post(SignedIn { viewer, user }: SignedIn, _: VerifiedForm) -> PageResult {
    if user.guest {
        return Ok(viewer.go(&Url::EndGuest, None, &[]));
    }
    viewer.web().service.log_out(viewer.principal()).await?;
    Ok(viewer.signed_out(Flash::SignedOut))
}
