//! Ratings of players.

use actix_web::HttpRequest;
use actix_web::web::Path;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::caller::Caller;
use crate::api::document::Problems;
use crate::api::games;
use crate::api::problem::ApiError;
use crate::api::response::{ApiResult, json, part, query};
use crate::api::table_json::PersonJson;
use crate::html::ratings::{bad_from, pool_of};
use crate::http::fields::Fields;
use crate::http::game_path::GamePath;
use account::UserId;
use rating::{Pool, Rated, Rating};
use service::RatedResult;
use table::{PlayerRating, RankedPlayer, RatingChange, RatingCorrection};

/// What is known of somebody's strength.
#[derive(Serialize, ToSchema)]
#[schema(as = Rating)]
pub(super) struct RatingJson {
    /// As pages show it: 1500 at the beginning.
    points: i64,
    /// The strength of about two players out of three is within so much of it.
    margin: i64,
    /// The mean of the distribution, in thousandths: 25000 at the beginning.
    mean: i64,
    /// Its standard deviation, in thousandths.
    deviation: i64,
    /// Whether too little is known for a rank.
    provisional: bool,
}

impl From<Rating> for RatingJson {
    fn from(rating: Rating) -> Self {
        Self {
            points: rating.points(),
            margin: rating.margin(),
            mean: rating.mean,
            deviation: rating.deviation,
            provisional: !rating.is_established(),
        }
    }
}

/// A player's rating in a pool.
#[derive(Serialize, ToSchema)]
#[schema(as = PlayerRating)]
pub(super) struct PlayerRatingJson {
    /// Such as `duel-base`.
    pool: &'static str,
    /// After the last game.
    rating: RatingJson,
    /// How many games have counted.
    games: u32,
    /// When the last of them ended.
    ended: DateTime<Utc>,
}

impl PlayerRatingJson {
    pub(super) fn of(pool: Pool, known: &PlayerRating) -> Self {
        Self { pool: pool.word(), rating: known.rating.into(), games: known.games, ended: known.ended }
    }
}

/// A ranked player.
#[derive(Serialize, ToSchema)]
#[schema(as = RankedPlayer)]
pub(super) struct RankedJson {
    rank: u32,
    player: PersonJson,
    #[serde(flatten)]
    rating: PlayerRatingJson,
}

/// A part of the list of a pool. The header `Link` has the address of the next.
#[derive(Serialize, ToSchema)]
#[schema(as = RankedPlayers)]
pub(super) struct RankedListJson {
    players: Vec<RankedJson>,
}

/// A player's ratings, and the last games in a pool. The header `Link` has the address of those before.
#[derive(Serialize, ToSchema)]
#[schema(as = Ratings)]
pub(super) struct RatingsJson {
    player: PersonJson,
    ratings: Vec<PlayerRatingJson>,
    /// The last first.
    changes: Vec<ChangeJson>,
}

/// What a game did to a player's rating.
#[derive(Serialize, ToSchema)]
#[schema(as = RatingChange)]
pub(super) struct ChangeJson {
    game: String,
    pool: &'static str,
    ended: DateTime<Utc>,
    /// The player's id.
    player: String,
    seat: u8,
    /// From 1. Those who left share the last one.
    place: u8,
    /// `resigned` or `time`, for who left.
    left: Option<&'static str>,
    /// Why the game does not count for the player: `agreed`, `early`, `excluded` or `absent`.
    void: Option<&'static str>,
    /// How many games have counted, with this one.
    games: u32,
    before: RatingJson,
    after: RatingJson,
    /// Against each of the others; none if the game does not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<Vec<PairJson>>,
}

/// A game as one against another player. All numbers are thousandths.
#[derive(Serialize, ToSchema)]
#[schema(as = RatingPair)]
pub(super) struct PairJson {
    /// The opponent's seat.
    seat: u8,
    /// The expected share of wins, a tie counting half.
    expected: i64,
    /// What happened, in the same measure.
    scored: i64,
    /// How far this pair alone would move the mean; the mean moves by the mean of its pairs.
    moved: i64,
}

/// A decision of an administrator about a game.
#[derive(Serialize, ToSchema)]
#[schema(as = RatingCorrection)]
pub(super) struct CorrectionJson {
    at: DateTime<Utc>,
    /// Whether the game counts for nobody from then on, or does after all.
    excluded: bool,
    reason: String,
}

/// What a game did to the ratings of its players.
#[derive(Serialize, ToSchema)]
#[schema(as = RatedGame)]
pub(super) struct RatedGameJson {
    /// By seat.
    changes: Vec<ChangeJson>,
    /// In order; the last one holds.
    corrections: Vec<CorrectionJson>,
}

impl ChangeJson {
    fn of(change: &RatingChange) -> Self {
        Self {
            game: change.game.to_string(),
            pool: change.pool.word(),
            ended: change.ended,
            player: change.user.to_string(),
            seat: change.seat.0,
            place: change.place,
            left: change.left.map(table::Left::word),
            void: change.void.map(table::Void::word),
            games: change.games,
            before: change.before.into(),
            after: change.after.into(),
            pairs: None,
        }
    }

    fn explained(result: &RatedResult, change: &RatingChange, rated: &Rated) -> Self {
        let pair = |pair: &rating::Pair| PairJson {
            seat: result.changes[pair.opponent].seat.0,
            expected: pair.expected,
            scored: pair.scored,
            moved: pair.moved,
        };
        let counts = change.void.is_none();
        let pairs = rated.pairs.iter().filter(|_| counts).map(pair).collect();
        Self { pairs: Some(pairs), ..Self::of(change) }
    }
}

impl From<&RatingCorrection> for CorrectionJson {
    fn from(RatingCorrection { at, excluded, reason, .. }: &RatingCorrection) -> Self {
        Self { at: *at, excluded: *excluded, reason: reason.clone() }
    }
}

/// The ranked players of a pool
///
/// The strongest first: players of whom enough is known, and whose last game ended within 90 days.
#[utoipa::path(get, path = "/api/v1/ratings", tag = "ratings", security((), ("token" = ["read"])),
    params(("pool" = Option<String>, Query, description = "`duel-base` if left out, `duel-expansions`, `table-base` or `table-expansions`; \
                those of bots begin with `bots-`"),
        ("from" = Option<String>, Query, description = "Where a part of the list begins: from the header `Link`")),
    responses((status = 200, body = RankedListJson), Problems))]
pub(crate) async fn ranks(caller: Caller, request: HttpRequest) -> ApiResult {
    let fields = query(&request)?;
    let (pool, from) = (pool_of(&fields)?, fields.parsed("from").map_err(bad_from)?);
    let found = caller.service().ranks(&caller.principal, pool, from.as_ref()).await?;
    let first = from.map_or(0, |from| from.rank).saturating_add(1);
    let ranked = |(player, rank): (&RankedPlayer, u32)| RankedJson {
        rank,
        player: PersonJson::of(&player.person),
        rating: PlayerRatingJson::of(pool, &player.rating),
    };
    let players = found.players.iter().zip(first..).map(ranked).collect();
    let next = found.next.map(|from| format!("/api/v1/ratings?pool={}&from={from}", pool.word()));
    part(&RankedListJson { players }, next)
}

/// A player's ratings and rated games
#[utoipa::path(get, path = "/api/v1/players/{id}/ratings", tag = "ratings", security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The player"),
        ("pool" = Option<String>, Query, description = "Whose games are listed: `duel-base` if left out"),
        ("from" = Option<String>, Query, description = "Where a part of the games begins: from the header `Link`")),
    responses((status = 200, body = RatingsJson), Problems))]
pub(crate) async fn player(caller: Caller, id: Path<String>, request: HttpRequest) -> ApiResult {
    let fields: Fields = query(&request)?;
    let (pool, from) = (pool_of(&fields)?, fields.parsed("from").map_err(bad_from)?);
    let (service, principal) = (caller.service(), &caller.principal);
    let user = UserId::parse(&id).ok_or_else(ApiError::no_player)?;
    let person = service.player(principal, &user).await?.ok_or_else(ApiError::no_player)?;
    let found = service.rating_history(principal, &user, pool, from.as_ref()).await?;
    let ratings = service.ratings(principal, &user).await?;
    let body = RatingsJson {
        player: PersonJson::of(&person),
        ratings: ratings.iter().map(|(pool, known)| PlayerRatingJson::of(*pool, known)).collect(),
        changes: found.changes.iter().map(ChangeJson::of).collect(),
    };
    let next =
        found.next.map(|from| format!("/api/v1/players/{user}/ratings?pool={}&from={from}", pool.word()));
    part(&body, next)
}

/// What a game did to ratings
///
/// Each change with its reasons. While it is being worked out, there are no changes.
#[utoipa::path(get, path = "/api/v1/games/{id}/ratings", tag = "ratings", security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The game")),
    responses((status = 200, body = RatedGameJson), Problems))]
pub(crate) async fn game(caller: Caller, GamePath(id): GamePath) -> ApiResult {
    let view = games::view(&caller, &id).await?;
    let result = caller.service().rated_result(&caller.principal, &view.table).await?;
    let changes = result.as_ref().map_or_else(Vec::new, |result| {
        let changes = result.changes.iter().zip(&result.explained);
        changes.map(|(change, rated)| ChangeJson::explained(result, change, rated)).collect()
    });
    let corrections = result.iter().flat_map(|result| &result.corrections).map(Into::into).collect();
    json(&RatedGameJson { changes, corrections })
}
