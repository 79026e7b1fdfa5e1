//! `/account/feeds`: the user's secret feed address.

use crate::html::account::pages::FeedsPage;
use crate::html::response::PageResult;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;

/// Creates an address and shows it in the response itself. The previous one stops working.
pub(crate) async fn make(person: SignedIn, _: VerifiedForm) -> PageResult {
    person.stays(&Url::Account)?;
    let token = person.web().service.make_feed(person.principal()).await?;
    let page = FeedsPage {
        layout: person.layout(person.locale().say("feeds-title")),
        atom: person.absolute(&Url::FeedAtom(token.reveal())),
        calendar: person.absolute(&Url::FeedCalendar(token.reveal())),
    };
    person.secret_page(&page, &[])
}

pub(crate) async fn stop(person: SignedIn, _: VerifiedForm) -> PageResult {
    person.web().service.stop_feed(person.principal()).await?;
    Ok(person.go(&Url::Account, Some(Flash::FeedsStopped), &[]))
}
