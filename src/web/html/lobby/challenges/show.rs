//! `/challenges/{id}`: what is offered, and what can be answered.

use actix_web::http::StatusCode;
use actix_web::web::Path;

use crate::html::lobby::challenges::page::ChallengePage;
use crate::html::lobby::challenges::terms;
use crate::html::response::{PageResult, PageStatus};
use crate::html::wording::challenge::ChallengeRow;
use crate::http::error::PageError;
use crate::http::session::SignedIn;
use account::ChallengeId;
use table::{ChallengeEnd, ChallengeState, ChallengeView};

pub(crate) async fn get(person: SignedIn, id: Path<String>) -> PageResult {
    let view = find(&person, &parsed(&id)?).await?;
    page(&person, &view, StatusCode::OK, None)
}

pub(super) fn parsed(id: &str) -> Result<ChallengeId, PageError> {
    ChallengeId::parse(id).ok_or(PageError::NotFound)
}

/// A challenge that the viewer is in.
pub(super) async fn find(
    SignedIn { viewer, .. }: &SignedIn,
    id: &ChallengeId,
) -> Result<ChallengeView, PageError> {
    viewer.web().service.challenge_view(viewer.principal(), id).await?.ok_or(PageError::NotFound)
}

/// The page, perhaps with why an answer was refused.
pub(super) fn page(
    SignedIn { viewer, user }: &SignedIn,
    view: &ChallengeView,
    status: impl Into<PageStatus>,
    error: Option<String>,
) -> PageResult {
    let row = ChallengeRow::of(viewer, view, &user.id);
    let (game, series) = match &view.challenge.state {
        ChallengeState::Ended(ChallengeEnd::Accepted { game, series }, _) => {
            (Some(game.clone()), series.clone())
        }
        _ => (None, None),
    };
    let is_open = view.challenge.is_open(viewer.web().service.now());
    viewer.private_page(
        status,
        &ChallengePage {
            layout: viewer.layout(row.title.clone()),
            error,
            terms: terms::rows(viewer.locale(), view),
            may_withdraw: is_open && view.challenge.offered_by() == &user.id,
            opponent: view.opponent_of(&user.id).map(|person| person.id.clone()),
            game,
            series,
            row,
        },
    )
}
