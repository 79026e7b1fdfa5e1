//! What people do at tables before the start and after the end.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::Body;
use crate::api::caller::Member;
use crate::api::document::Refusals;
use crate::api::games::view;
use crate::api::problem::ApiError;
use crate::api::response::{ApiResult, Opened, done, json, opened};
use crate::api::table_json::SettingsBody;
use crate::http::game_path::GamePath;
use engine::{SaltHash, Seat};
use service::{InviteError, JoinError};
use table::{ComputerLevel, Invite, InviteRefusal, OpenTable};

/// A table to open.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenBody {
    /// 2 if left out.
    #[serde(default = "two")]
    #[schema(minimum = 2)]
    seats: u8,
    #[serde(default)]
    computers: Vec<ComputerBody>,
    /// Whether you take a seat at once; yes, if left out.
    #[serde(default = "yes")]
    plays: bool,
    /// The SHA-256 of your salt in hexadecimal, which you reveal before the start.
    #[schema(value_type = Option<String>)]
    salt_hash: Option<SaltHash>,
    #[serde(default)]
    settings: SettingsBody,
}

const fn two() -> u8 {
    2
}

const fn yes() -> bool {
    true
}

/// A seat for the computer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ComputerBody {
    #[schema(value_type = u8)]
    seat: Seat,
    /// From `one` to `eight`.
    #[schema(value_type = String, example = "four")]
    level: ComputerLevel,
}

/// Open a table
#[utoipa::path(post, path = "/api/v1/games", tag = "tables", security(("token" = ["play"])),
    request_body = Option<OpenBody>, responses((status = 201, body = Opened), Refusals))]
pub(crate) async fn open(Member(caller): Member, Body(body): Body<OpenBody>) -> ApiResult {
    let open = OpenTable {
        settings: body.settings.settings()?,
        seats: body.seats,
        computers: body.computers.iter().map(|computer| (computer.seat, computer.level)).collect(),
    };
    let (service, principal) = (caller.service(), &caller.principal);
    opened(&if body.plays {
        service.open_and_join(principal, &open, body.salt_hash).await?
    } else {
        service.open_table(principal, &open).await?
    })
}

/// How to take a seat.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinBody {
    /// The secret of the invite link, for tables that aren't public.
    invite: Option<String>,
    /// The SHA-256 of your salt in hexadecimal, which you reveal before the start.
    #[schema(value_type = Option<String>)]
    salt_hash: Option<SaltHash>,
}

/// The seat that was taken.
#[derive(Serialize, ToSchema)]
#[schema(as = Joined)]
pub(super) struct JoinedJson {
    seat: u8,
}

/// Take a seat
///
/// Who has one already gets the same answer.
#[utoipa::path(post, path = "/api/v1/games/{id}/join", tag = "tables", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The table")),
    request_body = Option<JoinBody>, responses((status = 200, body = JoinedJson), Refusals))]
pub(crate) async fn join(
    Member(caller): Member,
    GamePath(id): GamePath,
    Body(body): Body<JoinBody>,
) -> ApiResult {
    let user = caller.user()?;
    let invite = match &body.invite {
        Some(invite) => Some(Invite::parse(invite).ok_or_else(ApiError::no_game)?),
        None => None,
    };
    match caller.service().join(&caller.principal, &id, invite.as_ref(), body.salt_hash).await {
        Ok(Seat(seat)) => json(&JoinedJson { seat }),
        Err(JoinError::AlreadyIn) => {
            let seat = view(&caller, &id).await?.table.seat_of(&user.id);
            json(&JoinedJson { seat: seat.ok_or(JoinError::AlreadyIn)?.0 })
        }
        Err(error) => Err(error.into()),
    }
}

/// Give up a seat before the start
#[utoipa::path(post, path = "/api/v1/games/{id}/leave", tag = "tables", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The table")),
    responses((status = 204, description = "Left"), Refusals))]
pub(crate) async fn leave(Member(caller): Member, GamePath(id): GamePath) -> ApiResult {
    caller.service().leave(&caller.principal, &id).await?;
    done()
}

/// Remove a table before the start
///
/// Only its opener can.
#[utoipa::path(post, path = "/api/v1/games/{id}/close", tag = "tables", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The table")),
    responses((status = 204, description = "Removed"), Refusals))]
pub(crate) async fn close(Member(caller): Member, GamePath(id): GamePath) -> ApiResult {
    caller.service().close_table(&caller.principal, &id).await?;
    done()
}

/// List a table that only invited people can join
///
/// Before the start, and only its opener can. Its invite link still leads to it. Called twice, it succeeds twice.
#[utoipa::path(post, path = "/api/v1/games/{id}/make-public", tag = "tables", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The table")),
    responses((status = 204, description = "Public"), Refusals))]
pub(crate) async fn make_public(Member(caller): Member, GamePath(id): GamePath) -> ApiResult {
    caller.service().make_public(&caller.principal, &id).await?;
    done()
}

/// Whom to invite.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct InviteBody {
    /// A name, or its beginning if only one player's name begins like that.
    name: String,
}

/// Invite somebody by name
///
/// Sent twice, it invites once.
#[utoipa::path(post, path = "/api/v1/games/{id}/invite", tag = "tables", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The table")),
    request_body = InviteBody, responses((status = 204, description = "Invited"), Refusals))]
pub(crate) async fn invite(
    Member(caller): Member,
    GamePath(id): GamePath,
    Body(body): Body<InviteBody>,
) -> ApiResult {
    match caller.service().invite(&caller.principal, &id, &body.name).await {
        Ok(()) | Err(InviteError::Refused(InviteRefusal::AlreadyInvited)) => done(),
        Err(error) => Err(error.into()),
    }
}

/// Decline an invitation
#[utoipa::path(post, path = "/api/v1/games/{id}/decline", tag = "tables", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The table")),
    responses((status = 204, description = "Declined"), Refusals))]
pub(crate) async fn decline(Member(caller): Member, GamePath(id): GamePath) -> ApiResult {
    caller.service().decline(&caller.principal, &id).await?;
    done()
}

/// A salt to reveal.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SaltBody {
    salt: String,
}

/// Reveal the salt that you have committed to
#[utoipa::path(post, path = "/api/v1/games/{id}/salt", tag = "tables", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The table")),
    request_body = SaltBody, responses((status = 204, description = "Revealed"), Refusals))]
pub(crate) async fn reveal_salt(
    Member(caller): Member,
    GamePath(id): GamePath,
    Body(body): Body<SaltBody>,
) -> ApiResult {
    caller.service().reveal_salt(&caller.principal, &id, &body.salt).await?;
    done()
}

/// A rematch to open.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RematchBody {
    /// Points to begin with by seat; those that the rules propose, if left out.
    handicaps: Option<Vec<i32>>,
    /// The SHA-256 of your salt in hexadecimal, which you reveal before the start.
    #[schema(value_type = Option<String>)]
    salt_hash: Option<SaltHash>,
}

/// Open a rematch, or take your seat at it
#[utoipa::path(post, path = "/api/v1/games/{id}/rematch", tag = "tables", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The finished game")),
    request_body = RematchBody, responses((status = 201, body = Opened), Refusals))]
pub(crate) async fn rematch(
    Member(caller): Member,
    GamePath(id): GamePath,
    Body(body): Body<RematchBody>,
) -> ApiResult {
    let service = caller.service();
    opened(&service.rematch_with(&caller.principal, &id, body.handicaps, body.salt_hash).await?)
}
