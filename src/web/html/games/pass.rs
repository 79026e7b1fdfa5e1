//! `/games/{id}/pass`: skips the second part of a double turn.

use actix_web::web::Path;

use crate::table::GameId;
use crate::web::html::answer::Answer;
use crate::web::html::games::show::{self, Look};
use crate::web::html::games::turn::{rejected, submission};
use crate::web::http::error::PageError;
use crate::web::http::form::VerifiedForm;
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Url;

pub(in crate::web) async fn post(
    person: SignedIn,
    id: Path<String>,
    VerifiedForm(fields): VerifiedForm,
) -> Answer {
    let game = GameId::parse(&id).ok_or(PageError::NotFound)?;
    let submission = submission(&fields)?;
    match person.web().service.pass(person.principal(), &game, &submission).await {
        Ok(played) => Ok(person.go(&Url::After(&id, played.first.saturating_sub(1)), None, &[])),
        Err(error) => {
            let (loaded, why) = rejected(&person, &id, error).await?;
            show::page(&person, &loaded, Look::default(), Some(why))
        }
    }
}
