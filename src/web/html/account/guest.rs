//! `/guest/end`: deletes a guest.

use crate::html::account::pages::EndGuestPage;
use crate::html::response::PageResult;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;

/// Asks for confirmation. Users with an account are just signed out.
pub(crate) async fn get(SignedIn { viewer, user }: SignedIn) -> PageResult {
    if !user.guest {
        return Ok(viewer.go(&Url::Account, None, &[]));
    }
    viewer.page(&EndGuestPage { layout: viewer.layout(viewer.locale().say("end-guest-title")) })
}

pub(crate) async fn post(SignedIn { viewer, user }: SignedIn, _: VerifiedForm) -> PageResult {
    if !user.guest {
        return Ok(viewer.go(&Url::Account, None, &[]));
    }
    let service = &viewer.web().service;
    service.log_out(viewer.principal()).await?;
    service.remove_guest(viewer.principal()).await?;
    Ok(viewer.signed_out(Flash::GuestGone))
}
