//! `/games/{id}/salt`: revealing the salt that a player has committed to.

use actix_web::web::Path;

use crate::service::RevealError;
use crate::table::GameId;
use crate::web::html::answer::Answer;
use crate::web::html::lobby::table::{self, Refused};
use crate::web::http::error::PageError;
use crate::web::http::form::VerifiedForm;
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Url;
use crate::web::locale::Message;

pub(in crate::web) async fn post(
    person: SignedIn,
    id: Path<String>,
    VerifiedForm(fields): VerifiedForm,
) -> Answer {
    let game = GameId::parse(&id).ok_or(PageError::NotFound)?;
    let service = &person.web().service;
    match service.reveal_salt(person.principal(), &game, fields.required("salt")?).await {
        Ok(()) => Ok(person.go(&Url::Game(game.as_str()), None, &[])),
        Err(RevealError::NoSuchGame) => Err(PageError::NotFound),
        Err(RevealError::Denied(why)) => Err(why.into()),
        Err(RevealError::Store(failure)) => Err(failure.into()),
        Err(why @ RevealError::NotIn) => Err(PageError::Forbidden(Message::from(&why))),
        Err(why @ (RevealError::TooLate | RevealError::OpenSeats | RevealError::NoSalt)) => {
            Err(PageError::Conflict(Message::from(&why)))
        }
        Err(why @ (RevealError::Mismatch | RevealError::TooLong)) => {
            let table = service.table(person.principal(), &game, None).await?.ok_or(PageError::NotFound)?;
            let sentence = person.locale().tell(&Message::from(&why));
            table::page(&person, &table, None, Some(Refused::Salt { sentence }))
        }
    }
}
