//! `/account/zone`: where times are shown for.

use super::{Trouble, show, zone_named};
use crate::web::answer::Answer;
use crate::web::flash::Flash;
use crate::web::form::Sent;
use crate::web::session::SignedIn;
use crate::web::urls::Url;

/// Changes it.
pub(in crate::web) async fn post(person: SignedIn, Sent(fields): Sent) -> Answer {
    match zone_named(fields.required("zone")?) {
        Ok(zone) => {
            person.web().service.set_zone(&person.account.id, zone).await?;
            Ok(person.go(&Url::Account, Some(Flash::ZoneChanged), &[]))
        }
        Err(sentence) => show::page(&person, Some(Trouble::refused(&sentence))).await,
    }
}
