//! Making, taking and ending offers.

use actix_web::http::StatusCode;
use actix_web::web::Path;

use crate::html::lobby::named_games::NamedGame;
use crate::html::lobby::offers::form::OfferForm;
use crate::html::lobby::offers::{like, page};
use crate::html::response::{PageResult, PageStatus};
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::{SignedIn, Viewer};
use crate::http::urls::{OfferUrl, Url};
use crate::locale::Message;
use account::OfferId;
use service::{Found, OfferError};

const ALL: Url<'static> = Url::Offer(OfferUrl::All);

pub(crate) async fn make(
    SignedIn { viewer, .. }: SignedIn,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let mut form = OfferForm::read(&fields, like(&viewer, &fields).await?)?;
    let Some(offer) = form.offer() else {
        let wrong = viewer.locale().say("new-table-wrong").to_owned();
        return page(&viewer, StatusCode::UNPROCESSABLE_ENTITY, Some(wrong), &form).await;
    };
    match viewer.web().service.make_offer(viewer.principal(), offer).await {
        Ok(_) => Ok(viewer.go(&ALL, Some(Flash::OfferMade), &[])),
        Err(why) => refused(&viewer, why, form).await,
    }
}

pub(crate) async fn now(SignedIn { viewer, .. }: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    let game =
        fields.chosen("game", NamedGame::parse)?.ok_or_else(|| PageError::bad_request("request-unclear"))?;
    let terms = game.terms().ok_or_else(|| PageError::bad_request("request-unclear"))?;
    let found = viewer.web().service.play_now(viewer.principal(), terms).await;
    show(&viewer, found).await
}

pub(crate) async fn take(
    SignedIn { viewer, .. }: SignedIn,
    id: Path<String>,
    VerifiedForm(_): VerifiedForm,
) -> PageResult {
    let id = OfferId::parse(&id).ok_or(PageError::NotFound)?;
    let found = viewer.web().service.take_offer(viewer.principal(), &id).await;
    show(&viewer, found).await
}

async fn show(viewer: &Viewer, found: Result<Found, OfferError>) -> PageResult {
    match found {
        Ok(Found::Game(game)) => Ok(viewer.go(&Url::Game(&game), Some(Flash::OfferBegun), &[])),
        // The dashboard follows what happens.
        Ok(Found::Waits(_)) => Ok(viewer.go(&Url::Home, Some(Flash::OfferWaits), &[])),
        Err(why) => refused(viewer, why, OfferForm::usual(None)).await,
    }
}

pub(crate) async fn end(
    SignedIn { viewer, .. }: SignedIn,
    id: Path<String>,
    VerifiedForm(_): VerifiedForm,
) -> PageResult {
    let id = OfferId::parse(&id).ok_or(PageError::NotFound)?;
    match viewer.web().service.end_offer(viewer.principal(), &id).await {
        // A game may have ended it in the meantime.
        Ok(()) | Err(OfferError::NoSuchOffer) => Ok(viewer.go(&ALL, Some(Flash::OfferEnded), &[])),
        Err(why) => refused(&viewer, why, OfferForm::usual(None)).await,
    }
}

pub(crate) async fn games(
    SignedIn { viewer, .. }: SignedIn,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let typed = fields.required("games")?.trim();
    let games = if typed.is_empty() { Ok(None) } else { typed.parse().map(Some) };
    let most = table::Offer::MOST_GAMES;
    let set = match games {
        Ok(games) => viewer.web().service.set_games_wanted(viewer.principal(), games).await,
        Err(_) => Err(OfferError::GamesWanted { most }),
    };
    match set {
        Ok(()) => Ok(viewer.go(&ALL, Some(Flash::GamesWanted), &[])),
        Err(why) => refused(&viewer, why, OfferForm::usual(None)).await,
    }
}

async fn refused(viewer: &Viewer, why: OfferError, form: OfferForm) -> PageResult {
    let status: PageStatus = match &why {
        OfferError::Denied(why) => return Err((*why).into()),
        OfferError::Store(_) => return Err(PageError::internal(why)),
        OfferError::NoSuchOffer | OfferError::Taken | OfferError::Met => StatusCode::CONFLICT.into(),
        OfferError::Guest | OfferError::Bot | OfferError::Unfit(_) | OfferError::Own => {
            StatusCode::FORBIDDEN.into()
        }
        OfferError::Refused(_) | OfferError::TooMany(_) | OfferError::GamesWanted { .. } => {
            StatusCode::UNPROCESSABLE_ENTITY.into()
        }
    };
    let why = viewer.locale().format(&Message::from(&why));
    page(viewer, status, Some(why), &form).await
}
