//! `/guest/end`: deletes a guest. Also hands a guest's games over to an account.

use crate::html::account::pages::EndGuestPage;
use crate::html::answer::Answer;
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::{SignedIn, Viewer};
use crate::http::urls::Url;
use service::User;

/// Asks for confirmation. Users with an account are just signed out.
pub(crate) async fn get(person: SignedIn) -> Answer {
    if !person.account.guest {
        return Ok(person.go(&Url::Account, None, &[]));
    }
    person.page(&EndGuestPage { layout: person.layout(person.locale().say("end-guest-title")) })
}

pub(crate) async fn post(person: SignedIn, _: VerifiedForm) -> Answer {
    if !person.account.guest {
        return Ok(person.go(&Url::Account, None, &[]));
    }
    let service = &person.web().service;
    service.log_out(person.principal()).await?;
    service.remove_guest(person.principal()).await?;
    let cookie = person.web().no_session_cookie();
    Ok(person.go(&Url::Home, Some(Flash::GuestGone), &[cookie]))
}

/// When a guest's browser signs in to an account, the account gets the guest's games.
pub(crate) async fn hand_over(viewer: &Viewer, account: &User) -> Result<(), PageError> {
    if viewer.principal().is_guest() {
        viewer.web().service.hand_over(viewer.principal(), account).await?;
    }
    Ok(())
}
