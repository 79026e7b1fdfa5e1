//! `/logout`: ends the session, in the browser and in the database. Guests are asked to confirm first.

use crate::html::response::PageResult;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;

pub(crate) async fn post(person: SignedIn, _: VerifiedForm) -> PageResult {
    if person.user.guest {
        return Ok(person.go(&Url::EndGuest, None, &[]));
    }
    person.web().service.log_out(person.principal()).await?;
    Ok(person.signed_out(Flash::SignedOut))
}
