//! `/games/{id}/pass`: skips the second part of a double turn.

use actix_web::web::Data;

use crate::html::games::caches::Caches;
use crate::html::games::show::{self, GameQuery};
use crate::html::games::turn::{rejected, submission};
use crate::html::response::PageResult;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::session::SignedIn;
use crate::http::urls::Url;

pub(crate) async fn post(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let submission = submission(&fields)?;
    match person.viewer.web().service.pass(person.viewer.principal(), &id, &submission).await {
        Ok(played) => Ok(person.viewer.go(&Url::After(&id, played.first.saturating_sub(1)), None, &[])),
        Err(error) => {
            let (loaded, why) = rejected(&person, &caches, &id, error).await?;
            show::page(&person.viewer, &loaded, GameQuery::default(), Some(why))
        }
    }
}
