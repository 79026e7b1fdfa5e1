//! `/guest/end`: deletes a guest. Also hands a guest's games over to an account.

use crate::service::User;
use crate::web::html::account::pages::EndGuestPage;
use crate::web::html::answer::Answer;
use crate::web::http::error::PageError;
use crate::web::http::flash::Flash;
use crate::web::http::form::VerifiedForm;
use crate::web::http::session::{SignedIn, Viewer};
use crate::web::http::urls::Url;

/// Asks for confirmation. Users with an account are just signed out.
pub(in crate::web) async fn get(person: SignedIn) -> Answer {
    if !person.account.guest {
        return Ok(person.go(&Url::Account, None, &[]));
    }
    person.page(&EndGuestPage { layout: person.layout(person.locale().say("end-guest-title")) })
}

pub(in crate::web) async fn post(person: SignedIn, _: VerifiedForm) -> Answer {
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
pub(in crate::web) async fn hand_over(viewer: &Viewer, account: &User) -> Result<(), PageError> {
    if viewer.principal().is_guest() {
        viewer.web().service.hand_over(viewer.principal(), account).await?;
    }
    Ok(())
}
