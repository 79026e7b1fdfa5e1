//! `/account/zone`: the time zone in which times are shown.

use crate::web::html::account::{FormError, show, zone_named};
use crate::web::html::answer::Answer;
use crate::web::http::flash::Flash;
use crate::web::http::form::VerifiedForm;
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Url;

pub(in crate::web) async fn post(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> Answer {
    match zone_named(fields.required("zone")?) {
        Ok(zone) => {
            person.web().service.set_zone(person.principal(), zone).await?;
            Ok(person.go(&Url::Account, Some(Flash::ZoneChanged), &[]))
        }
        Err(why) => show::page(&person, Some(FormError::refused(why))).await,
    }
}
