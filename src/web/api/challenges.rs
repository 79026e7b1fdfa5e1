//! Challenges and series.

use actix_web::http::StatusCode;
use actix_web::web::Path;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::api::body::Body;
use crate::api::caller::{Caller, Member};
use crate::api::document::{Problems, Refusals};
use crate::api::problem::ApiError;
use crate::api::refusals::throttled;
use crate::api::response::{ApiResult, Opened, created, done, json, opened};
use crate::api::table_json::{PersonJson, SettingsBody, settings};
use crate::locale::Message;
use account::{ChallengeId, SeriesId, UserId};
use service::{ChallengeError, SeriesView};
use table::{
    BestOf, ChallengeEnd, ChallengeRefusal, ChallengeState, ChallengeView, First, SeriesResult, SeriesState,
    Side, Terms,
};

/// What is to be played.
#[derive(Serialize, ToSchema)]
#[schema(as = Terms)]
pub(super) struct TermsJson {
    #[schema(value_type = SettingsBody)]
    settings: Map<String, Value>,
    /// Who begins the first game: `random`, `challenger` or `challenged`.
    first: &'static str,
    /// 1, 3 or 5.
    best_of: u8,
    /// Whether a tied game of a series goes to who did not begin it.
    tie_to_second: bool,
}

impl TermsJson {
    fn of(terms: &Terms) -> Self {
        Self {
            settings: settings(&terms.settings),
            first: terms.first.word(),
            best_of: terms.best_of.games(),
            tie_to_second: terms.tie_to_second,
        }
    }
}

/// A challenge that you have made or received.
#[derive(Serialize, ToSchema)]
#[schema(as = Challenge)]
pub(super) struct ChallengeJson {
    id: String,
    challenger: Option<PersonJson>,
    challenged: Option<PersonJson>,
    /// The number of the current offer, from 1. Each counter-offer is the next.
    n: u32,
    /// The id of the one who can accept it.
    to_answer: String,
    terms: TermsJson,
    /// The terms of the offer before.
    former: Option<TermsJson>,
    made: DateTime<Utc>,
    /// When the current offer was made.
    offered: DateTime<Utc>,
    /// Until when it can be answered.
    expires: DateTime<Utc>,
    /// `open`, `accepted`, `declined`, `withdrawn` or `expired`.
    state: &'static str,
    ended: Option<DateTime<Utc>>,
    /// The game that began when it was accepted.
    game: Option<String>,
    /// The series of that game.
    series: Option<String>,
}

impl ChallengeJson {
    fn of(view: &ChallengeView, now: DateTime<Utc>) -> Self {
        let challenge = &view.challenge;
        let person = |user| view.person(user).map(PersonJson::of);
        let expired = (ChallengeEnd::Expired, challenge.expires());
        let end = match &challenge.state {
            ChallengeState::Ended(end, at) => Some((end.clone(), *at)),
            ChallengeState::Open => (!challenge.is_open(now)).then_some(expired),
        };
        let (game, series) = match &end {
            Some((ChallengeEnd::Accepted { game, series }, _)) => (Some(game), series.as_ref()),
            _ => (None, None),
        };
        Self {
            id: challenge.id.to_string(),
            challenger: person(&challenge.from),
            challenged: person(&challenge.to),
            n: challenge.n,
            to_answer: challenge.to_answer().to_string(),
            terms: TermsJson::of(&challenge.terms),
            former: challenge.former.as_ref().map(TermsJson::of),
            made: challenge.made,
            offered: challenge.offered,
            expires: challenge.expires(),
            state: end.as_ref().map_or("open", |(end, _)| end.word()),
            ended: end.as_ref().map(|(_, at)| *at),
            game: game.map(ToString::to_string),
            series: series.map(ToString::to_string),
        }
    }
}

/// Your challenges, the last offer first.
#[derive(Serialize, ToSchema)]
#[schema(as = Challenges)]
pub(super) struct ChallengesJson {
    challenges: Vec<ChallengeJson>,
}

/// Challenges that you have made or received
///
/// Those without a decision, and those that were decided in the last 30 days, at most 200.
#[utoipa::path(get, operation_id = "challenges", path = "/api/v1/challenges", tag = "challenges", security(("token" = ["read"])),
    responses((status = 200, body = ChallengesJson), Problems))]
pub(crate) async fn list(Member(caller): Member) -> ApiResult {
    let (found, now) = (caller.service().challenges(&caller.principal).await?, caller.service().now());
    json(&ChallengesJson { challenges: found.iter().map(|view| ChallengeJson::of(view, now)).collect() })
}

/// One of your challenges
#[utoipa::path(get, operation_id = "challenge", path = "/api/v1/challenges/{id}", tag = "challenges", security(("token" = ["read"])),
    params(("id" = String, Path, description = "The challenge")),
    responses((status = 200, body = ChallengeJson), Problems))]
pub(crate) async fn show(Member(caller): Member, id: Path<String>) -> ApiResult {
    let view = caller.service().challenge_view(&caller.principal, &parsed(&id)?).await?;
    json(&ChallengeJson::of(&view.ok_or(ChallengeError::NoSuchChallenge)?, caller.service().now()))
}

fn parsed(id: &str) -> Result<ChallengeId, ApiError> {
    Ok(ChallengeId::parse(id).ok_or(ChallengeError::NoSuchChallenge)?)
}

/// What to play.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TermsBody {
    #[serde(default)]
    settings: SettingsBody,
    /// Who begins the first game: `random`, if left out, `challenger` or `challenged`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    first: First,
    /// 1, if left out, 3 or 5.
    best_of: Option<u8>,
    /// Whether a tied game of a series goes to who did not begin it; otherwise each gets half a point.
    #[serde(default)]
    tie_to_second: bool,
}

impl TermsBody {
    fn terms(self) -> Result<Terms, ApiError> {
        let best_of = BestOf::parse(self.best_of.unwrap_or(1)).ok_or_else(|| {
            let why = Message::new("api-best-of");
            ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-best-of", why).at("best_of")
        })?;
        let (first, tie_to_second) = (self.first, self.tie_to_second);
        Ok(Terms { settings: self.settings.settings()?, first, best_of, tie_to_second })
    }
}

/// Whom to challenge, and to what.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ChallengeBody {
    /// The id of a player.
    user: String,
    #[serde(default)]
    terms: TermsBody,
}

/// The id of a challenge.
#[derive(Serialize, ToSchema)]
pub(super) struct ChallengeNumber {
    id: String,
}

/// Challenge a player
///
/// They have three days to accept, decline, or make a counter-offer. Sent twice, it is made once.
#[utoipa::path(post, operation_id = "make_challenge", path = "/api/v1/challenges", tag = "challenges", security(("token" = ["play"])),
    request_body = ChallengeBody, responses((status = 201, body = ChallengeNumber, description = "Made"), Refusals))]
pub(crate) async fn make(Member(caller): Member, Body(body): Body<ChallengeBody>) -> ApiResult {
    let to = UserId::parse(&body.user).ok_or(ChallengeError::NoSuchPlayer)?;
    let id = caller.service().challenge(&caller.principal, &to, body.terms.terms()?).await?;
    created(&ChallengeNumber { id: id.to_string() })
}

/// Which offer is answered.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfferBody {
    /// The number of the offer that you have seen.
    n: u32,
}

/// Accept a challenge
///
/// The game begins. Called twice, it gives the same game.
#[utoipa::path(post, operation_id = "accept_challenge", path = "/api/v1/challenges/{id}/accept", tag = "challenges", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The challenge")),
    request_body = OfferBody, responses((status = 201, body = Opened), Refusals))]
pub(crate) async fn accept(
    Member(caller): Member,
    id: Path<String>,
    Body(body): Body<OfferBody>,
) -> ApiResult {
    opened(&caller.service().accept_challenge(&caller.principal, &parsed(&id)?, body.n).await?)
}

/// Decline a challenge
///
/// Called twice, it succeeds twice.
#[utoipa::path(post, operation_id = "decline_challenge", path = "/api/v1/challenges/{id}/decline", tag = "challenges", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The challenge")),
    request_body = OfferBody, responses((status = 204, description = "Declined"), Refusals))]
pub(crate) async fn decline(
    Member(caller): Member,
    id: Path<String>,
    Body(body): Body<OfferBody>,
) -> ApiResult {
    caller.service().decline_challenge(&caller.principal, &parsed(&id)?, body.n).await?;
    done()
}

/// Withdraw your own offer, and with it the challenge
///
/// Called twice, it succeeds twice.
#[utoipa::path(post, operation_id = "withdraw_challenge", path = "/api/v1/challenges/{id}/withdraw", tag = "challenges", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The challenge")),
    request_body = OfferBody, responses((status = 204, description = "Withdrawn"), Refusals))]
pub(crate) async fn withdraw(
    Member(caller): Member,
    id: Path<String>,
    Body(body): Body<OfferBody>,
) -> ApiResult {
    caller.service().withdraw_challenge(&caller.principal, &parsed(&id)?, body.n).await?;
    done()
}

/// A counter-offer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CounterBody {
    /// The number of the offer that it answers.
    n: u32,
    terms: TermsBody,
}

/// Answer a challenge with other terms
///
/// The other one has three days to accept, decline, or answer in turn.
#[utoipa::path(post, operation_id = "counter_challenge", path = "/api/v1/challenges/{id}/counter", tag = "challenges", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The challenge")),
    request_body = CounterBody, responses((status = 204, description = "Sent"), Refusals))]
pub(crate) async fn counter(
    Member(caller): Member,
    id: Path<String>,
    Body(body): Body<CounterBody>,
) -> ApiResult {
    let (id, terms) = (parsed(&id)?, body.terms.terms()?);
    caller.service().counter_challenge(&caller.principal, &id, body.n, terms).await?;
    done()
}

/// A series, with its games.
#[derive(Serialize, ToSchema)]
#[schema(as = Series)]
pub(super) struct SeriesJson {
    id: String,
    /// Who began the first game, and the other.
    players: Vec<Option<PersonJson>>,
    /// Points by player; a tied game is half a point for each.
    #[schema(value_type = Vec<f64>)]
    points: [f64; 2],
    /// 3 or 5.
    best_of: u8,
    tie_to_second: bool,
    #[schema(value_type = SettingsBody)]
    settings: Map<String, Value>,
    begun: DateTime<Utc>,
    /// `playing`, `next` (a game is about to begin), `won`, `drawn` or `stopped`.
    state: &'static str,
    /// The id of the winner.
    winner: Option<String>,
    /// Why it was stopped: `closed`, `restricted` or `blocked`.
    stop: Option<&'static str>,
    games: Vec<SeriesGameJson>,
}

/// A game of a series.
#[derive(Serialize, ToSchema)]
#[schema(as = SeriesGame)]
pub(super) struct SeriesGameJson {
    game: String,
    /// From 1.
    n: u32,
    /// The id of the one who begins it.
    first: String,
    /// Whether it takes the place of one that was called off.
    replay: bool,
    /// `playing`, `won`, `tied` or `called-off`.
    result: &'static str,
    /// The id of the winner.
    winner: Option<String>,
}

impl SeriesJson {
    fn of(view: &SeriesView) -> Self {
        let (series, course) = (&view.series, &view.course);
        let id = |side| series.player(side).to_string();
        let stop = series.stopped.filter(|_| matches!(course.state, SeriesState::Next { .. }));
        let (state, winner) = match course.state {
            SeriesState::Playing => ("playing", None),
            SeriesState::Next { .. } if stop.is_some() => ("stopped", None),
            SeriesState::Next { .. } => ("next", None),
            SeriesState::Won(side) => ("won", Some(id(side))),
            SeriesState::Drawn => ("drawn", None),
        };
        let games = view.games.iter().zip(&course.games).map(|(game, of)| {
            let (result, winner) = match of.result {
                None => ("playing", None),
                Some(SeriesResult::Won(side)) => ("won", Some(id(side))),
                Some(SeriesResult::Tied) => ("tied", None),
                Some(SeriesResult::CalledOff) => ("called-off", None),
            };
            SeriesGameJson {
                game: game.id.to_string(),
                n: game.series.as_ref().map_or(0, |place| place.n),
                first: id(of.first),
                replay: of.replay,
                result,
                winner,
            }
        });
        Self {
            id: series.id.to_string(),
            players: Side::BOTH.map(|side| view.person(side).map(PersonJson::of)).into(),
            points: Side::BOTH.map(|side| f64::from(course.halves_of(side)) / 2.0),
            best_of: series.best_of.games(),
            tie_to_second: series.tie_to_second,
            settings: settings(&series.settings),
            begun: series.begun,
            state,
            winner,
            stop: stop.map(|(_, why)| why.word()),
            games: games.collect(),
        }
    }
}

/// A series of games
///
/// Of public games for everybody, of others for the two who play.
#[utoipa::path(get, operation_id = "series", path = "/api/v1/series/{id}", tag = "challenges",
    params(("id" = String, Path, description = "The series")),
    responses((status = 200, body = SeriesJson), Problems))]
pub(crate) async fn series(caller: Caller, id: Path<String>) -> ApiResult {
    let no_series =
        || ApiError::new(StatusCode::NOT_FOUND, "no-such-series", Message::new("error-not-found-text"));
    let id = SeriesId::parse(&id).ok_or_else(no_series)?;
    let found = caller.service().series(&caller.principal, &id).await?;
    json(&SeriesJson::of(&found.ok_or_else(no_series)?))
}

impl From<ChallengeError> for ApiError {
    fn from(error: ChallengeError) -> Self {
        let code = error.code();
        match error {
            ChallengeError::NoSuchChallenge => Self::new(StatusCode::NOT_FOUND, code, &error),
            ChallengeError::NoSuchPlayer => Self::no_player(),
            ChallengeError::Guest | ChallengeError::Blocked => Self::new(StatusCode::FORBIDDEN, code, &error),
            ChallengeError::TooMany(_)
            | ChallengeError::Exists(_)
            | ChallengeError::Refused(ChallengeRefusal::Changed | ChallengeRefusal::Decided) => {
                Self::new(StatusCode::CONFLICT, code, &error)
            }
            ChallengeError::Unavailable | ChallengeError::Refused(_) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, &error)
            }
            ChallengeError::Throttled(why) => throttled(why),
            ChallengeError::Denied(why) => why.into(),
            ChallengeError::Store(failure) => failure.into(),
        }
    }
}
