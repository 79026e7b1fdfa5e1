//! `/offers`: what the viewer and others are open to.

pub(crate) mod actions;
mod form;
pub mod page;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::html::games;
use crate::html::lobby::named_games::NamedGame;
use crate::html::lobby::offers::form::OfferForm;
use crate::html::lobby::offers::page::{OffersPage, OpenRow, OwnPart, OwnRow};
use crate::html::response::{PageResult, PageStatus};
use crate::html::wording::{offer, player, reliability};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::session::Viewer;
use crate::locale::Message;
use engine::Ruleset;
use service::OpenOffer;
use table::{GameId, Offer};

/// The query can name a game whose rules the form offers.
pub(crate) async fn get(viewer: Viewer, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let like = like(&viewer, &fields).await?;
    let form = OfferForm::usual(like);
    page(&viewer, StatusCode::OK, None, &form).await
}

/// The rules of the game that a form or a query names.
async fn like(viewer: &Viewer, fields: &Fields) -> Result<Option<(GameId, Ruleset)>, PageError> {
    let Some(id) = fields.optional("like")?.filter(|id| !id.is_empty()) else { return Ok(None) };
    let id = GameId::parse(id).ok_or(PageError::NotFound)?;
    let rules = games::table(viewer, &id).await?.table.settings.rules;
    Ok(Some((id, rules)))
}

async fn page(
    viewer: &Viewer,
    status: impl Into<PageStatus>,
    error: Option<String>,
    form: &OfferForm,
) -> PageResult {
    let (service, locale) = (&viewer.web().service, viewer.locale());
    let open = service.open_offers(viewer.principal()).await?;
    let own = match viewer.user().filter(|user| !user.guest) {
        Some(_) => {
            let found = service.own_offers(viewer.principal()).await?;
            Some(OwnPart {
                offers: found.offers.iter().map(|offer| own_row(viewer, offer)).collect(),
                named: NamedGame::with_people(locale, &service.game_lengths()),
                most: Offer::MOST,
                form: form.controls(locale),
                more: form.more(locale),
                is_open: error.is_some() || form.like.is_some(),
                like: form.like.as_ref().map(|(id, _)| id.clone()),
                games_wanted: found.games_wanted.map(|games| games.to_string()).unwrap_or_default(),
                most_games: Offer::MOST_GAMES,
            })
        }
        None => None,
    };
    let page = OffersPage {
        layout: viewer.layout(locale.say("offers-title")),
        error,
        own,
        open: open.iter().map(|open| open_row(viewer, open)).collect(),
    };
    viewer.private_page(status, &page)
}

fn own_row(viewer: &Viewer, offer: &Offer) -> OwnRow {
    let locale = viewer.locale();
    let waits = offer.waits.map(|since| locale.distance(since, viewer.web().service.now()));
    let state = match waits {
        Some(since) if offer.once => locale.text("offer-waits-once").with("since", since).to_string(),
        Some(since) => {
            let text = locale.text("offer-waits").with("since", since);
            text.with("playing", offer.playing).with("most", offer.at_once).to_string()
        }
        None => {
            let text = locale.text("offer-full").with("playing", offer.playing);
            text.with("most", offer.at_once).to_string()
        }
    };
    OwnRow { id: offer.id.clone(), terms: offer::terms(locale, &offer.terms), state }
}

fn open_row(viewer: &Viewer, open: &OpenOffer) -> OpenRow {
    let locale = viewer.locale();
    let why_not = match &open.why_not {
        Some(why) => Some(locale.format(&Message::from(why))),
        None if viewer.user().is_none() => Some(locale.say("game-needs-account").to_owned()),
        None => None,
    };
    OpenRow {
        id: open.offer.id.clone(),
        user: open.person.id.clone(),
        name: player::person_name(locale, &open.person).into_owned(),
        terms: offer::terms(locale, &open.offer.terms),
        reliability: reliability::name(locale, open.reliability),
        why_not,
        begins: open.offer.terms.seats.contains(&2),
    }
}
