//! `/games/{id}/pass`: skips the second part of a double turn.

use actix_web::http::StatusCode;
use actix_web::web::Path;

use crate::service::PlayError;
use crate::table::GameId;
use crate::web::html::answer::Answer;
use crate::web::html::games::show::{self, Look, RejectedTurn};
use crate::web::html::games::turn::{refused, submission};
use crate::web::html::games::{LoadedGame, refusal};
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
    let (status, sentence) = match person.web().service.pass(person.principal(), &game, &submission).await {
        Ok(played) => return Ok(person.go(&Url::Done(&id, played.first), None, &[])),
        Err(PlayError::Refused(why)) => {
            (StatusCode::UNPROCESSABLE_ENTITY, refusal::sentence(person.locale(), &why))
        }
        Err(PlayError::Stale) => (StatusCode::CONFLICT, person.locale().say("refused-stale").to_owned()),
        Err(error) => return Err(refused(error)),
    };
    let loaded = LoadedGame::load(&person, &id).await?;
    show::page(&person, &loaded, Look::default(), Some(RejectedTurn { status, sentence }))
}
