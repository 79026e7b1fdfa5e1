//! `/games/{id}/resign`: resigning, after a confirmation.

use std::collections::BTreeSet;

use actix_web::http::StatusCode;
use actix_web::web::Data;

use crate::html::games::caches::Caches;
use crate::html::games::show::RejectedTurn;
use crate::html::games::turn::{rejected, submission};
use crate::html::games::{LoadedGame, ResignPage};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::{Message, key};
use engine::Seat;

pub(crate) async fn get(person: SignedIn, GamePath(id): GamePath, caches: Data<Caches>) -> PageResult {
    let loaded = LoadedGame::load(&person.viewer, &caches, &id).await?;
    page(&person, &loaded, StatusCode::OK, None)
}

pub(crate) async fn post(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let submission = submission(&fields)?;
    match person.viewer.web().service.resign(person.viewer.principal(), &id, &submission).await {
        Ok(played) => {
            let viewer = &person.viewer;
            let loaded = LoadedGame::load(viewer, &caches, &id).await?;
            let url = if loaded.game().is_finished() {
                Url::Final(&id)
            } else {
                Url::After(&id, played.first.saturating_sub(1))
            };
            Ok(viewer.go(&url, None, &[]))
        }
        Err(error) => {
            let (loaded, RejectedTurn { status, sentence }) = rejected(&person, &caches, &id, error).await?;
            page(&person, &loaded, status, Some(sentence))
        }
    }
}

fn page(
    SignedIn { viewer, .. }: &SignedIn,
    loaded: &LoadedGame,
    status: StatusCode,
    error: Option<String>,
) -> PageResult {
    if !loaded.still_in() {
        return Err(PageError::Forbidden(Message::new("resign-not-in")));
    }
    let game = loaded.game();
    let others = game.colours().filter(|&colour| !loaded.names.is_you(colour) && !game.is_out(colour));
    let others: BTreeSet<Seat> = others.map(|colour| game.seat_of(colour)).collect();
    let text = if others.len() > 1 { key("resign-others") } else { key("resign-ends") };
    viewer.page_with(
        status,
        &ResignPage {
            layout: viewer.layout(viewer.locale().text("resign-title").with("players", loaded.title())),
            error,
            id: loaded.id().clone(),
            expected: loaded.last(),
            key: viewer.web().service.new_key().as_str().to_owned(),
            text: viewer.locale().say(text),
        },
    )
}
