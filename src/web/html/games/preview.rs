//! `/games/{id}/preview`: a turn drawn on the board before it is confirmed; nothing is stored.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use crate::html::board::draft;
use crate::html::board::turn_preview::{self, PreviewPart};
use crate::html::games::caches::Caches;
use crate::html::games::show::{self, GameQuery, RejectedTurn};
use crate::html::games::{LoadedGame, PreviewPage, Projection, draw};
use crate::html::response::PageResult;
use crate::html::wording::names::Names;
use crate::http::fields::Fields;
use crate::http::game_path::GamePath;
use crate::http::session::SignedIn;
use crate::http::urls::Draft;
use crate::locale::key;
use engine::Logged;
use insight::{Forecast, TurnPreview};
use table::{Aid, Aids};

pub(crate) async fn get(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    request: HttpRequest,
) -> PageResult {
    let draft = draft::read(&Fields::of_query(&request)?)?;
    let loaded = LoadedGame::load(&person.viewer, &caches, &id).await?;
    page(&person, &loaded, draft, None)
}

/// Why a confirmed turn was rejected.
pub(crate) struct RejectedDraft {
    pub status: StatusCode,
    pub sentence: String,
    /// The number of the last event that the player had seen.
    pub expected: Option<u32>,
}

/// The preview, or the game page with the reason why there is none.
pub(crate) fn page(
    person: &SignedIn,
    loaded: &LoadedGame,
    draft: Draft,
    rejection: Option<RejectedDraft>,
) -> PageResult {
    let (game, locale) = (loaded.tried(), loaded.names.locale());
    if !loaded.your_turn() && loaded.planning().is_none() {
        let reason = if game.is_finished() { key("refusal-over") } else { key("refusal-not-to-move") };
        return back(person, loaded, draft, rejection, person.viewer.locale().say(reason).to_owned());
    }
    let preview = match turn_preview::preview(locale, game, draft) {
        Ok(preview) => preview,
        Err(sentence) => return back(person, loaded, draft, rejection, sentence),
    };
    let aids = loaded.aids();
    let explained = aids.allow(Aid::Consequences);
    let tried = PreviewPart::of(&preview, &loaded.names, aids);
    let changed: &[Logged] = match rejection.as_ref().and_then(|rejection| rejection.expected) {
        Some(expected) => loaded.after(expected),
        None => &[],
    };
    let page = PreviewPage {
        layout: person.viewer.layout(locale.text("preview-title").with("players", loaded.title())),
        error: rejection.as_ref().map(|rejection| rejection.sentence.clone()),
        changed: loaded.rows(&person.viewer, changed),
        id: loaded.id().clone(),
        planning: loaded.planning().is_some(),
        drawing: draw::ghost(loaded, &preview, &tried.choices),
        expected: loaded.last(),
        key: person.viewer.web().service.new_key().as_str().to_owned(),
        draft: tried.draft,
        tile: tried.tile,
        words: tried.words,
        rotate: tried.rotated,
        closes: if explained { tried.closes } else { Vec::new() },
        choices: tried.choices.possible,
        impossible: if explained { tried.choices.impossible } else { Vec::new() },
        projection: if explained { projection(&preview, &loaded.names, aids) } else { Vec::new() },
    };
    person.viewer.page_with(rejection.map_or(StatusCode::OK, |rejection| rejection.status), &page)
}

/// The game page, with the reason why there is no preview.
fn back(
    SignedIn { viewer, .. }: &SignedIn,
    loaded: &LoadedGame,
    draft: Draft,
    rejection: Option<RejectedDraft>,
    reason: String,
) -> PageResult {
    let rejected = match rejection {
        Some(RejectedDraft { status, sentence, .. }) if sentence == reason => {
            RejectedTurn { status, sentence }
        }
        Some(RejectedDraft { status, sentence, .. }) => {
            let text = loaded.names.locale().text("refusal-with-reason").with("sentence", sentence);
            RejectedTurn { status, sentence: text.with("reason", reason).to_string() }
        }
        None => RejectedTurn { status: StatusCode::UNPROCESSABLE_ENTITY, sentence: reason },
    };
    show::page(viewer, loaded, GameQuery { tile: Some(draft.tile), ..GameQuery::default() }, Some(rejected))
}

fn projection(preview: &TurnPreview, names: &Names, aids: Aids) -> Vec<Projection> {
    let row = |Forecast { colour, now, after, at_end }| Projection {
        name: names.starting(colour),
        now,
        after,
        at_end,
    };
    preview.forecast(aids.allow(Aid::Forecast)).into_iter().map(row).collect()
}
