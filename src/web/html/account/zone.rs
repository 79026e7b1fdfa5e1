//! `/account/zone`: the time zone in which times are shown.

use crate::html::account::{FormError, show, zone_named};
use crate::html::response::PageResult;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::Message;
use service::TimeError;

pub(crate) async fn post(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    match zone_named(fields.required("zone")?) {
        Ok(zone) => match person.viewer.web().service.set_zone(person.viewer.principal(), zone).await {
            Ok(()) => Ok(person.viewer.go(&Url::Account, Some(Flash::ZoneChanged), &[])),
            Err(TimeError::Denied(why)) => Err(why.into()),
            Err(TimeError::Store(failure)) => Err(failure.into()),
            Err(TimeError::Stale | TimeError::Refused(_)) => {
                let why = Message::new("refused-time-changed");
                show::page(&person, Some(FormError::refused(why))).await
            }
        },
        Err(why) => show::page(&person, Some(FormError::refused(why))).await,
    }
}
