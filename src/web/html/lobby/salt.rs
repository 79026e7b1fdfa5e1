//! `/games/{id}/salt`: revealing the salt that a player has committed to.

use crate::service::RevealError;
use crate::web::html::answer::Answer;
use crate::web::html::lobby::table::{self, Refused};
use crate::web::http::error::PageError;
use crate::web::http::form::VerifiedForm;
use crate::web::http::game_path::GamePath;
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Url;
use crate::web::locale::Message;

pub(in crate::web) async fn post(
    person: SignedIn,
    GamePath(id): GamePath,
    VerifiedForm(fields): VerifiedForm,
) -> Answer {
    let service = &person.web().service;
    match service.reveal_salt(person.principal(), &id, fields.required("salt")?).await {
        Ok(()) => Ok(person.go(&Url::Game(&id), None, &[])),
        Err(RevealError::NoSuchGame) => Err(PageError::NotFound),
        Err(RevealError::Denied(why)) => Err(why.into()),
        Err(RevealError::Store(failure)) => Err(failure.into()),
        Err(why @ RevealError::NotIn) => Err(PageError::Forbidden(Message::from(&why))),
        Err(why @ (RevealError::TooLate | RevealError::OpenSeats | RevealError::NoSalt)) => {
            Err(PageError::Conflict(Message::from(&why)))
        }
        Err(why @ (RevealError::Mismatch | RevealError::TooLong)) => {
            let table = service.table(person.principal(), &id, None).await?.ok_or(PageError::NotFound)?;
            let sentence = person.locale().tell(&Message::from(&why));
            table::page(&person, &table, None, Some(Refused::Salt { sentence }))
        }
    }
}
