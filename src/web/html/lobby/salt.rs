//! `/games/{id}/salt`: revealing the salt that a player has committed to.

use crate::html::lobby::table::{self, Refused};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::Message;
use service::RevealError;

pub(crate) async fn post(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let service = &viewer.web().service;
    match service.reveal_salt(viewer.principal(), &id, fields.required("salt")?).await {
        Ok(()) => Ok(viewer.go(&Url::Game(&id), None, &[])),
        Err(RevealError::NoSuchGame) => Err(PageError::NotFound),
        Err(RevealError::Denied(why)) => Err(why.into()),
        Err(RevealError::Store(failure)) => Err(failure.into()),
        Err(why @ RevealError::NotIn) => Err(PageError::Forbidden(Message::from(&why))),
        Err(why @ (RevealError::TooLate | RevealError::OpenSeats | RevealError::NoSalt)) => {
            Err(PageError::Conflict(Message::from(&why)))
        }
        Err(why @ (RevealError::Mismatch | RevealError::TooLong)) => {
            let table = service.table(viewer.principal(), &id, None).await?.ok_or(PageError::NotFound)?;
            let sentence = viewer.locale().format(&Message::from(&why));
            table::page(&viewer, &table, None, Some(Refused::Salt { sentence }))
        }
    }
}
