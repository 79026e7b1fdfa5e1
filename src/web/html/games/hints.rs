//! `/games/{id}/hint`: asks for a hint.

use actix_web::web::Path;

use crate::service::Expected;
use crate::table::GameId;
use crate::web::html::answer::Answer;
use crate::web::html::games::show::{self, Look};
use crate::web::html::games::turn::rejected;
use crate::web::http::error::PageError;
use crate::web::http::form::VerifiedForm;
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Url;

/// Counts a hint, which the page then shows.
pub(in crate::web) async fn post(
    person: SignedIn,
    id: Path<String>,
    VerifiedForm(fields): VerifiedForm,
) -> Answer {
    let game = GameId::parse(&id).ok_or(PageError::NotFound)?;
    let expected = Expected(fields.needed("expected")?);
    match person.web().service.ask_for_hint(person.principal(), &game, expected).await {
        Ok(()) => Ok(person.go(&Url::Hints(&id), None, &[])),
        Err(error) => {
            let (loaded, why) = rejected(&person, &id, error).await?;
            show::page(&person, &loaded, Look::default(), Some(why))
        }
    }
}
