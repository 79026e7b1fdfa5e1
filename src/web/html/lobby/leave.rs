//! `/games/{id}/leave` and `/games/{id}/close`: giving up a seat, and removing a table.

use crate::service::LeaveError;
use crate::web::html::answer::Answer;
use crate::web::http::error::PageError;
use crate::web::http::flash::Flash;
use crate::web::http::form::VerifiedForm;
use crate::web::http::game_path::GamePath;
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Url;
use crate::web::locale::Message;

pub(in crate::web) async fn leave(person: SignedIn, GamePath(id): GamePath, _: VerifiedForm) -> Answer {
    person.web().service.leave(person.principal(), &id).await.map_err(refused)?;
    Ok(person.go(&Url::Home, Some(Flash::Left), &[]))
}

pub(in crate::web) async fn close(person: SignedIn, GamePath(id): GamePath, _: VerifiedForm) -> Answer {
    person.web().service.close_table(person.principal(), &id).await.map_err(refused)?;
    Ok(person.go(&Url::Home, Some(Flash::TableClosed), &[]))
}

fn refused(error: LeaveError) -> PageError {
    match error {
        LeaveError::NoSuchGame => PageError::NotFound,
        LeaveError::NotIn => PageError::Forbidden(Message::from(&error)),
        LeaveError::Full | LeaveError::Begun => PageError::Conflict(Message::from(&error)),
        LeaveError::Denied(why) => why.into(),
        LeaveError::Store(failure) => failure.into(),
    }
}
