//! `/games/{id}/clock/…`: proposing a pause, answering, and ending one early.

use actix_web::web::Data;

use crate::html::games::caches::Caches;
use crate::html::games::{LoadedGame, clock};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::moments::{self, FieldError};
use crate::http::session::{SignedIn, Viewer};
use crate::http::urls::Url;
use crate::locale::{Message, duration};
use service::ProposalError;
use table::{GameId, ProposalRefusal, Table};

pub(crate) async fn propose(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let service = &person.viewer.web().service;
    let proposed = match moments::end(&fields, person.user.zone, service.now())? {
        Ok(until) => service.propose_pause(person.viewer.principal(), &id, until).await,
        Err(why) => return refused(&person, &id, &caches, &fields, why).await,
    };
    done(&person, &id, &caches, &fields, proposed, Flash::PauseProposed).await
}

pub(crate) async fn answer(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let n = fields.needed("n")?;
    let agrees = fields
        .chosen("agrees", |word| match word {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        })?
        .ok_or_else(|| PageError::bad_request("request-unclear"))?;
    let answered =
        person.viewer.web().service.answer_proposal(person.viewer.principal(), &id, n, agrees).await;
    done(&person, &id, &caches, &fields, answered, Flash::Answered).await
}

pub(crate) async fn resume(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let resumed = person.viewer.web().service.resume(person.viewer.principal(), &id).await;
    done(&person, &id, &caches, &fields, resumed, Flash::Resumed).await
}

async fn done(
    person: &SignedIn,
    id: &GameId,
    caches: &Data<Caches>,
    fields: &Fields,
    done: Result<(), ProposalError>,
    flash: Flash,
) -> PageResult {
    let why = match done {
        Ok(()) => return Ok(person.viewer.go(&Url::Clock(id), Some(flash), &[])),
        Err(ProposalError::Denied(why)) => return Err(why.into()),
        Err(ProposalError::Store(failure)) => return Err(failure.into()),
        Err(ProposalError::NoSuchGame) => return Err(PageError::NotFound),
        Err(ProposalError::NotIn) => return Err(PageError::Forbidden(Message::new("refused-not-in"))),
        Err(ProposalError::Stale) => ("", Message::new("refused-time-changed")),
        Err(ProposalError::Refused(why)) => refusal(&person.viewer, why),
    };
    refused(person, id, caches, fields, why).await
}

/// The page of the clocks, with what was typed and why it was refused.
async fn refused(
    person: &SignedIn,
    id: &GameId,
    caches: &Data<Caches>,
    fields: &Fields,
    why: FieldError,
) -> PageResult {
    let loaded = LoadedGame::load(&person.viewer, caches, id).await?;
    if loaded.table.you.is_none() {
        return Err(PageError::Forbidden(Message::new("refused-not-in")));
    }
    clock::page(&person.viewer, &loaded, Some((fields, why))).await
}

fn refusal(viewer: &Viewer, why: ProposalRefusal) -> FieldError {
    let days =
        |limit: chrono::TimeDelta| duration::format(u32::try_from(limit.num_seconds()).unwrap_or_default());
    match why {
        ProposalRefusal::NoClock => ("", Message::new("refused-pause-no-clock")),
        ProposalRefusal::Out => ("", Message::new("refused-pause-out")),
        ProposalRefusal::PauseTooShort => {
            ("duration", Message::new("refused-pause-short").with("least", days(Table::SHORTEST_PAUSE)))
        }
        ProposalRefusal::PauseTooLong => {
            ("duration", Message::new("refused-pause-long").with("most", days(Table::LONGEST_PAUSE)))
        }
        ProposalRefusal::Paused { until } => {
            let until = viewer.locale().moment(until, viewer.zone());
            ("", Message::new("refused-paused").with("until", until))
        }
        ProposalRefusal::Open => ("", Message::new("refused-proposal-open")),
        ProposalRefusal::NoSuchProposal => ("", Message::new("refused-no-proposal")),
        ProposalRefusal::NotPaused => ("", Message::new("refused-not-paused")),
    }
}
