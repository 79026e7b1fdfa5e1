//! `/account`: one's own account.

use actix_web::http::StatusCode;

use crate::service::OpenSession;
use crate::web::html::account::Trouble;
use crate::web::html::account::pages::{AccountPage, SessionRow, zones};
use crate::web::html::answer::Answer;
use crate::web::http::session::SignedIn;
use crate::web::http::when;

/// The page.
pub(in crate::web) async fn get(person: SignedIn) -> Answer {
    page(&person, None).await
}

/// The page, with what went wrong in one of its forms.
pub(in crate::web) async fn page(person: &SignedIn, trouble: Option<Trouble>) -> Answer {
    let service = &person.web().service;
    let codes_left = service.codes_left(&person.account.id).await?;
    let feeds_since = service.feed_since(&person.account.id).await?;
    let sessions = service.sessions(&person.account.id).await?;
    let (status, trouble) = match trouble {
        Some(Trouble { status, sentence }) => (status, Some(sentence)),
        None => (StatusCode::OK, None),
    };
    person.page_with(
        status,
        &AccountPage {
            layout: person.layout("Your account"),
            trouble,
            name: person.account.name.clone(),
            codes_left,
            feeds_since: feeds_since.map(|since| when::moment(since, person.account.zone)),
            zones: zones(),
            zone: person.account.zone.name(),
            sessions: sessions.into_iter().map(|session| row(person, session)).collect(),
        },
    )
}

fn row(person: &SignedIn, session: OpenSession) -> SessionRow {
    let zone = person.account.zone;
    SessionRow {
        this_one: session.id == person.account.session,
        id: session.id.to_string(),
        agent: session.agent,
        since: when::moment(session.since, zone),
        until: when::day(session.until, zone),
    }
}
