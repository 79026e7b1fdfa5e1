//! `/games/{id}/join`: taking a seat.

use crate::html::lobby::table::{self, Refused};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::salt_hash::{BAD_HASH, salt_hash};
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::Message;
use ::table::Invite;
use service::JoinError;

pub(crate) async fn post(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let invite = match fields.optional("invite")? {
        Some(key) => Some(Invite::parse(key).ok_or(PageError::NotFound)?),
        None => None,
    };
    let service = &viewer.web().service;
    let salt_hash = match salt_hash(&fields)? {
        Ok(salt_hash) => salt_hash,
        Err(typed) => {
            let table = service.table(viewer.principal(), &id, invite.as_ref()).await?;
            let table = table.ok_or(PageError::NotFound)?;
            let sentence = viewer.locale().say(BAD_HASH).to_owned();
            return table::page(&viewer, &table, invite.as_ref(), Some(Refused::Hash { sentence, typed }));
        }
    };
    match service.join(viewer.principal(), &id, invite.as_ref(), salt_hash).await {
        Ok(_) | Err(JoinError::AlreadyIn) => Ok(viewer.go(&Url::Game(&id), Some(Flash::Joined), &[])),
        Err(JoinError::Guest) => Err(PageError::Guest(table::back(&id, invite.as_ref()))),
        Err(JoinError::NoSuchGame) => Err(PageError::NotFound),
        Err(JoinError::Denied(why)) => Err(why.into()),
        Err(JoinError::Store(failure)) => Err(failure.into()),
        Err(JoinError::Unreliable { .. } | JoinError::Newcomer | JoinError::Rating { .. }) => {
            let table = service.table(viewer.principal(), &id, invite.as_ref()).await?;
            let table = table.ok_or(PageError::NotFound)?;
            table::page(&viewer, &table, invite.as_ref(), Some(Refused::Seat))
        }
        Err(
            full @ (JoinError::Full
            | JoinError::Reserved
            | JoinError::Bot
            | JoinError::ForBots
            | JoinError::Blocked),
        ) => Err(PageError::Conflict(Message::from(&full))),
    }
}
