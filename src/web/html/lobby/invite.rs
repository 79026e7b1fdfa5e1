//! `/games/{id}/invite` and `/games/{id}/decline`: inviting players by name, and declining.

use crate::html::lobby::table::{self, Refused};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::Message;
use ::table::InviteRefusal;
use service::{DeclineError, InviteError};

pub(crate) async fn invite(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let name = fields.required("name")?;
    let service = &viewer.web().service;
    match service.invite(viewer.principal(), &id, name).await {
        // The same form sent twice invites once.
        Ok(()) | Err(InviteError::Refused(InviteRefusal::AlreadyInvited)) => {
            Ok(viewer.go(&Url::Game(&id), Some(Flash::Invited), &[]))
        }
        Err(InviteError::NoSuchGame) => Err(PageError::NotFound),
        Err(InviteError::Guest) => Err(PageError::Guest(table::back(&id, None))),
        Err(InviteError::Denied(why)) => Err(why.into()),
        Err(InviteError::Store(failure)) => Err(failure.into()),
        Err(why @ InviteError::Refused(InviteRefusal::NotOpener)) => {
            Err(PageError::Forbidden(Message::from(&why)))
        }
        Err(why @ InviteError::Refused(InviteRefusal::Started)) => {
            Err(PageError::Conflict(Message::from(&why)))
        }
        Err(why) => {
            let table = service.table(viewer.principal(), &id, None).await?.ok_or(PageError::NotFound)?;
            let sentence = viewer.locale().format(&Message::from(&why));
            let choices = if let InviteError::Several(names) = why { names } else { Vec::new() };
            let refused = Refused::Name { sentence, name: name.to_owned(), choices };
            table::page(&viewer, &table, None, Some(refused))
        }
    }
}

pub(crate) async fn decline(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    _: VerifiedForm,
) -> PageResult {
    match viewer.web().service.decline(viewer.principal(), &id).await {
        Ok(()) => Ok(viewer.go(&Url::Home, Some(Flash::Declined), &[])),
        Err(DeclineError::Denied(why)) => Err(why.into()),
        Err(DeclineError::Store(failure)) => Err(failure.into()),
        Err(why @ DeclineError::NotInvited) => Err(PageError::Conflict(Message::from(&why))),
    }
}
