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

pub(crate) async fn leave(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    _: VerifiedForm,
) -> PageResult {
    viewer.web().service.leave(viewer.principal(), &id).await.map_err(refused)?;
    Ok(viewer.go(&Url::Home, Some(Flash::Left), &[]))
}

pub(crate) async fn close(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    _: VerifiedForm,
) -> PageResult {
    viewer.web().service.close_table(viewer.principal(), &id).await.map_err(refused)?;
    Ok(viewer.go(&Url::Home, Some(Flash::TableClosed), &[]))
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
