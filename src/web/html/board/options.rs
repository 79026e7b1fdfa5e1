//! What a tile can do on a cell, for the script that drafts a turn on the board. As JSON, for every rotation, with the texts of
//! the preview.

use actix_web::HttpResponse;
use actix_web::http::header::CACHE_CONTROL;
use serde::Serialize;

use crate::html::board::choices::{self, FollowerChoice};
use crate::html::board::turn_preview;
use crate::html::wording::names::Names;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::urls::Draft;
use engine::{Game, legal};
use insight::TurnPreview;
use table::{Aid, Aids};

/// The query by which a page is asked for options instead.
pub const QUERY: &str = "as=options";

/// Whether a page is asked for options.
pub fn asked(fields: &Fields) -> Result<bool, PageError> {
    Ok(fields.optional("as")? == Some("options"))
}

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

/// The answer for the tile and the cell of a draft.
pub fn answer(game: &Game, names: &Names, aids: Aids, draft: Draft) -> HttpResponse {
    let options: Vec<RotationOptions> = legal::distinct_placements(game, draft.tile)
        .into_iter()
        .filter(|(cell, _)| *cell == draft.position)
        .filter_map(|(cell, rotation)| TurnPreview::of(game, draft.tile, cell, Some(rotation), None).ok())
        .map(|preview| of(&preview, names, aids))
        .collect();
    HttpResponse::Ok().insert_header((CACHE_CONTROL, "private, no-store")).json(options)
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
