//! `/games/{id}/make-public`: listing a table that only invited people could join.

use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::Message;
use service::MakePublicError;

pub(crate) async fn post(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    _: VerifiedForm,
) -> PageResult {
    match viewer.web().service.make_public(viewer.principal(), &id).await {
        Ok(()) => Ok(viewer.go(&Url::Game(&id), Some(Flash::MadePublic), &[])),
        Err(MakePublicError::NoSuchGame) => Err(PageError::NotFound),
        Err(MakePublicError::Guest) => Err(PageError::Guest(Url::Game(&id).to_string())),
        Err(MakePublicError::Denied(why)) => Err(why.into()),
        Err(MakePublicError::Store(failure)) => Err(failure.into()),
        Err(why @ MakePublicError::NotOpener) => Err(PageError::Forbidden(Message::from(&why))),
        Err(why @ MakePublicError::Begun) => Err(PageError::Conflict(Message::from(&why))),
    }
}
