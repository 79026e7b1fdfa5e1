//! `/games/{id}/rematch`: another game with the same players, whose handicaps can be edited first.

use actix_web::http::StatusCode;
use actix_web::web::Data;

use crate::html::games::LoadedGame;
use crate::html::games::caches::Caches;
use crate::html::games::rematch_page::{RematchForm, RematchPage, pace, spaced};
use crate::html::response::PageResult;
use crate::html::rulebook::handicaps::Handicaps;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::salt_hash::hidden_salt_hash;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::Message;
use engine::{HandicapChange, MAX_COLOURS};
use service::RematchError;
use table::Status;

/// The form with the handicaps that the rules propose.
pub(crate) async fn get(person: SignedIn, GamePath(id): GamePath, caches: Data<Caches>) -> PageResult {
    let loaded = LoadedGame::load(&person.viewer, &caches, &id).await?;
    let form = RematchForm::proposed(&loaded, HandicapChange::default());
    page(&person, &loaded, StatusCode::OK, None, form)
}

/// Opens the rematch with the player seated, or takes the player's seat if another has opened it. The form's other button
/// only updates the proposal. So does this one if a choice has changed since, but no points were typed.
pub(crate) async fn post(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let mut handicaps = None;
    if fields.optional("handicap.1")?.is_some() {
        let loaded = LoadedGame::load(&person.viewer, &caches, &id).await?;
        let change = change(&fields);
        let seats = loaded.game().header().seats.len();
        let tiles = loaded.game().rules().tiles_in_bag(seats);
        let mut typed = Handicaps::read(|name| fields.all(name).next().map(str::to_owned));
        let proposal = RematchForm::proposed(&loaded, change);
        let points = spaced(typed.inputs().take(seats).map(|input| input.text.trim().to_owned()));
        let as_proposed = fields.optional("proposed")? == Some(points.as_str());
        // The points do not match the choices: show those that do before the game begins.
        if fields.optional("show")?.is_some() || (as_proposed && points != proposal.proposed) {
            return page(&person, &loaded, StatusCode::OK, None, proposal);
        }
        handicaps = typed.points(u8::try_from(seats).unwrap_or(u8::MAX), tiles);
        if handicaps.is_none() {
            let form = RematchForm::of(&loaded, change, &typed);
            return page(&person, &loaded, StatusCode::UNPROCESSABLE_ENTITY, typed.error.as_ref(), form);
        }
    }
    let salt_hash = hidden_salt_hash(&fields)?;
    match person.viewer.web().service.rematch_with(person.viewer.principal(), &id, handicaps, salt_hash).await
    {
        Ok(rematch) => Ok(person.viewer.go(&Url::Game(&rematch), None, &[])),
        Err(RematchError::NoSuchGame) => Err(PageError::NotFound),
        Err(RematchError::Denied(why)) => Err(why.into()),
        Err(RematchError::Store(failure)) => Err(failure.into()),
        Err(why @ RematchError::NotIn) => Err(PageError::Forbidden(Message::from(&why))),
        Err(
            why @ (RematchError::NotOver
            | RematchError::TooMany(_)
            | RematchError::InSeries
            | RematchError::WithoutYou),
        ) => Err(PageError::Conflict(Message::from(&why))),
    }
}

fn change(fields: &Fields) -> HandicapChange {
    let is = |name: &str, value: &str| fields.all(name).next() == Some(value);
    let mut change = HandicapChange { winners_shrink: is("who", "winners"), ..HandicapChange::default() };
    for seat in 0..MAX_COLOURS {
        change.slowly[seat] = is(&pace(seat), "quarter");
    }
    change
}

fn page(
    SignedIn { viewer, .. }: &SignedIn,
    loaded: &LoadedGame,
    status: StatusCode,
    error: Option<&Message>,
    form: RematchForm,
) -> PageResult {
    if loaded.table.you.is_none() {
        return Err(PageError::Forbidden(Message::from(&RematchError::NotIn)));
    }
    if loaded.table.table.status() != Status::Finished {
        return Err(PageError::Conflict(Message::from(&RematchError::NotOver)));
    }
    if loaded.table.table.series.is_some() {
        return Err(PageError::Conflict(Message::from(&RematchError::InSeries)));
    }
    let layout = viewer.layout(viewer.locale().text("rematch-title").with("players", loaded.title()));
    let error = error.map(|error| viewer.locale().format(error));
    let rated = loaded.table.table.settings.rated;
    viewer.page_with(status, &RematchPage { layout, id: loaded.id().clone(), rated, error, form })
}
