//! What people are open to, and finding a game.

use std::collections::BTreeSet;

use actix_web::http::StatusCode;
use actix_web::web::Path;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::Body;
use crate::api::caller::{Caller, Member};
use crate::api::document::{Problems, Refusals};
use crate::api::problem::ApiError;
use crate::api::response::{ApiResult, created, done, json};
use crate::api::table_json::PersonJson;
use account::OfferId;
use engine::{Preset, Ruleset};
use service::{Found, OfferError, OpenOffer};
use table::{
    ClockPreset, NewOffer, Offer, OfferTerms, OfferedRules, RatedChoice, RatingRange, Reliability,
    RequiredReliability,
};

/// Every game with one of these rules, one of these numbers of seats and one of these clocks is welcome.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OfferTerms)]
pub(super) struct TermsJson {
    /// As in records: `preset`, and the parameters that differ from it. From 1 to 6; modern rules, if left out. Those that are liked best
    /// come first.
    #[serde(default = "modern")]
    #[schema(value_type = Vec<Object>, max_items = 6)]
    rules: Vec<Ruleset>,
    /// From 2 to 6; 2 if left out.
    #[serde(default = "two")]
    #[schema(value_type = Vec<u8>)]
    seats: BTreeSet<u8>,
    /// `live`, `daily`, `slow`, `standard` or `relaxed`; `daily` if left out.
    #[serde(default = "daily")]
    #[schema(value_type = Vec<String>)]
    clocks: BTreeSet<ClockPreset>,
    /// `rated`, `unrated` or `either`.
    #[serde(default)]
    #[schema(value_type = String)]
    rated: RatedChoice,
    /// Which ratings the others may have, in the pool of the game: `from` and `to`.
    #[serde(default)]
    #[schema(value_type = Object)]
    rating: RatingRange,
    /// How reliable the others must be: `percent`, and whether `newcomers` may come.
    #[serde(default)]
    #[schema(value_type = Object)]
    reliability: RequiredReliability,
}

fn modern() -> Vec<Ruleset> {
    vec![Ruleset::of(Preset::Modern)]
}

fn two() -> BTreeSet<u8> {
    [2].into()
}

fn daily() -> BTreeSet<ClockPreset> {
    [ClockPreset::Daily].into()
}

impl From<&OfferTerms> for TermsJson {
    fn from(terms: &OfferTerms) -> Self {
        Self {
            rules: terms.rules.iter().map(|OfferedRules(rules)| rules.clone()).collect(),
            seats: terms.seats.clone(),
            clocks: terms.clocks.clone(),
            rated: terms.rated,
            rating: terms.rating,
            reliability: terms.reliability,
        }
    }
}

impl From<TermsJson> for OfferTerms {
    fn from(json: TermsJson) -> Self {
        Self {
            rules: json.rules.into_iter().map(OfferedRules).collect(),
            seats: json.seats,
            clocks: json.clocks,
            rated: json.rated,
            rating: json.rating,
            reliability: json.reliability,
        }
    }
}

/// One of your offers.
#[derive(Serialize, ToSchema)]
#[schema(as = Offer)]
pub(super) struct OfferJson {
    id: String,
    terms: TermsJson,
    /// How many games of it can be in progress at a time.
    at_once: u8,
    /// Whether it ends with its first game.
    once: bool,
    since: DateTime<Utc>,
    /// How many games of it are in progress.
    playing: u8,
    /// Since when it waits for others who fit; `null` while `playing` is `at_once`.
    waits: Option<DateTime<Utc>>,
}

impl OfferJson {
    fn of(offer: &Offer) -> Self {
        Self {
            id: offer.id.to_string(),
            terms: TermsJson::from(&offer.terms),
            at_once: offer.at_once,
            once: offer.once,
            since: offer.since,
            playing: offer.playing,
            waits: offer.waits,
        }
    }
}

/// What you are open to.
#[derive(Serialize, ToSchema)]
#[schema(as = OwnOffers)]
pub(super) struct OwnJson {
    /// The oldest first.
    offers: Vec<OfferJson>,
    /// How many games with other people you want to have in progress: offers begin no more. `null` is no limit.
    games_wanted: Option<u16>,
}

/// Your offers
#[utoipa::path(get, operation_id = "own_offers", path = "/api/v1/offers", tag = "finding a game", security(("token" = ["read"])),
    responses((status = 200, body = OwnJson), Problems))]
pub(crate) async fn own(Member(caller): Member) -> ApiResult {
    let found = caller.service().own_offers(&caller.principal).await?;
    json(&OwnJson {
        offers: found.offers.iter().map(OfferJson::of).collect(),
        games_wanted: found.games_wanted,
    })
}

/// What somebody else is open to.
#[derive(Serialize, ToSchema)]
#[schema(as = OpenOffer)]
pub(super) struct OpenJson {
    id: String,
    player: PersonJson,
    /// How many of the player's last turns were in time, from 0 to 100; `null` if there are too few to tell.
    reliability: Option<u8>,
    terms: TermsJson,
    since: DateTime<Utc>,
    /// The code of what keeps you from taking it, if something does.
    why_not: Option<&'static str>,
}

impl OpenJson {
    fn of(open: &OpenOffer) -> Self {
        Self {
            id: open.offer.id.to_string(),
            player: PersonJson::of(&open.person),
            reliability: match open.reliability {
                Reliability::New => None,
                Reliability::Percent(percent) => Some(percent),
            },
            terms: TermsJson::from(&open.offer.terms),
            since: open.offer.since,
            why_not: open.why_not.as_ref().map(service::JoinError::code),
        }
    }
}

/// Offers of others.
#[derive(Serialize, ToSchema)]
#[schema(as = OpenOffers)]
pub(super) struct OpenListJson {
    offers: Vec<OpenJson>,
}

/// What others are open to
///
/// The 30 offers that have waited longest, without those of people with whom you have such a game in progress.
#[utoipa::path(get, operation_id = "open_offers", path = "/api/v1/offers/open", tag = "finding a game",
    security((), ("token" = ["read"])), responses((status = 200, body = OpenListJson), Problems))]
pub(crate) async fn open(caller: Caller) -> ApiResult {
    let found = caller.service().open_offers(&caller.principal).await?;
    json(&OpenListJson { offers: found.iter().map(OpenJson::of).collect() })
}

/// An offer to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfferBody {
    terms: TermsJson,
    /// How many games of it can be in progress at a time, from 1 to 20; 1 if left out.
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 20)]
    at_once: u8,
    /// Whether it ends with its first game.
    #[serde(default)]
    once: bool,
}

const fn one() -> u8 {
    1
}

/// The id of an offer.
#[derive(Serialize, ToSchema)]
pub(super) struct OfferNumber {
    id: String,
}

/// Be open to games
///
/// As soon as somebody fits, a game begins. A person can have five offers.
#[utoipa::path(post, operation_id = "make_offer", path = "/api/v1/offers", tag = "finding a game", security(("token" = ["play"])),
    request_body = OfferBody, responses((status = 201, body = OfferNumber, description = "Made"), Refusals))]
pub(crate) async fn make(Member(caller): Member, Body(body): Body<OfferBody>) -> ApiResult {
    let offer = NewOffer { terms: body.terms.into(), at_once: body.at_once, once: body.once };
    let id = caller.service().make_offer(&caller.principal, offer).await?;
    created(&OfferNumber { id: id.to_string() })
}

/// What came of looking for a game: one of the two.
#[derive(Serialize, ToSchema)]
#[schema(as = Found)]
pub(super) struct FoundJson {
    /// The game or table at which you have a seat.
    game: Option<String>,
    /// Your offer that waits for others who fit.
    offer: Option<String>,
}

fn found(found: Found) -> ApiResult {
    json(&match found {
        Found::Game(game) => FoundJson { game: Some(game.to_string()), offer: None },
        Found::Waits(offer) => FoundJson { game: None, offer: Some(offer.to_string()) },
    })
}

/// Play now
///
/// Takes a seat at a table that waits for players and has such a game, or takes the best offer, or makes one that ends with its first game.
#[utoipa::path(post, operation_id = "play_now", path = "/api/v1/offers/now", tag = "finding a game", security(("token" = ["play"])),
    request_body = Option<TermsJson>, responses((status = 200, body = FoundJson), Refusals))]
pub(crate) async fn now(Member(caller): Member, Body(body): Body<TermsJson>) -> ApiResult {
    found(caller.service().play_now(&caller.principal, body.into()).await?)
}

/// Take somebody's offer
///
/// A game of two begins at once. For larger games, you make the same offer.
#[utoipa::path(post, operation_id = "take_offer", path = "/api/v1/offers/{id}/take", tag = "finding a game",
    security(("token" = ["play"])), params(("id" = String, Path, description = "The offer")),
    responses((status = 200, body = FoundJson), Refusals))]
pub(crate) async fn take(Member(caller): Member, id: Path<String>) -> ApiResult {
    let id = OfferId::parse(&id).ok_or(OfferError::NoSuchOffer)?;
    found(caller.service().take_offer(&caller.principal, &id).await?)
}

/// End one of your offers
///
/// Games in progress go on.
#[utoipa::path(post, operation_id = "end_offer", path = "/api/v1/offers/{id}/end", tag = "finding a game",
    security(("token" = ["play"])), params(("id" = String, Path, description = "The offer")),
    responses((status = 204, description = "Ended"), Refusals))]
pub(crate) async fn end(Member(caller): Member, id: Path<String>) -> ApiResult {
    let id = OfferId::parse(&id).ok_or(OfferError::NoSuchOffer)?;
    caller.service().end_offer(&caller.principal, &id).await?;
    done()
}

/// How many games you want.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WantedBody {
    /// From 0 to 200; `null` is no limit.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(maximum = 200)]
    games: Option<u16>,
}

/// Say how many games with other people you want to have in progress
#[utoipa::path(post, operation_id = "set_games_wanted", path = "/api/v1/offers/games", tag = "finding a game",
    security(("token" = ["play"])), request_body = WantedBody, responses((status = 204, description = "Stored"), Refusals))]
pub(crate) async fn games(Member(caller): Member, Body(body): Body<WantedBody>) -> ApiResult {
    caller.service().set_games_wanted(&caller.principal, body.games).await?;
    done()
}

impl From<OfferError> for ApiError {
    fn from(error: OfferError) -> Self {
        let code = error.code();
        let status = match error {
            OfferError::NoSuchOffer => StatusCode::NOT_FOUND,
            OfferError::Taken | OfferError::Met | OfferError::TooMany(_) => StatusCode::CONFLICT,
            OfferError::Guest | OfferError::Bot | OfferError::Own => StatusCode::FORBIDDEN,
            OfferError::Refused(_) | OfferError::GamesWanted { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            OfferError::Unfit(why) => return why.into(),
            OfferError::Denied(why) => return why.into(),
            OfferError::Store(failure) => return failure.into(),
        };
        Self::new(status, code, &error)
    }
}
