//! `/logout`: ends the session, in the browser and in the database. Guests are asked to confirm first.

use crate::web::html::answer::Answer;
use crate::web::http::flash::Flash;
use crate::web::http::form::VerifiedForm;
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Url;

pub(in crate::web) async fn post(person: SignedIn, _: VerifiedForm) -> Answer {
    if person.account.guest {
        return Ok(person.go(&Url::EndGuest, None, &[]));
    }
    person.web().service.log_out(person.principal()).await?;
    let cookie = person.web().no_session_cookie();
    Ok(person.go(&Url::Home, Some(Flash::SignedOut), &[cookie]))
}
