//! `/games/{id}/preview`: a turn drawn on the board before it is confirmed; nothing is stored.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Path;

use crate::art;
use crate::engine::legal::{self, Placement};
use crate::engine::{Cell, Follower, FollowerKind, Game, Logged, Rotation, TileKind, Turn};
use crate::insight::{self, Completed, Forecast};
use crate::table::{Aid, Aids};
use crate::web::html::answer::Answer;
use crate::web::html::games::names::Names;
use crate::web::html::games::show::{self, Look, RejectedTurn};
use crate::web::html::games::{LoadedGame, PreviewPage, Projection, choices, consequence, draw, refusal};
use crate::web::html::tile_words;
use crate::web::http::error::PageError;
use crate::web::http::form::Fields;
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Draft;
use crate::web::locale::{Locale, Message, key};

pub(in crate::web) async fn get(person: SignedIn, id: Path<String>, request: HttpRequest) -> Answer {
    let draft = draft(&Fields::of_query(&request)?)?;
    let loaded = LoadedGame::load(&person, &id).await?;
    page(&person, &loaded, draft, None)
}

/// Reads tile, cell, rotation and follower from a query, or from the form of a turn.
pub(in crate::web) fn draft(fields: &Fields) -> Result<Draft, PageError> {
    let (x, y) = (coordinate(fields, "x")?, coordinate(fields, "y")?);
    let rotation = match fields.parsed::<u8>("rotation")? {
        None => None,
        Some(quarters) => {
            Some(Rotation::try_from(quarters).map_err(|_| PageError::bad_request("request-rotation"))?)
        }
    };
    let follower = match fields.optional("follower")?.filter(|text| !text.is_empty()) {
        None => None,
        Some(text) => Some(follower(text)?),
    };
    Ok(Draft { tile: fields.needed::<TileKind>("tile")?, position: Cell::new(x, y), rotation, follower })
}

fn coordinate(fields: &Fields, name: &str) -> Result<i16, PageError> {
    fields.needed::<i16>(name)
}

/// Reads the form value of a follower.
pub(in crate::web) fn follower(text: &str) -> Result<Follower, PageError> {
    let shown: String = text.chars().take(40).collect();
    let wrong = || PageError::BadRequest(Message::new("request-follower").with("value", &shown));
    let (kind, place) = text.split_once('@').ok_or_else(wrong)?;
    let kind = FollowerKind::ALL.into_iter().find(|known| known.word() == kind).ok_or_else(wrong)?;
    Ok(Follower { kind, on: place.parse().map_err(|_| wrong())? })
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
    let turn = match laid_down(locale, game, draft) {
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
        layout: person.layout(locale.text("preview-title").with("players", show::title(loaded))),
        error: returned.as_ref().map(|returned| returned.sentence.clone()),
        changed: loaded.rows(person, changed),
        id: loaded.id.clone(),
        drawing: draw::ghost(loaded, turn, &choices),
        expected: loaded.last(),
        key: person.web().service.fresh_key().as_str().to_owned(),
        draft,
        tile: art::tile(turn.tile, turn.rotation, &words),
        words,
        rotate: next_rotation(game, turn).map(|rotation| Draft {
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

/// The draft as a turn, in the first rotation that fits unless it names one. An illegal follower is dropped.
pub(in crate::web) fn laid_down(locale: Locale, game: &Game, draft: Draft) -> Result<Turn, String> {
    let Draft { tile, position, rotation, follower } = draft;
    let at = |rotation| Turn { tile, position, rotation, follower: None };
    let rotation = match rotation {
        Some(rotation) => rotation,
        None => Rotation::ALL
            .into_iter()
            .find(|&rotation| legal::check(game, &at(rotation)).is_ok())
            .ok_or_else(|| locale.text("refusal-fits-nowhere").with("cell", position).to_string())?,
    };
    let turn = at(rotation);
    legal::check(game, &turn).map_err(|refusal| refusal::sentence(locale, &refusal))?;
    let with = Turn { follower, ..turn };
    Ok(if legal::check(game, &with).is_ok() { with } else { turn })
}

/// The next rotation clockwise in which the tile fits the cell and looks different; `None` if this is the only one.
pub(in crate::web) fn next_rotation(game: &Game, turn: Turn) -> Option<Rotation> {
    let fits = |rotation: &Rotation| {
        let differs = !turn.tile.def().is_same_turned(*rotation + turn.rotation.inverse());
        differs && legal::check(game, &Turn { rotation: *rotation, follower: None, ..turn }).is_ok()
    };
    (1..4).map(|step| turn.rotation + Rotation::from_quarters(step)).find(fits)
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
