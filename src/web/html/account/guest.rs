//! `/guest/end`: deletes a guest.

use crate::html::account::pages::EndGuestPage;
use crate::html::response::PageResult;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;

/// Asks for confirmation. Users with an account are just signed out.
pub(crate) async fn get(person: SignedIn) -> PageResult {
    if !person.user.guest {
        return Ok(person.go(&Url::Account, None, &[]));
    }
    person.page(&EndGuestPage { layout: person.layout(person.locale().say("end-guest-title")) })
}

pub(crate) async fn post(person: SignedIn, _: VerifiedForm) -> PageResult {
    if !person.user.guest {
        return Ok(person.go(&Url::Account, None, &[]));
    }
    let service = &person.web().service;
    service.log_out(person.principal()).await?;
    service.remove_guest(person.principal()).await?;
    Ok(person.signed_out(Flash::GuestGone))
}
