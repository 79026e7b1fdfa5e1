//! `/games/{id}/pass`: skips the second part of a double turn.

use actix_web::web::Data;

use crate::web::html::answer::Answer;
use crate::web::html::games::caches::Caches;
use crate::web::html::games::show::{self, GameQuery};
use crate::web::html::games::turn::{rejected, submission};
use crate::web::http::form::VerifiedForm;
use crate::web::http::game_path::GamePath;
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Url;

pub(in crate::web) async fn post(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> Answer {
    let submission = submission(&fields)?;
    match person.web().service.pass(person.principal(), &id, &submission).await {
        Ok(played) => Ok(person.go(&Url::After(&id, played.first.saturating_sub(1)), None, &[])),
        Err(error) => {
            let (loaded, why) = rejected(&person, &caches, &id, error).await?;
            show::page(&person, &loaded, GameQuery::default(), Some(why))
        }
    }
}
