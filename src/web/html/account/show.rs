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
    let service = &person.viewer.web().service;
    let codes_left = service.codes_left(person.viewer.principal()).await?;
    let feeds_since = service.feed_since(person.viewer.principal()).await?;
    let authenticator_since = service.authenticator_since(person.viewer.principal()).await?;
    let passkeys = service.passkeys(person.viewer.principal()).await?;
    let two_steps = service.takes_two_steps(person.viewer.principal()).await?;
    let sessions = service.sessions(person.viewer.principal()).await?;
    let (status, error) = FormError::shown(error, person.viewer.locale());
    person.viewer.private_page(
        status,
        &AccountPage {
            layout: person.viewer.layout(person.viewer.locale().say("account-title")),
            error,
            name: person.user.name.clone(),
            codes_left,
            authenticator_since: authenticator_since
                .map(|since| person.viewer.locale().moment(since, person.user.zone)),
            can_add_passkey: person.viewer.web().passkeys.is_some() && passkeys.len() < MOST_PASSKEYS,
            passkeys: passkeys.into_iter().map(|passkey| passkey_row(person, passkey)).collect(),
            two_steps,
            feeds_since: feeds_since.map(|since| person.viewer.locale().moment(since, person.user.zone)),
            zones: zones(),
            zone: person.user.zone.name(),
            staff: service.role(person.viewer.principal()).is_some(),
            sessions: sessions.into_iter().map(|session| row(person, session)).collect(),
        },
    )
}

fn passkey_row(SignedIn { viewer, user }: &SignedIn, passkey: Passkey) -> PasskeyRow {
    let zone = user.zone;
    PasskeyRow {
        id: passkey.id,
        name: passkey.name,
        since: viewer.locale().day(passkey.since, zone),
        used: passkey.used.map(|used| viewer.locale().moment(used, zone)),
    }
}

fn row(SignedIn { viewer, user }: &SignedIn, session: OpenSession) -> SessionRow {
    let zone = user.zone;
    SessionRow {
        this_one: Some(&session.id) == viewer.principal().session_id(),
        id: session.id.to_string(),
        agent: session.agent,
        since: viewer.locale().moment(session.since, zone),
        until: viewer.locale().day(session.until, zone),
    }
}
