//! Profiles, and whom people follow.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Path;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::Body;
use crate::api::caller::{Caller, Member};
use crate::api::document::{Problems, Refusals};
use crate::api::problem::ApiError;
use crate::api::ratings::PlayerRatingJson;
use crate::api::response::{ApiResult, done, json, part, query};
use crate::api::table_json::PersonJson;
use crate::html::profiles::refusal;
use crate::html::ratings::bad_from;
use crate::http::error::PageError;
use crate::http::game_path::GamePath;
use crate::locale::Message;
use account::{FollowPerson, ProfileSettings, UserId, Visibility};
use engine::Scored;
use service::{FollowError, FollowerCursor, PlayerProfile, ProfileSettingsError, ShownProfile};
use table::{GameKind, HeadToHead, MedianAnswer, ProfileSums, Reliability};

/// What somebody sees of a player.
#[derive(Serialize, ToSchema)]
#[schema(as = PlayerProfile)]
pub(super) struct ProfileJson {
    player: PersonJson,
    ratings: Vec<PlayerRatingJson>,
    /// Absent if the player doesn't show it to you.
    #[serde(skip_serializing_if = "Option::is_none")]
    shown: Option<ShownJson>,
    /// How your games with the player went; absent without a token, and of yourself.
    #[serde(skip_serializing_if = "Option::is_none")]
    head_to_head: Option<HeadToHeadJson>,
    /// Whether you follow the player; absent if you can't.
    #[serde(skip_serializing_if = "Option::is_none")]
    follows: Option<bool>,
}

/// What a player shows.
#[derive(Serialize, ToSchema)]
#[schema(as = ShownProfile)]
pub(super) struct ShownJson {
    /// Of public finished games among people, by kind of game.
    results: Vec<ResultsJson>,
    /// How many per cent of the turns are played in time; absent for new players.
    reliability: Option<u8>,
    /// The ids of the public games in progress that were opened last.
    playing: Vec<String>,
    /// The ids of the public finished games that were opened last.
    finished: Vec<String>,
}

/// What a player's games of one kind add up to.
#[derive(Serialize, ToSchema)]
#[schema(as = ProfileResults)]
pub(super) struct ResultsJson {
    /// Such as `modern`.
    rules: &'static str,
    /// Whether there are other tiles than those of the base game.
    expansions: bool,
    seats: u8,
    /// How long a turn can take: `live`, `day`, `days`, `longer` or `unlimited`.
    pace: &'static str,
    won: i64,
    drawn: i64,
    lost: i64,
    /// Games in which the player stayed to the end: points and analyses are of those.
    stayed: i64,
    /// Of all these games, with starting points.
    points: i64,
    scored: ScoredJson,
    /// Turns whose time is known.
    answers: i64,
    /// Half of them took at most so many seconds; absent if there are none, or if they took longer than 14 days.
    median_answer: Option<i64>,
    /// Absent if no game has been analysed.
    analyses: Option<AnalysesJson>,
}

/// Points by what scored.
#[derive(Serialize, ToSchema)]
#[schema(as = ScoredPoints)]
pub(super) struct ScoredJson {
    road: i64,
    city: i64,
    cloister: i64,
    field: i64,
    goods: i64,
}

/// What analyses say. Points are in thousandths, and sums over the games.
#[derive(Serialize, ToSchema)]
#[schema(as = ProfileAnalyses)]
pub(super) struct AnalysesJson {
    games: i64,
    /// How far ahead of the others the player was at the end.
    ahead: i64,
    /// How far ahead with average luck for everyone.
    adjusted: i64,
    /// What the player's own turns gave away.
    loss: i64,
    /// Turns with a choice.
    choices: i64,
}

/// How your games with a player went, private ones too.
#[derive(Serialize, ToSchema)]
#[schema(as = HeadToHead)]
pub(super) struct HeadToHeadJson {
    /// Games in which you were placed before the player.
    ahead: i64,
    even: i64,
    behind: i64,
}

impl From<HeadToHead> for HeadToHeadJson {
    fn from(HeadToHead { ahead, even, behind }: HeadToHead) -> Self {
        Self { ahead, even, behind }
    }
}

impl From<&ShownProfile> for ShownJson {
    fn from(shown: &ShownProfile) -> Self {
        let ids = |games: &[table::Table]| games.iter().map(|game| game.id.to_string()).collect();
        Self {
            results: shown.sums.iter().map(|(kind, sums)| ResultsJson::of(*kind, sums)).collect(),
            reliability: match shown.reliability {
                Reliability::New => None,
                Reliability::Percent(percent) => Some(percent),
            },
            playing: ids(&shown.playing.0),
            finished: ids(&shown.finished.0),
        }
    }
}

impl ResultsJson {
    fn of(kind: GameKind, sums: &ProfileSums) -> Self {
        Self {
            rules: kind.rules.preset.word(),
            expansions: kind.rules.expansions,
            seats: kind.seats,
            pace: kind.pace.word(),
            won: sums.won,
            drawn: sums.drawn,
            lost: sums.lost,
            stayed: sums.stayed,
            points: sums.points,
            scored: ScoredJson {
                road: sums.points_of(Scored::Road),
                city: sums.points_of(Scored::City),
                cloister: sums.points_of(Scored::Cloister),
                field: sums.points_of(Scored::Field),
                goods: sums.points_of(Scored::Goods),
            },
            answers: sums.answers.turns(),
            median_answer: sums.answers.median().and_then(|median| match median {
                MedianAnswer::Within(time) => Some(time.num_seconds()),
                MedianAnswer::Longer(_) => None,
            }),
            analyses: sums.analysed.map(|analysed| AnalysesJson {
                games: analysed.games,
                ahead: analysed.ahead,
                adjusted: analysed.adjusted,
                loss: analysed.loss,
                choices: analysed.choices,
            }),
        }
    }
}

/// A player's profile
///
/// Ratings, and what the player shows to you.
#[utoipa::path(get, operation_id = "player_profile", path = "/api/v1/players/{id}", tag = "profiles", security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The player")),
    responses((status = 200, body = ProfileJson), Problems))]
pub(crate) async fn profile(caller: Caller, id: Path<String>) -> ApiResult {
    let user = player(&id)?;
    let found = caller.service().player_profile(&caller.principal, &user).await?;
    let PlayerProfile { person, ratings, shown, head_to_head, follows } =
        found.ok_or_else(ApiError::no_player)?;
    json(&ProfileJson {
        player: PersonJson::of(&person),
        ratings: ratings.iter().map(|(pool, known)| PlayerRatingJson::of(*pool, known)).collect(),
        shown: shown.as_ref().map(Into::into),
        head_to_head: head_to_head.map(Into::into),
        follows,
    })
}

/// How your games with a player went
#[utoipa::path(get, path = "/api/v1/players/{id}/head-to-head", tag = "profiles", security(("token" = ["read"])),
    params(("id" = String, Path, description = "The player")),
    responses((status = 200, body = HeadToHeadJson), Problems))]
pub(crate) async fn head_to_head(Member(caller): Member, id: Path<String>) -> ApiResult {
    let found = caller.service().head_to_head(&caller.principal, &player(&id)?).await?;
    json(&HeadToHeadJson::from(found.ok_or_else(ApiError::no_player)?))
}

fn player(id: &str) -> Result<UserId, ApiError> {
    UserId::parse(id).ok_or_else(ApiError::no_player)
}

/// Whether to follow, or not any more.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FollowBody {
    follow: bool,
}

/// Follow a player, or end that
#[utoipa::path(post, path = "/api/v1/players/{id}/follow", tag = "profiles", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The player")),
    request_body = FollowBody, responses((status = 204, description = "Done"), Refusals))]
pub(crate) async fn follow_player(
    Member(caller): Member,
    id: Path<String>,
    Body(body): Body<FollowBody>,
) -> ApiResult {
    let user = player(&id)?;
    if body.follow {
        caller.service().follow_player(&caller.principal, &user).await?;
    } else {
        caller.service().unfollow_player(&caller.principal, &user).await?;
    }
    done()
}

/// Follow a game, or end that
#[utoipa::path(post, path = "/api/v1/games/{id}/follow", tag = "profiles", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game")),
    request_body = FollowBody, responses((status = 204, description = "Done"), Refusals))]
pub(crate) async fn follow_game(
    Member(caller): Member,
    GamePath(id): GamePath,
    Body(body): Body<FollowBody>,
) -> ApiResult {
    if body.follow {
        caller.service().follow_game(&caller.principal, &id).await?;
    } else {
        caller.service().unfollow_game(&caller.principal, &id).await?;
    }
    done()
}

impl From<FollowError> for ApiError {
    fn from(error: FollowError) -> Self {
        let code = error.code();
        let status = match error {
            FollowError::NoSuchPlayer => return Self::no_player(),
            FollowError::NoSuchGame => return Self::no_game(),
            FollowError::Denied(why) => return why.into(),
            FollowError::Store(failure) => return failure.into(),
            FollowError::Guest => {
                return Self::new(StatusCode::FORBIDDEN, code, Message::new("error-guest-text"));
            }
            FollowError::Yourself | FollowError::Bot => StatusCode::UNPROCESSABLE_ENTITY,
            FollowError::NotFollowable => StatusCode::FORBIDDEN,
            FollowError::Finished | FollowError::TooMany(_) => StatusCode::CONFLICT,
        };
        Self::new(status, code, refusal(&error))
    }
}

/// A person whom you follow, or who follows you.
#[derive(Serialize, ToSchema)]
#[schema(as = FollowPerson)]
pub(super) struct FollowPersonJson {
    user: String,
    name: String,
    since: DateTime<Utc>,
}

impl From<FollowPerson> for FollowPersonJson {
    fn from(FollowPerson { id, name, at }: FollowPerson) -> Self {
        Self { user: id.to_string(), name, since: at }
    }
}

/// Whom and what you follow.
#[derive(Serialize, ToSchema)]
#[schema(as = Following)]
pub(super) struct FollowingJson {
    /// The last ones first.
    players: Vec<FollowPersonJson>,
    /// The ids of games that you follow and may see, the last ones first.
    games: Vec<String>,
    /// The ids of public games in progress of those players, the last opened first. The header `Link` has the address of more.
    playing: Vec<String>,
}

/// Whom and what you follow
#[utoipa::path(get, path = "/api/v1/following", tag = "profiles", security(("token" = ["read"])),
    params(("below" = Option<i64>, Query, description = "Where a part of `playing` begins: from the header `Link`")),
    responses((status = 200, body = FollowingJson), Problems))]
pub(crate) async fn following(Member(caller): Member, request: HttpRequest) -> ApiResult {
    let below = query(&request)?.parsed("below").map_err(bad_from)?;
    let found = caller.service().watching(&caller.principal, below).await?;
    let ids = |games: &[table::Table]| games.iter().map(|game| game.id.to_string()).collect();
    let body = FollowingJson {
        games: ids(&found.games),
        playing: ids(&found.of_players),
        players: found.players.into_iter().map(Into::into).collect(),
    };
    part(&body, found.next.map(|below| format!("/api/v1/following?below={below}")))
}

/// Those who follow you, the last ones first. The header `Link` has the address of more.
#[derive(Serialize, ToSchema)]
#[schema(as = Followers)]
pub(super) struct FollowersJson {
    people: Vec<FollowPersonJson>,
}

/// Who follows you
#[utoipa::path(get, path = "/api/v1/followers", tag = "profiles", security(("token" = ["read"])),
    params(("from" = Option<String>, Query, description = "Where a part of the list begins: from the header `Link`")),
    responses((status = 200, body = FollowersJson), Problems))]
pub(crate) async fn followers(Member(caller): Member, request: HttpRequest) -> ApiResult {
    let fields = query(&request)?;
    let from = fields.optional("from")?.map(str::parse::<FollowerCursor>).transpose();
    let from = from.map_err(|()| bad_from(PageError::NotFound))?;
    let found = caller.service().followers(&caller.principal, from.as_ref()).await?;
    let people = found.people.into_iter().map(Into::into).collect();
    part(&FollowersJson { people }, found.next.map(|from| format!("/api/v1/followers?from={from}")))
}

/// Who is not to follow you any more.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RemoveFollowerBody {
    /// The id of the player.
    user: String,
}

/// Let somebody no longer follow you
#[utoipa::path(post, path = "/api/v1/account/profile/remove-follower", tag = "profiles", security(("token" = ["play"])),
    request_body = RemoveFollowerBody, responses((status = 204, description = "Done"), Refusals))]
pub(crate) async fn remove_follower(
    Member(caller): Member,
    Body(body): Body<RemoveFollowerBody>,
) -> ApiResult {
    caller.service().remove_follower(&caller.principal, &player(&body.user)?).await?;
    done()
}

/// What you let others see.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ProfileSettings)]
pub(super) struct SettingsJson {
    /// Who sees your profile: `everybody`, `shared` (players who share a game with you) or `nobody`.
    visible: String,
    /// Whether others can follow you.
    followable: bool,
}

/// What you let others see
#[utoipa::path(get, operation_id = "profile_settings", path = "/api/v1/account/profile", tag = "profiles", security(("token" = ["read"])),
    responses((status = 200, body = SettingsJson), Problems))]
pub(crate) async fn settings(Member(caller): Member) -> ApiResult {
    let ProfileSettings { visible, followable } =
        caller.service().profile_settings(&caller.principal).await?;
    json(&SettingsJson { visible: visible.word().to_owned(), followable })
}

/// Choose what you let others see
///
/// If you can't be followed, nobody follows you any more.
#[utoipa::path(post, operation_id = "set_profile_settings", path = "/api/v1/account/profile", tag = "profiles", security(("token" = ["account"])),
    request_body = SettingsJson, responses((status = 204, description = "Stored"), Refusals))]
pub(crate) async fn set(Member(caller): Member, Body(body): Body<SettingsJson>) -> ApiResult {
    let visible = Visibility::parse(&body.visible).ok_or_else(|| PageError::bad_request("api-visible"))?;
    let settings = ProfileSettings { visible, followable: body.followable };
    caller.service().set_profile_settings(&caller.principal, settings).await?;
    done()
}

impl From<ProfileSettingsError> for ApiError {
    fn from(error: ProfileSettingsError) -> Self {
        let code = error.code();
        match error {
            ProfileSettingsError::Guest => {
                Self::new(StatusCode::FORBIDDEN, code, Message::new("error-guest-text"))
            }
            ProfileSettingsError::Denied(why) => why.into(),
            ProfileSettingsError::Store(failure) => failure.into(),
        }
    }
}
