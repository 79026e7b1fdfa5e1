//! `/games/{id}/rematch`: the same players once more.

use actix_web::web::Path;

use crate::service::RematchError;
use crate::table::GameId;
use crate::web::html::answer::Answer;
use crate::web::http::error::PageError;
use crate::web::http::form::VerifiedForm;
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Url;
use crate::web::locale::Message;

/// Opens the table of the rematch, or leads to it if another player was first.
pub(in crate::web) async fn post(person: SignedIn, id: Path<String>, _: VerifiedForm) -> Answer {
    let game = GameId::parse(&id).ok_or(PageError::NotFound)?;
    match person.web().service.rematch(&person.account.id, &game).await {
        Ok(rematch) => Ok(person.go(&Url::Game(rematch.as_str()), None, &[])),
        Err(RematchError::NoSuchGame) => Err(PageError::NotFound),
        Err(RematchError::Store(failure)) => Err(failure.into()),
        Err(why @ RematchError::NotIn) => Err(PageError::Forbidden(Message::from(&why))),
        Err(why @ (RematchError::NotOver | RematchError::TooMany(_))) => {
            Err(PageError::Conflict(Message::from(&why)))
        }
    }
}
