//! `/account/feeds`: the user's secret feed address.

use crate::html::account::pages::FeedsPage;
use crate::html::response::PageResult;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;

/// Creates an address and shows it in the response itself. The previous one stops working.
pub(crate) async fn make(person: SignedIn, _: VerifiedForm) -> PageResult {
    person.require_account(&Url::Account)?;
    let token = person.viewer.web().service.make_feed(person.viewer.principal()).await?;
    let page = FeedsPage {
        layout: person.viewer.layout(person.viewer.locale().say("feeds-title")),
        atom: person.viewer.absolute(&Url::FeedAtom(token.reveal())),
        calendar: person.viewer.absolute(&Url::FeedCalendar(token.reveal())),
    };
    person.viewer.secret_page(&page, &[])
}

pub(crate) async fn stop(SignedIn { viewer, .. }: SignedIn, _: VerifiedForm) -> PageResult {
    viewer.web().service.stop_feed(viewer.principal()).await?;
    Ok(viewer.go(&Url::Account, Some(Flash::FeedsStopped), &[]))
}
