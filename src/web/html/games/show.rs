//! `/games/{id}` once the game has started.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::art;
use crate::engine::{Game, Position, Rotation, TileKind, legal};
use crate::insight;
use crate::web::html::aids::without;
use crate::web::html::answer::Answer;
use crate::web::html::deadline;
use crate::web::html::games::draw::Part;
use crate::web::html::games::overlay::{Overlay, Overlays};
use crate::web::html::games::since::SincePart;
use crate::web::html::games::visit::{self, Visit};
use crate::web::html::games::{
    BelowPart, GamePage, HandPart, HandTile, KindLeft, LoadedGame, ScoresPart, cell, consequence, draw,
    features, plane, players,
};
use crate::web::html::rulebook::note::RulesNote;
use crate::web::html::tile_words;
use crate::web::http::error::PageError;
use crate::web::http::form::Fields;
use crate::web::http::session::Viewer;
use crate::web::locale::{Locale, Message, key};

/// The number of turns at the end of the log that the page shows.
pub(super) const LATEST: usize = 8;

pub(in crate::web) fn get(viewer: &Viewer, loaded: &LoadedGame, look: Look, request: &HttpRequest) -> Answer {
    if loaded.table.you.is_none() {
        return page(viewer, loaded, look, None);
    }
    let (web, last) = (viewer.web(), loaded.last());
    let now = web.service.now();
    let known = web.visit_cookie_value(request).and_then(|text| Visit::read(&text, last, now));
    let visit = Visit::continued(known, last, now);
    let mut answer = page(viewer, loaded, Look { visit: Some(visit), ..look }, None)?;
    if visit::is_visible(request) {
        let cookie = web.visit_cookie(&loaded.id, visit.to_string());
        answer.add_cookie(&cookie).map_err(PageError::internal)?;
    }
    Ok(answer)
}

/// What the query asks to see.
#[derive(Clone, Copy, Default)]
pub(in crate::web) struct Look {
    /// The tile whose legal cells are shown.
    pub tile: Option<TileKind>,
    pub overlays: Overlays,
    /// Whether the query names overlays, so that what is new is not shown by default.
    pub only: bool,
    /// The visit that this request belongs to.
    pub visit: Option<Visit>,
    /// The empty cell whose details are shown.
    pub cell: Option<Position>,
}

impl Look {
    pub(in crate::web) fn read(fields: &Fields) -> Result<Self, PageError> {
        let cell = match fields.optional("cell")?.filter(|text| !text.is_empty()) {
            None => None,
            Some(text) => Some(cell(text)?),
        };
        let overlays = overlays(fields)?;
        // Keep empty cells clickable, for the next question.
        let overlays = if cell.is_some() { overlays.with(Overlay::Cells) } else { overlays };
        let only = cell.is_some() || fields.all("show").next().is_some();
        Ok(Self { tile: fields.parsed("tile")?, overlays, only, cell, visit: None })
    }
}

fn cell(text: &str) -> Result<Position, PageError> {
    let read = text.split_once(',').and_then(|(x, y)| Some(Position::new(x.parse().ok()?, y.parse().ok()?)));
    read.ok_or_else(|| PageError::bad_request("request-cell"))
}

/// The overlays that a query asks for.
pub(in crate::web) fn overlays(fields: &Fields) -> Result<Overlays, PageError> {
    Overlays::of_words(fields.all("show")).map_err(|word| {
        let word: String = word.chars().take(40).collect();
        PageError::BadRequest(Message::new("request-overlay").with("name", &word))
    })
}

/// Why a turn was rejected without a preview to return to.
pub(in crate::web) struct RejectedTurn {
    pub status: StatusCode,
    pub sentence: String,
}

/// The page of a game, with the reason why a turn was rejected.
pub(in crate::web) fn page(
    viewer: &Viewer,
    loaded: &LoadedGame,
    look: Look,
    error: Option<RejectedTurn>,
) -> Answer {
    let (game, aids) = (loaded.game(), loaded.aids());
    let on = look.overlays.within(aids);
    let your_turn = loaded.your_turn();
    let tile = chosen(game, look.tile);
    let chosen = tile.filter(|_| your_turn);
    let news = news(viewer, loaded, look);
    let drawing = match &news {
        Some((n, part)) if part.shown => draw::table_since(viewer, loaded, chosen, on, (*n, &part.told)),
        _ => draw::table(viewer, loaded, chosen, on),
    };
    let hand =
        || HandPart { locale: viewer.locale(), id: loaded.id.clone(), your_turn, tiles: hand(loaded, tile) };
    let scores = || ScoresPart {
        locale: viewer.locale(),
        players: if on.has(Overlay::Projected) {
            players::projected_rows(game, &loaded.names)
        } else {
            players::rows(game, &loaded.names)
        },
        tiles_left: game.tiles_left(),
    };
    let (status, error) = error.map_or((StatusCode::OK, None), |error| (error.status, Some(error.sentence)));
    viewer.page_with(
        status,
        &GamePage {
            layout: viewer.layout(title(loaded)).with_image(loaded.image(viewer, loaded.last())),
            error,
            without: without(viewer.locale(), aids, look.overlays),
            id: loaded.id.clone(),
            drawing,
            heading: heading(loaded),
            your_turn,
            may_pass: your_turn && legal::may_pass(game),
            second_part: matches!(game.phase(), crate::engine::Phase::Playing { second_part: true, .. }),
            finished: game.is_finished(),
            deadline: deadline::of(viewer, &loaded.table.table),
            hand: draw::part(viewer, loaded, Part::Hand, (tile, Overlays::default(), None), hand)?,
            scores: draw::part(viewer, loaded, Part::Scores, (None, on, None), scores)?,
            below: below(viewer, loaded, chosen, on, news.as_ref())?,
            since: news.map(|(_, part)| part),
            aids,
            cell: look
                .cell
                .filter(|_| on.has(Overlay::Cells))
                .and_then(|cell| cell::ask(viewer.locale(), game, cell)),
            key: viewer.web().service.fresh_key().as_str().to_owned(),
            offer: chosen.map(|kind| draw::offer(viewer, loaded, kind)),
            last: loaded.last(),
        },
    )
}

/// The part below the board.
fn below(
    viewer: &Viewer,
    loaded: &LoadedGame,
    chosen: Option<TileKind>,
    on: Overlays,
    news: Option<&(u32, SincePart)>,
) -> Result<Arc<String>, PageError> {
    let (game, aids) = (loaded.game(), loaded.aids());
    let shows_news = news.is_some_and(|(_, part)| part.shown);
    let shown = if shows_news { on.with(Overlay::Since) } else { on };
    let make = || BelowPart {
        locale: viewer.locale(),
        id: loaded.id.clone(),
        aids,
        placements: chosen
            .map_or_else(Vec::new, |kind| consequence::placements(game, &loaded.names, kind, aids)),
        plane: plane::shown(viewer, loaded, (loaded.last(), game), on),
        kinds_left: if on.has(Overlay::Tiles) { kinds_left(viewer.locale(), game) } else { Vec::new() },
        uniform: if on.has(Overlay::Tiles) { uniform(viewer.locale(), game) } else { None },
        discarded: if on.has(Overlay::Tiles) { discarded(viewer.locale(), game) } else { Vec::new() },
        overlays: on,
        shows_news,
        has_news: news.is_some_and(|(_, part)| !part.told.changes.is_empty()),
        features: features::groups(game, &loaded.names, aids),
        log: loaded.last_turns(viewer, LATEST).into_iter().rev().collect(),
        last: loaded.last(),
        may_resign: loaded.still_in(),
        rules: RulesNote::of(viewer.locale(), game.rules(), loaded.table.table.aids, Some(loaded.id.clone())),
    };
    draw::part(viewer, loaded, Part::Below, (chosen, shown, news.map(|&(n, _)| n)), make)
}

/// What is new for the viewer, if anything, and the number of the event after which it happened: the last one of the
/// previous visit or the viewer's own last turn, whichever is later.
fn news(viewer: &Viewer, loaded: &LoadedGame, look: Look) -> Option<(u32, SincePart)> {
    let own = insight::last_own_turn(loaded.game(), &loaded.replay.log, loaded.table.you?);
    let before = look.visit.map_or(0, |visit| visit.before);
    let told = draw::since(viewer, loaded, own.max(before));
    let title = viewer.locale().say(if before > own { key("since-visit") } else { key("since-turn") });
    let shown = !told.changes.is_empty() && (!look.only || look.overlays.has(Overlay::Since));
    let part = SincePart { title, shown, others: look.overlays.without(Overlay::Since), told };
    (!part.told.rows.is_empty()).then_some((own.max(before), part))
}

fn kinds_left(locale: Locale, game: &Game) -> Vec<KindLeft> {
    let locale = locale.of_book(game.rules().preset);
    let row = |insight::KindLeft { kind, unseen, all }| KindLeft {
        picture: tile_words::tile(locale, kind, Rotation::R0),
        unseen,
        all,
    };
    insight::tiles_left(game).into_iter().map(row).collect()
}

/// Pictures of the tiles set aside for good.
fn discarded(locale: Locale, game: &Game) -> Vec<String> {
    let locale = locale.of_book(game.rules().preset);
    game.discarded().iter().map(|&kind| tile_words::tile(locale, kind, Rotation::R0)).collect()
}

fn uniform(locale: Locale, game: &Game) -> Option<String> {
    let kinds = insight::uniform_kinds(game)?;
    let text = locale.of_book(game.rules().preset).text("kinds-uniform").with("kinds", kinds);
    Some(text.with("each", cell::percent_each(1, kinds)).to_string())
}

/// The players: "ann – ben".
pub(in crate::web) fn title(loaded: &LoadedGame) -> String {
    loaded.names.players().join(" – ")
}

fn heading(loaded: &LoadedGame) -> String {
    let (names, locale) = (&loaded.names, loaded.names.locale());
    match loaded.game().to_move() {
        Some(colour) if names.is_you(colour) => match names.paint_of_several(colour) {
            Some(paint) => locale.text("turn-yours-colour").with("colour", paint).to_string(),
            None => locale.say("turn-yours").to_owned(),
        },
        Some(colour) => locale.text("turn-of").with("who", names.who(colour)).to_string(),
        None => crate::web::html::games::end::heading(loaded),
    }
}

/// The tile whose legal cells are shown: the requested one, or the first that fits somewhere.
fn chosen(game: &Game, asked: Option<TileKind>) -> Option<TileKind> {
    let fits = |kind: &TileKind| !legal::placements(game, *kind).is_empty();
    let hand = game.hand();
    asked.filter(|kind| hand.contains(kind) && fits(kind)).or_else(|| hand.iter().copied().find(fits))
}

fn hand(loaded: &LoadedGame, chosen: Option<TileKind>) -> Vec<HandTile> {
    let game = loaded.game();
    let cells = |kind| {
        let mut cells: Vec<_> = legal::placements(game, kind).into_iter().map(|(cell, _)| cell).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.len()
    };
    let first = chosen.and_then(|chosen| game.hand().iter().position(|&kind| kind == chosen));
    let tile = |(index, &kind): (usize, &TileKind)| {
        let words = tile_words::words(loaded.names.locale(), kind, Rotation::R0);
        let picture = art::tile(kind, Rotation::R0, &words);
        HandTile { kind, picture, words, chosen: Some(index) == first, cells: cells(kind) }
    };
    game.hand().iter().enumerate().map(tile).collect()
}
