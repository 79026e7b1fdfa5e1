//! `/games/{id}/leave` and `/games/{id}/close`: giving up a seat, and removing a table.

use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::Message;
use service::LeaveError;

pub(crate) async fn leave(person: SignedIn, GamePath(id): GamePath, _: VerifiedForm) -> PageResult {
    person.web().service.leave(person.principal(), &id).await.map_err(refused)?;
    Ok(person.go(&Url::Home, Some(Flash::Left), &[]))
}

pub(crate) async fn close(person: SignedIn, GamePath(id): GamePath, _: VerifiedForm) -> PageResult {
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
