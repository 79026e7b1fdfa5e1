//! `/games/{id}/hint`: asks for a hint.

use actix_web::web::Data;

use crate::html::games::caches::Caches;
use crate::html::games::show::{self, GameQuery};
use crate::html::games::turn::rejected;
use crate::html::response::PageResult;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use service::Expected;

/// Counts a hint, which the page then shows.
pub(crate) async fn post(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let expected = Expected(fields.needed("expected")?);
    match person.viewer.web().service.ask_for_hint(person.viewer.principal(), &id, expected).await {
        Ok(()) => Ok(person.viewer.go(&Url::Hints(&id), None, &[])),
        Err(error) => {
            let (loaded, why) = rejected(&person, &caches, &id, error).await?;
            show::page(&person.viewer, &loaded, GameQuery::default(), Some(why))
        }
    }
}
