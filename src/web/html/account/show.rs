//! `/account`: the viewer's account.

use crate::html::account::FormError;
use crate::html::account::pages::{AccountPage, PasskeyRow, SessionRow, zones};
use crate::html::response::PageResult;
use crate::http::session::SignedIn;
use account::{OpenSession, Passkey};
use service::MOST_PASSKEYS;

pub(crate) async fn get(person: SignedIn) -> PageResult {
    page(&person, None).await
}

/// The page, with the error of one of its forms.
pub(crate) async fn page(person: &SignedIn, error: Option<FormError>) -> PageResult {
    let service = &person.web().service;
    let codes_left = service.codes_left(person.principal()).await?;
    let feeds_since = service.feed_since(person.principal()).await?;
    let authenticator_since = service.authenticator_since(person.principal()).await?;
    let passkeys = service.passkeys(person.principal()).await?;
    let two_steps = service.takes_two_steps(person.principal()).await?;
    let sessions = service.sessions(person.principal()).await?;
    let (status, error) = FormError::shown(error, person.locale());
    person.private_page(
        status,
        &AccountPage {
            layout: person.layout(person.locale().say("account-title")),
            error,
            name: person.user.name.clone(),
            codes_left,
            authenticator_since: authenticator_since
                .map(|since| person.locale().moment(since, person.user.zone)),
            can_add_passkey: person.web().passkeys.is_some() && passkeys.len() < MOST_PASSKEYS,
            passkeys: passkeys.into_iter().map(|passkey| passkey_row(person, passkey)).collect(),
            two_steps,
            feeds_since: feeds_since.map(|since| person.locale().moment(since, person.user.zone)),
            zones: zones(),
            zone: person.user.zone.name(),
            staff: service.role(person.principal()).is_some(),
            sessions: sessions.into_iter().map(|session| row(person, session)).collect(),
        },
    )
}

fn passkey_row(person: &SignedIn, passkey: Passkey) -> PasskeyRow {
    let zone = person.user.zone;
    PasskeyRow {
        id: passkey.id,
        name: passkey.name,
        since: person.locale().day(passkey.since, zone),
        used: passkey.used.map(|used| person.locale().moment(used, zone)),
    }
}

fn row(person: &SignedIn, session: OpenSession) -> SessionRow {
    let zone = person.user.zone;
    SessionRow {
        this_one: Some(&session.id) == person.principal().session_id(),
        id: session.id.to_string(),
        agent: session.agent,
        since: person.locale().moment(session.since, zone),
        until: person.locale().day(session.until, zone),
    }
}
