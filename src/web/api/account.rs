//! What concerns the sender: who it is, what waits, and notifications.

use actix_web::HttpRequest;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::Body;
use crate::api::caller::Member;
use crate::api::document::{Problems, Refusals};
use crate::api::problem::ApiError;
use crate::api::response::{ApiResult, done, json, part, query};
use crate::api::table_json::{MakerJson, TableJson};
use crate::http::error::PageError;
use crate::http::urls::NotificationQuery;
use service::Scope;
use table::{GameId, NotificationFilter, NotificationKind, NotificationTopic};

/// The user of the token.
#[derive(Serialize, ToSchema)]
#[schema(as = Me)]
pub(super) struct MeJson {
    id: String,
    name: String,
    /// Who made the account, if it is a bot's.
    bot_of: Option<MakerJson>,
    /// The time zone, such as `Europe/Prague`.
    zone: &'static str,
    /// What the token allows.
    scopes: Vec<&'static str>,
}

/// Whose token this is, and what it allows
#[utoipa::path(get, path = "/api/v1/me", tag = "account", security(("token" = [])),
    responses((status = 200, body = MeJson), Problems))]
pub(crate) async fn me(Member(caller): Member) -> ApiResult {
    let user = caller.user()?;
    let bot = caller.service().bot_called(&caller.principal, &user.name).await?;
    let scopes = [Scope::Read, Scope::Play, Scope::Talk, Scope::Account];
    json(&MeJson {
        id: user.id.to_string(),
        name: user.name.clone(),
        bot_of: bot.and_then(|bot| bot.bot_of).as_ref().map(MakerJson::of),
        zone: user.zone.name(),
        scopes: scopes
            .into_iter()
            .filter(|scope| caller.principal.require(*scope).is_ok())
            .map(Scope::word)
            .collect(),
    })
}

/// What waits for the user.
#[derive(Serialize, ToSchema)]
#[schema(as = Waiting)]
pub(super) struct WaitingJson {
    /// Games in which it is your turn, the earliest deadline first.
    turns: Vec<TableJson>,
    /// Tables to which you are invited, the last first.
    invitations: Vec<TableJson>,
}

/// What waits for you: turns and invitations
#[utoipa::path(get, path = "/api/v1/waiting", tag = "account", security(("token" = ["read"])),
    responses((status = 200, body = WaitingJson), Problems))]
pub(crate) async fn waiting(Member(caller): Member) -> ApiResult {
    let waiting = caller.service().waiting(&caller.principal).await?;
    json(&WaitingJson {
        turns: TableJson::list(&waiting.my_turn),
        invitations: TableJson::list(&waiting.invitations),
    })
}

/// A notification.
#[derive(Serialize, ToSchema)]
#[schema(as = Notification)]
pub(super) struct NotificationJson {
    game: String,
    /// Such as `finished` or `asked`.
    kind: &'static str,
    /// The number of the event.
    n: u32,
    at: DateTime<Utc>,
    seen: bool,
}

/// A part of the list of notifications. The header `Link` has the address of the next.
#[derive(Serialize, ToSchema)]
#[schema(as = Notifications)]
pub(super) struct NotificationsJson {
    notifications: Vec<NotificationJson>,
}

/// Your notifications, the last first
#[utoipa::path(get, path = "/api/v1/notifications", tag = "account", security(("token" = ["read"])),
    params(("game" = Option<String>, Query, description = "Only of this game"),
        ("topic" = Option<String>, Query, description = "Only about this"),
        ("unseen" = Option<String>, Query, description = "`yes` for those that you have not seen"),
        ("before" = Option<String>, Query, description = "Where the part begins, from the `Link` of the part before")),
    responses((status = 200, body = NotificationsJson), Problems))]
pub(crate) async fn notifications(Member(caller): Member, request: HttpRequest) -> ApiResult {
    let fields = query(&request)?;
    let filter = NotificationFilter {
        game: fields.chosen("game", GameId::parse)?,
        topic: fields.chosen("topic", NotificationTopic::parse)?,
        unseen: fields.optional("unseen")? == Some("yes"),
    };
    let before = fields.chosen("before", NotificationQuery::parse_place)?;
    let found = caller.service().notifications(&caller.principal, &filter, before.as_ref()).await?;
    let entries = found.notifications.iter().map(|(one, _)| NotificationJson {
        game: one.game.to_string(),
        kind: one.kind.word(),
        n: one.n,
        at: one.at,
        seen: one.seen,
    });
    let list = NotificationsJson { notifications: entries.collect() };
    let next = found.next.map(|last| NotificationQuery { filter, before: Some(last) });
    part(&list, next.map(|next| format!("/api/v1/notifications{next}")))
}

/// Which notification to mark.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MarkBody {
    #[schema(value_type = String)]
    game: GameId,
    kind: String,
    n: u32,
    /// `false`: as unseen.
    seen: bool,
}

/// Mark a notification as seen or unseen
#[utoipa::path(post, path = "/api/v1/notifications/seen", tag = "account", security(("token" = ["play"])),
    request_body = MarkBody, responses((status = 204, description = "Marked"), Refusals))]
pub(crate) async fn mark_seen(Member(caller): Member, Body(body): Body<MarkBody>) -> ApiResult {
    let kind = NotificationKind::parse(&body.kind)
        .ok_or_else(|| ApiError::bad_body(Some("kind".to_owned()), "no such kind of notification"))?;
    let service = caller.service();
    if !service.mark_notification(&caller.principal, &body.game, kind, body.n, body.seen).await? {
        return Err(PageError::NotFound.into());
    }
    done()
}

/// How many notifications were marked, and when.
#[derive(Serialize, ToSchema)]
#[schema(as = Marked)]
pub(super) struct MarkedJson {
    /// To take it back with.
    at: DateTime<Utc>,
    marked: u64,
}

/// Mark all notifications as seen
#[utoipa::path(post, path = "/api/v1/notifications/all-seen", tag = "account", security(("token" = ["play"])),
    responses((status = 200, body = MarkedJson), Refusals))]
pub(crate) async fn mark_all_seen(Member(caller): Member) -> ApiResult {
    let (at, marked) = caller.service().mark_all_seen(&caller.principal).await?;
    json(&MarkedJson { at, marked })
}

/// When all were marked.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UnmarkBody {
    at: DateTime<Utc>,
}

/// Take back that all were marked as seen
#[utoipa::path(post, path = "/api/v1/notifications/unseen", tag = "account", security(("token" = ["play"])),
    request_body = UnmarkBody, responses((status = 204, description = "Taken back"), Refusals))]
pub(crate) async fn mark_unseen(Member(caller): Member, Body(body): Body<UnmarkBody>) -> ApiResult {
    // Zero is what is not seen, and one what was seen before it was known when.
    if body.at.timestamp_millis() <= 1 {
        return Err(ApiError::bad_body(Some("at".to_owned()), "too early"));
    }
    caller.service().unmark_seen(&caller.principal, body.at).await?;
    done()
}

/// The turns that were shown.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnsSeenBody {
    /// Only in this game.
    #[schema(value_type = Option<String>)]
    game: Option<GameId>,
}

/// Say that you know that it is your turn, so that no message has to
#[utoipa::path(post, path = "/api/v1/notifications/turns-seen", tag = "account", security(("token" = ["play"])),
    request_body = Option<TurnsSeenBody>, responses((status = 204, description = "Noted"), Refusals))]
pub(crate) async fn see_turns(Member(caller): Member, Body(body): Body<TurnsSeenBody>) -> ApiResult {
    caller.service().see_turns(&caller.principal, body.game.as_ref()).await?;
    done()
}

/// Which game to mute.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MuteBody {
    #[schema(value_type = String)]
    game: GameId,
    /// `false`: get messages about it again.
    muted: bool,
}

/// Get no messages about a game, or get them again
#[utoipa::path(post, path = "/api/v1/notifications/mute", tag = "account", security(("token" = ["play"])),
    request_body = MuteBody, responses((status = 204, description = "Done"), Refusals))]
pub(crate) async fn mute(Member(caller): Member, Body(body): Body<MuteBody>) -> ApiResult {
    caller.service().mute(&caller.principal, &body.game, body.muted).await?;
    done()
}
