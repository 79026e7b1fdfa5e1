//! `/games/{id}/hint`: asks for a hint.

use actix_web::web::Data;

use crate::service::Expected;
use crate::web::html::answer::Answer;
use crate::web::html::games::caches::Caches;
use crate::web::html::games::show::{self, GameQuery};
use crate::web::html::games::turn::rejected;
use crate::web::http::form::VerifiedForm;
use crate::web::http::game_path::GamePath;
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Url;

/// Counts a hint, which the page then shows.
pub(in crate::web) async fn post(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> Answer {
    let expected = Expected(fields.needed("expected")?);
    match person.web().service.ask_for_hint(person.principal(), &id, expected).await {
        Ok(()) => Ok(person.go(&Url::Hints(&id), None, &[])),
        Err(error) => {
            let (loaded, why) = rejected(&person, &caches, &id, error).await?;
            show::page(&person, &loaded, GameQuery::default(), Some(why))
        }
    }
}
