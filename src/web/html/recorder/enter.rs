//! What is entered: tiles, turns, and taking them back.

use actix_web::web::Path;

use crate::html::board::draft;
use crate::html::recorder::board::{load, page};
use crate::html::recorder::start::refusal;
use crate::html::recorder::typed;
use crate::html::response::PageResult;
use crate::html::wording::refusal as engine_refusal;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use engine::{TileKind, Turn};
use practice::{Move, Step, StepError};
use service::RecordingError;

/// The tile that was drawn.
pub(crate) async fn tile(
    person: SignedIn,
    id: Path<String>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let recording = load(&person, &id).await?;
    let kinds: Vec<TileKind> = recording.practice.tiles_to_choose().iter().map(|(kind, _)| *kind).collect();
    let Some(kind) = typed::kind(&kinds, fields.required("kind")?) else {
        let why = person.viewer.locale().say("recorder-no-tile").to_owned();
        return page(&person, recording, None, Some(why));
    };
    step(&person, &id, &fields, Step::Choose(kind)).await
}

pub(crate) async fn turn(
    person: SignedIn,
    id: Path<String>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let draft = draft::read(&fields)?;
    let recording = load(&person, &id).await?;
    // Another tile was drawn there meanwhile.
    let expected: usize = fields.needed("expected")?;
    let is_first = recording.practice.steps().len() == expected;
    if is_first && !recording.practice.game().hand().contains(&draft.tile) {
        return refused(&person, &id, RecordingError::Stale).await;
    }
    let Turn { position, rotation, follower, .. } = draft::turn_of(draft);
    step(&person, &id, &fields, Step::Move(Move { tile: None, position, rotation, follower })).await
}

pub(crate) async fn pass(
    person: SignedIn,
    id: Path<String>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    step(&person, &id, &fields, Step::Pass).await
}

pub(crate) async fn undo(
    person: SignedIn,
    id: Path<String>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let viewer = &person.viewer;
    match viewer.web().service.undo_steps(viewer.principal(), &id, fields.needed("kept")?).await {
        Ok(()) => Ok(viewer.go(&Url::Recording(&id), None, &[])),
        Err(error) => refused(&person, &id, error).await,
    }
}

pub(crate) async fn remove(person: SignedIn, id: Path<String>, _: VerifiedForm) -> PageResult {
    let viewer = &person.viewer;
    match viewer.web().service.remove_recording(viewer.principal(), &id).await {
        Ok(()) => Ok(viewer.go(&Url::Recorder, Some(Flash::RecordingRemoved), &[])),
        Err(error) => refused(&person, &id, error).await,
    }
}

async fn step(person: &SignedIn, id: &str, fields: &Fields, step: Step) -> PageResult {
    let viewer = &person.viewer;
    let expected = fields.needed("expected")?;
    match viewer.web().service.record_step(viewer.principal(), id, expected, step).await {
        Ok(()) => Ok(viewer.go(&Url::Recording(id), None, &[])),
        Err(error) => refused(person, id, error).await,
    }
}

/// The board as it is, with the reason.
async fn refused(person: &SignedIn, id: &str, error: RecordingError) -> PageResult {
    let locale = person.viewer.locale();
    let why = match error {
        RecordingError::Step(StepError::Refused(why)) => engine_refusal::sentence(locale, &why),
        other => locale.format(&refusal(other)?),
    };
    page(person, load(person, id).await?, None, Some(why))
}
