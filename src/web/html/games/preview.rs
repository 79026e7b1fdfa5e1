//! `/games/{id}/preview`: a turn drawn on the board before it is confirmed; nothing is stored.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use crate::art;
use crate::engine::legal::Placement;
use crate::engine::{Game, Logged, Turn};
use crate::insight::{self, Completed, Forecast};
use crate::table::{Aid, Aids};
use crate::web::html::answer::Answer;
use crate::web::html::board::{choices, draft};
use crate::web::html::games::caches::Caches;
use crate::web::html::games::show::{self, Look, RejectedTurn};
use crate::web::html::games::{LoadedGame, PreviewPage, Projection, draw};
use crate::web::html::wording::names::Names;
use crate::web::html::wording::{consequence, refusal, tile_words};
use crate::web::http::fields::Fields;
use crate::web::http::game_path::GamePath;
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Draft;
use crate::web::locale::key;

pub(in crate::web) async fn get(
    person: SignedIn,
    GamePath(id): GamePath,
    caches: Data<Caches>,
    request: HttpRequest,
) -> Answer {
    let draft = draft::read(&Fields::of_query(&request)?)?;
    let loaded = LoadedGame::load(&person, &caches, &id).await?;
    page(&person, &loaded, draft, None)
}

/// Why a confirmed turn was rejected.
pub(in crate::web) struct Returned {
    pub status: StatusCode,
    pub sentence: String,
    /// The number of the last event that the player had seen.
    pub expected: Option<u32>,
}

/// The preview, or the game page with the reason why there is none.
pub(in crate::web) fn page(
    person: &SignedIn,
    loaded: &LoadedGame,
    draft: Draft,
    returned: Option<Returned>,
) -> Answer {
    let (game, locale) = (loaded.game(), loaded.names.locale());
    if !loaded.your_turn() {
        let reason = if game.is_finished() { key("refusal-over") } else { key("refusal-not-to-move") };
        return back(person, loaded, draft, returned, person.locale().say(reason).to_owned());
    }
    let turn = match draft::laid_down(locale, game, draft) {
        Ok(turn) => turn,
        Err(sentence) => return back(person, loaded, draft, returned, sentence),
    };
    let placement = match Placement::new(game, turn.tile, turn.position, turn.rotation) {
        Ok(placement) => placement,
        Err(refusal) => return back(person, loaded, draft, returned, refusal::sentence(locale, &refusal)),
    };
    let aids = loaded.aids();
    let choices = choices::of(game, &loaded.names, aids, &placement, turn);
    let bare = Turn { follower: None, ..turn };
    let after = if aids.allow(Aid::Consequences) { insight::after(game, bare) } else { None };
    let changed: &[Logged] = match returned.as_ref().and_then(|returned| returned.expected) {
        Some(expected) => loaded.after(expected),
        None => &[],
    };
    let draft = Draft { rotation: Some(turn.rotation), follower: turn.follower, ..draft };
    let words = tile_words::words(locale, turn.tile, turn.rotation);
    let page = PreviewPage {
        layout: person.layout(locale.text("preview-title").with("players", loaded.title())),
        error: returned.as_ref().map(|returned| returned.sentence.clone()),
        changed: loaded.rows(person, changed),
        id: loaded.id().clone(),
        drawing: draw::ghost(loaded, turn, &choices),
        expected: loaded.last(),
        key: person.web().service.fresh_key().as_str().to_owned(),
        draft,
        tile: art::tile(turn.tile, turn.rotation, &words),
        words,
        rotate: draft::next_rotation(game, turn).map(|rotation| Draft {
            rotation: Some(rotation),
            follower: None,
            ..draft
        }),
        closes: after
            .iter()
            .flat_map(Completed::owed)
            .map(|completed| consequence::completes(&loaded.names, &completed))
            .collect(),
        choices: choices.possible,
        impossible: if loaded.aids().allow(Aid::Consequences) { choices.impossible } else { Vec::new() },
        projection: after
            .as_ref()
            .map_or_else(Vec::new, |after| projection(game, after, &loaded.names, aids)),
    };
    person.page_with(returned.map_or(StatusCode::OK, |returned| returned.status), &page)
}

/// The game page, with the reason why there is no preview.
fn back(
    person: &SignedIn,
    loaded: &LoadedGame,
    draft: Draft,
    returned: Option<Returned>,
    reason: String,
) -> Answer {
    let rejected = match returned {
        Some(Returned { status, sentence, .. }) if sentence == reason => RejectedTurn { status, sentence },
        Some(Returned { status, sentence, .. }) => {
            let text = loaded.names.locale().text("refusal-with-reason").with("sentence", sentence);
            RejectedTurn { status, sentence: text.with("reason", reason).to_string() }
        }
        None => RejectedTurn { status: StatusCode::UNPROCESSABLE_ENTITY, sentence: reason },
    };
    show::page(person, loaded, Look { tile: Some(draft.tile), ..Look::default() }, Some(rejected))
}

fn projection(game: &Game, after: &Game, names: &Names, aids: Aids) -> Vec<Projection> {
    let row = |Forecast { colour, now, after, at_end }| Projection {
        name: names.starting(colour),
        now,
        after,
        at_end,
    };
    Forecast::of(game, after, aids.allow(Aid::Forecast)).into_iter().map(row).collect()
}
