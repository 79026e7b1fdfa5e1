//! What people say at tables, and whom the user does not want to meet.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Path;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::Body;
use crate::api::caller::Member;
use crate::api::document::{Problems, Refusals};
use crate::api::games::view;
use crate::api::problem::ApiError;
use crate::api::response::{ApiResult, created, done, json, query};
use crate::html::wording::talk;
use crate::http::error::PageError;
use crate::http::game_path::GamePath;
use crate::locale::Message;
use account::{Hidden, HiddenPerson, UserId};
use service::{HideError, NewTalk, Say, TalkError, TalkView};
use table::{GameId, LineText, Phrase, Said, TalkChannel, TalkFrom, TalkLine, TalkRefusal};

/// Something that was said.
#[derive(Serialize, ToSchema)]
#[schema(as = Line)]
pub(super) struct LineJson {
    /// From 1 in each channel.
    n: u32,
    at: DateTime<Utc>,
    /// The last event of the game when it was written; 0 before the first.
    event: u32,
    /// The id of the author.
    user: String,
    /// The author's name.
    name: String,
    /// Plain text.
    text: Option<String>,
    /// One of the quick phrases instead.
    #[schema(value_type = Option<String>, example = "well_played")]
    phrase: Option<Phrase>,
    /// Instead of both: the author has withdrawn it (`withdrawn`), or has closed or opened the channel (`closed`, `opened`).
    note: Option<&'static str>,
}

impl LineJson {
    fn of(line: &TalkLine) -> Self {
        let (text, phrase, note) = match &line.said {
            Some(Said::Text(text)) => (Some(text.to_string()), None, None),
            Some(Said::Phrase(phrase)) => (None, Some(*phrase), None),
            Some(Said::Closed) => (None, None, Some("closed")),
            Some(Said::Opened) => (None, None, Some("opened")),
            None => (None, None, Some("withdrawn")),
        };
        Self {
            n: line.n,
            at: line.at,
            event: line.event,
            user: line.author.id.to_string(),
            name: line.author.name.clone(),
            text,
            phrase,
            note,
        }
    }
}

/// A channel as you see it.
#[derive(Serialize, ToSchema)]
#[schema(as = Channel)]
pub(super) struct ChannelJson {
    /// `seats`, `spectators` or `notes`.
    channel: &'static str,
    /// In order.
    lines: Vec<LineJson>,
    /// Whether there are lines before these.
    earlier: bool,
    /// Whether there are lines after these.
    later: bool,
    /// How many lines of others you have not read.
    unread: u32,
    /// The number of the last line, also of one that you don't see.
    last: u32,
    /// What you can write: `text`, which includes phrases, or `phrases`; `null`: nothing.
    writes: Option<&'static str>,
}

/// The channels of a table that you can read.
#[derive(Serialize, ToSchema)]
#[schema(as = Talk)]
pub(super) struct TalkJson {
    /// `seats`, `spectators`, `notes`.
    channels: Vec<&'static str>,
    /// How many lines of others you have not read in all of them.
    unread: u32,
}

/// Which channels of a table you can read
#[utoipa::path(get, operation_id = "talk", path = "/api/v1/games/{id}/talk", tag = "talk", security(("token" = ["read"])),
    params(("id" = String, Path, description = "The game")),
    responses((status = 200, body = TalkJson), Problems))]
pub(crate) async fn get(Member(caller): Member, GamePath(id): GamePath) -> ApiResult {
    let view = view(&caller, &id).await?;
    let channels = caller.service().talk_channels(&caller.principal, &view.table);
    let NewTalk { unread, .. } = caller.service().new_talk(&caller.principal, &view);
    json(&TalkJson { channels: channels.into_iter().map(TalkChannel::word).collect(), unread })
}

/// What was said in a channel
///
/// The last 50 lines, or those beside a number.
#[utoipa::path(get, operation_id = "talk_lines", path = "/api/v1/games/{id}/talk/{channel}", tag = "talk", security(("token" = ["read"])),
    params(("id" = String, Path, description = "The game"),
        ("channel" = String, Path, description = "`seats`, `spectators` or `notes`"),
        ("after" = Option<u32>, Query, description = "The lines after this one"),
        ("before" = Option<u32>, Query, description = "The lines before this one")),
    responses((status = 200, body = ChannelJson), Problems))]
pub(crate) async fn lines(
    Member(caller): Member,
    path: Path<(String, String)>,
    request: HttpRequest,
) -> ApiResult {
    let (id, channel) = place(&path)?;
    let fields = query(&request)?;
    let from = match (fields.parsed("after")?, fields.parsed("before")?) {
        (Some(n), _) => TalkFrom::After(n),
        (None, Some(n)) => TalkFrom::Before(n),
        (None, None) => TalkFrom::Last,
    };
    let view = view(&caller, &id).await?;
    let found = caller.service().talk(&caller.principal, &view.table, channel, from).await?;
    let TalkView { page, unread, last, writes, .. } = found.ok_or_else(no_channel)?;
    json(&ChannelJson {
        channel: channel.word(),
        lines: page.lines.iter().map(LineJson::of).collect(),
        earlier: page.earlier,
        later: page.later,
        unread: unread.of(&[channel]),
        last,
        writes: writes.map(|text| if text { "text" } else { "phrases" }),
    })
}

/// What to say: a text or a phrase.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SayBody {
    /// Up to 500 characters in one line.
    text: Option<String>,
    #[schema(value_type = Option<String>, example = "well_played")]
    phrase: Option<Phrase>,
    /// The last line that you have read.
    seen: Option<u32>,
}

/// The number of a line.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LineNumber {
    n: u32,
}

/// Say something
#[utoipa::path(post, operation_id = "say", path = "/api/v1/games/{id}/talk/{channel}", tag = "talk", security(("token" = ["talk"])),
    params(("id" = String, Path, description = "The game"),
        ("channel" = String, Path, description = "`seats`, `spectators` or `notes`")),
    request_body = Option<SayBody>, responses((status = 201, body = LineNumber, description = "Said"), Refusals))]
pub(crate) async fn say(
    Member(caller): Member,
    path: Path<(String, String)>,
    Body(body): Body<SayBody>,
) -> ApiResult {
    let (id, channel) = place(&path)?;
    let said = match (body.phrase, body.text) {
        (Some(phrase), None) => Said::Phrase(phrase),
        (None, Some(text)) => Said::Text(LineText::parse(&text).map_err(|why| {
            ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-line", talk::bad_text(why))
        })?),
        _ => {
            let why = Message::new("api-text-or-phrase");
            return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-line", why));
        }
    };
    let n = caller.service().say(&caller.principal, &id, Say { channel, said, seen: body.seen }).await?;
    created(&LineNumber { n })
}

/// Take a line of yours back, or delete a note
#[utoipa::path(post, operation_id = "withdraw", path = "/api/v1/games/{id}/talk/{channel}/withdraw", tag = "talk", security(("token" = ["talk"])),
    params(("id" = String, Path, description = "The game"),
        ("channel" = String, Path, description = "`seats`, `spectators` or `notes`")),
    request_body = LineNumber, responses((status = 204, description = "Withdrawn"), Refusals))]
pub(crate) async fn withdraw(
    Member(caller): Member,
    path: Path<(String, String)>,
    Body(body): Body<LineNumber>,
) -> ApiResult {
    let (id, channel) = place(&path)?;
    caller.service().withdraw(&caller.principal, &id, channel, body.n).await?;
    done()
}

/// Say up to which line you have read
#[utoipa::path(post, operation_id = "see_talk", path = "/api/v1/games/{id}/talk/{channel}/seen", tag = "talk", security(("token" = ["talk"])),
    params(("id" = String, Path, description = "The game"),
        ("channel" = String, Path, description = "`seats` or `spectators`")),
    request_body = LineNumber, responses((status = 204, description = "Noted"), Refusals))]
pub(crate) async fn seen(
    Member(caller): Member,
    path: Path<(String, String)>,
    Body(body): Body<LineNumber>,
) -> ApiResult {
    let (id, channel) = place(&path)?;
    caller.service().see_talk(&caller.principal, &id, channel, body.n).await?;
    done()
}

/// Whether the spectators' channel is to be closed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CloseTalkBody {
    closed: bool,
}

/// Close the spectators' channel of your game, or open it again
#[utoipa::path(post, operation_id = "close_talk", path = "/api/v1/games/{id}/talk/spectators/close", tag = "talk", security(("token" = ["talk"])),
    params(("id" = String, Path, description = "The game")),
    request_body = CloseTalkBody, responses((status = 204, description = "Closed or opened"), Refusals))]
pub(crate) async fn close(
    Member(caller): Member,
    GamePath(id): GamePath,
    Body(body): Body<CloseTalkBody>,
) -> ApiResult {
    caller.service().close_spectators(&caller.principal, &id, body.closed).await?;
    done()
}

fn place(path: &(String, String)) -> Result<(GameId, TalkChannel), ApiError> {
    let id = GameId::parse(&path.0).ok_or_else(ApiError::no_game)?;
    Ok((id, TalkChannel::parse(&path.1).ok_or_else(no_channel)?))
}

fn no_channel() -> ApiError {
    TalkError::Refused(TalkRefusal::NoSuchChannel).into()
}

impl From<TalkError> for ApiError {
    fn from(error: TalkError) -> Self {
        let code = error.code();
        match error {
            TalkError::NoSuchGame => Self::no_game(),
            TalkError::Refused(why) => {
                let status = match why {
                    TalkRefusal::NoSuchChannel => StatusCode::NOT_FOUND,
                    TalkRefusal::Guest | TalkRefusal::PhrasesOnly | TalkRefusal::NotClosable => {
                        StatusCode::FORBIDDEN
                    }
                    TalkRefusal::Closed | TalkRefusal::NotWithdrawable => StatusCode::CONFLICT,
                    TalkRefusal::TooMuch(_) => StatusCode::TOO_MANY_REQUESTS,
                };
                Self::new(status, code, talk::refusal(why))
            }
            TalkError::Denied(why) => why.into(),
            TalkError::Store(failure) => failure.into(),
        }
    }
}

/// Somebody whom you have muted or blocked.
#[derive(Serialize, ToSchema)]
#[schema(as = HiddenPerson)]
pub(super) struct HiddenJson {
    user: String,
    name: String,
    /// `muted` or `blocked`.
    why: &'static str,
    since: DateTime<Utc>,
}

/// Those whom you have muted or blocked, the last ones first.
#[derive(Serialize, ToSchema)]
#[schema(as = HiddenPeople)]
pub(super) struct PeopleJson {
    people: Vec<HiddenJson>,
}

/// Whom you have muted or blocked
#[utoipa::path(get, operation_id = "hidden_people", path = "/api/v1/people/hidden", tag = "talk", security(("token" = ["read"])),
    responses((status = 200, body = PeopleJson), Problems))]
pub(crate) async fn people(Member(caller): Member) -> ApiResult {
    let found = caller.service().hidden_people(&caller.principal).await?;
    let row = |HiddenPerson { id, name, why, at }: HiddenPerson| HiddenJson {
        user: id.to_string(),
        name,
        why: why.word(),
        since: at,
    };
    json(&PeopleJson { people: found.into_iter().map(row).collect() })
}

/// Whom to mute or block, or not any more.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HideBody {
    /// The id of the player.
    user: String,
    /// `muted` or `blocked`.
    why: String,
    hidden: bool,
}

/// Mute or block somebody, or end that
#[utoipa::path(post, operation_id = "hide_person", path = "/api/v1/people/hidden", tag = "talk", security(("token" = ["talk"])),
    request_body = HideBody, responses((status = 204, description = "Done"), Refusals))]
pub(crate) async fn hide(Member(caller): Member, Body(body): Body<HideBody>) -> ApiResult {
    let why = Hidden::parse(&body.why).ok_or_else(|| PageError::bad_request("api-muted-or-blocked"))?;
    let user = UserId::parse(&body.user).ok_or(HideError::NoSuchPlayer)?;
    caller.service().hide_person(&caller.principal, &user, why, body.hidden).await?;
    done()
}

impl From<HideError> for ApiError {
    fn from(error: HideError) -> Self {
        let code = error.code();
        match error {
            HideError::NoSuchPlayer => Self::no_player(),
            HideError::Yourself => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, Message::new("refused-hide-yourself"))
            }
            HideError::Denied(why) => why.into(),
            HideError::Store(failure) => failure.into(),
        }
    }
}
