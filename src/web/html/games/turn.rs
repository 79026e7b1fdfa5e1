//! `/games/{id}/turns`: confirms a turn.

use actix_web::http::StatusCode;
use actix_web::web::Data;

use crate::html::board::draft;
use crate::html::games::LoadedGame;
use crate::html::games::caches::Caches;
use crate::html::games::preview::{self, RejectedDraft};
use crate::html::games::show::RejectedTurn;
use crate::html::response::PageResult;
use crate::html::wording::refusal;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::{Locale, Message};
use service::{Expected, PlayError, Submission};
use table::{GameId, SubmissionKey};

/// The event number that the player saw, and the form's idempotency key.
pub(crate) fn submission(fields: &Fields) -> Result<Submission, PageError> {
    let key = SubmissionKey::parse(fields.required("key")?);
    let key = key.map_err(|_| PageError::bad_request("request-form-key"))?;
    Ok(Submission { expected: Expected(fields.needed("expected")?), key })
}

pub(crate) async fn post(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let submission = submission(&fields)?;
    let draft = draft::read(&fields)?;
    let turn = draft::turn_of(draft);
    match person.viewer.web().service.turn(person.viewer.principal(), &id, &submission, turn).await {
        Ok(played) => Ok(person.viewer.go(&Url::After(&id, played.first.saturating_sub(1)), None, &[])),
        Err(error) => {
            let (loaded, RejectedTurn { status, sentence }) = rejected(&person, &caches, &id, error).await?;
            let expected = (status == StatusCode::CONFLICT).then_some(submission.expected.0);
            preview::page(&person, &loaded, draft, Some(RejectedDraft { status, sentence, expected }))
        }
    }
}

/// The game and why it rejected a command, for the page with the form. Other errors have pages of their own.
pub(crate) async fn rejected(
    SignedIn { viewer, .. }: &SignedIn,
    caches: &Data<Caches>,
    id: &GameId,
    error: PlayError,
) -> Result<(LoadedGame, RejectedTurn), PageError> {
    let status = match &error {
        PlayError::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
        PlayError::Stale => StatusCode::CONFLICT,
        _ => return Err(refused(viewer.locale(), error)),
    };
    let loaded = LoadedGame::load(viewer, caches, id).await?;
    let locale = loaded.names.locale();
    let sentence = match &error {
        PlayError::Refused(why) => refusal::sentence(locale, why),
        _ => locale.say("refused-stale").to_owned(),
    };
    Ok((loaded, RejectedTurn { status, sentence }))
}

/// Maps errors that are not rule violations to pages.
fn refused(locale: Locale, error: PlayError) -> PageError {
    match error {
        PlayError::NoSuchGame => PageError::NotFound,
        PlayError::NotYourSeat => PageError::Forbidden(Message::new("refused-not-your-turn")),
        PlayError::Stale => PageError::Conflict(Message::new("refused-stale")),
        PlayError::Refused(why) => PageError::BadRequest(refusal::message(locale, &why)),
        PlayError::Denied(why) => why.into(),
        PlayError::Store(failure) => failure.into(),
    }
}
