//! `/games/{id}/options`: what a tile can do on a cell, for the script that drafts a turn on the board. As JSON, for every
//! rotation, with the texts of the preview.

use actix_web::HttpRequest;
use actix_web::HttpResponse;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::Data;
use serde::Serialize;

use crate::html::board::choices::{self, FollowerChoice};
use crate::html::board::{draft, turn_preview};
use crate::html::games::LoadedGame;
use crate::html::games::caches::Caches;
use crate::html::response::PageResult;
use crate::html::wording::names::Names;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::game_path::GamePath;
use crate::http::session::SignedIn;
use crate::locale::Message;
use engine::legal;
use insight::TurnPreview;
use table::{Aid, Aids};

/// A rotation in which the tile fits.
#[derive(Serialize)]
struct RotationOptions {
    rotation: u8,
    /// What the tile completes; empty where the aids exclude it.
    line: String,
    followers: Vec<FollowerChoice>,
    /// Where no follower can go, and why.
    impossible: Vec<choices::Impossible>,
}

pub(crate) async fn get(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    request: HttpRequest,
) -> PageResult {
    let draft = draft::read(&Fields::of_query(&request)?)?;
    let loaded = LoadedGame::load(&viewer, &caches, &id).await?;
    if !loaded.your_turn() {
        return Err(PageError::Conflict(Message::new("refused-stale")));
    }
    let (game, aids) = (loaded.game(), loaded.aids());
    let options: Vec<RotationOptions> = legal::distinct_placements(game, draft.tile)
        .into_iter()
        .filter(|(cell, _)| *cell == draft.position)
        .filter_map(|(cell, rotation)| TurnPreview::of(game, draft.tile, cell, Some(rotation), None).ok())
        .map(|preview| of(&preview, &loaded.names, aids))
        .collect();
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "private, no-store")).json(options))
}

fn of(preview: &TurnPreview, names: &Names, aids: Aids) -> RotationOptions {
    let explained = aids.allow(Aid::Consequences);
    let choices = choices::of(preview, names, aids);
    RotationOptions {
        rotation: u8::from(preview.turn().rotation),
        line: if explained { line(preview, names) } else { String::new() },
        followers: choices.possible,
        impossible: if explained { choices.impossible } else { Vec::new() },
    }
}

/// What the tile completes without a follower.
fn line(preview: &TurnPreview, names: &Names) -> String {
    let locale = names.locale();
    let completed: Vec<String> = turn_preview::closes(preview, names).collect();
    if completed.is_empty() {
        return locale.say("options-nothing").to_owned();
    }
    locale.text("preview-completes").with("consequence", locale.parts(completed)).to_string()
}
