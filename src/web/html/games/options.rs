//! `/games/{id}/options`: what a tile can do on a cell, for the script.

use actix_web::HttpRequest;
use actix_web::web::Data;

use crate::html::board::{draft, options};
use crate::html::games::LoadedGame;
use crate::html::games::caches::Caches;
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::game_path::GamePath;
use crate::http::session::SignedIn;
use crate::locale::Message;

pub(crate) async fn get(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    request: HttpRequest,
) -> PageResult {
    let draft = draft::read(&Fields::of_query(&request)?)?;
    let loaded = LoadedGame::load(&viewer, &caches, &id).await?;
    if !loaded.your_turn() && loaded.planning().is_none() {
        return Err(PageError::Conflict(Message::new("refused-stale")));
    }
    Ok(options::answer(loaded.tried(), &loaded.names, loaded.aids(), draft))
}
