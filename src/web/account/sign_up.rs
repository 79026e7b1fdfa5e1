//! `/signup`: a new account.

use actix_web::HttpRequest;
use chrono_tz::Tz;

use super::{Tried, Trouble, origin, zone_named};
use crate::service::{SignUp, SignUpError};
use crate::web::answer::Answer;
use crate::web::form::{Fields, Sent};
use crate::web::page::account::{CodesPage, SignUpPage, zones};
use crate::web::session::Viewer;

/// The form.
pub(in crate::web) async fn get(viewer: Viewer) -> Answer {
    viewer.page(&page(&viewer, String::new(), None))
}

/// Makes the account, and shows its recovery codes in the answer itself: they are in no address, and nowhere stored.
pub(in crate::web) async fn post(viewer: Viewer, request: HttpRequest, Sent(fields): Sent) -> Answer {
    match sign_up(&viewer, &request, &fields).await? {
        Ok(SignUp { login, codes }) => {
            let codes = CodesPage {
                layout: viewer.layout("Your recovery codes").fresh(&login.user.name, &login.token.reveal()),
                name: login.user.name,
                welcome: true,
                codes: codes.iter().map(crate::account::RecoveryCode::reveal).collect(),
            };
            viewer.secret_page(&codes, Some(viewer.web().session_cookie(&login.token)))
        }
        Err(trouble) => {
            let mut page = page(&viewer, fields.required("name")?.to_owned(), Some(trouble.sentence));
            if let Some(zone) = fields.optional("zone")? {
                zone.clone_into(&mut page.zone);
                page.zone_chosen = true;
            }
            viewer.page_with(trouble.status, &page)
        }
    }
}

async fn sign_up(viewer: &Viewer, request: &HttpRequest, fields: &Fields) -> Tried<SignUp> {
    let (name, password) = (fields.required("name")?, fields.required("password")?);
    let zone = match fields.optional("zone")?.map(zone_named) {
        Some(Err(sentence)) => return Ok(Err(Trouble::refused(&sentence))),
        Some(Ok(zone)) => zone,
        None => Tz::UTC,
    };
    let (address, agent) = origin(viewer, request);
    let service = &viewer.web().service;
    Ok(match service.sign_up(name, password, address, &agent).await {
        Ok(new) => {
            service.set_zone(&new.login.user.id, zone).await?;
            Ok(new)
        }
        Err(SignUpError::Store(failure)) => return Err(failure.into()),
        Err(error @ SignUpError::TooMany { .. }) => Err(Trouble::too_many(&error)),
        Err(error @ SignUpError::Busy) => Err(Trouble::busy(&error)),
        Err(error) => Err(Trouble::refused(&error)),
    })
}

fn page(viewer: &Viewer, name: String, trouble: Option<String>) -> SignUpPage {
    let zone = Tz::UTC.name().to_owned();
    SignUpPage { layout: viewer.layout("Sign up"), trouble, name, zones: zones(), zone, zone_chosen: false }
}
