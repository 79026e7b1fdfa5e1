//! `/games/{id}` once the game has started.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::html::board::overlay::{self, Overlay, Overlays, Tab};
use crate::html::board::since::SincePart;
use crate::html::board::{ScoresPart, SummaryPart, cell, features, parts, players};
use crate::html::games::TalkSummary;
use crate::html::games::caches::Part;
use crate::html::games::draw::{self, LATEST};
use crate::html::games::plane_page::PlanePart;
use crate::html::games::visit::{self, Visit};
use crate::html::games::{
    FeaturesPart, GamePage, HandPart, LoadedGame, MovesPart, RecentPart, RulesPart, TilesPart, clock,
    hints_part, plan, plane,
};
use crate::html::response::PageResult;
use crate::html::rulebook::note::RulesNote;
use crate::html::wording::{consequence, deadline, outcome, stops, tile_words};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::session::Viewer;
use crate::http::urls::Url;
use crate::locale::{Locale, key};
use engine::{Cell, Game, Rotation, TileKind, legal};
use table::{Aid, PlanStop};

/// The number of turns shown as chips over the board.
const CHIPS: usize = 8;

pub(crate) fn get(
    viewer: &Viewer,
    loaded: &LoadedGame,
    query: GameQuery,
    request: &HttpRequest,
) -> PageResult {
    if loaded.table.you.is_none() {
        return page(viewer, loaded, query, None);
    }
    let (web, last) = (viewer.web(), loaded.last());
    let now = web.service.now();
    let known = web.visit_cookie_value(request).and_then(|text| Visit::read(&text, last, now));
    let visit = Visit::continued(known, last, now);
    let mut answer = page(viewer, loaded, GameQuery { visit: Some(visit), ..query }, None)?;
    if visit::is_visible(request) {
        let cookie = web.visit_cookie(loaded.id(), visit.to_string());
        answer.add_cookie(&cookie).map_err(PageError::internal)?;
    }
    Ok(answer)
}

/// What the query asks to see.
#[derive(Clone, Copy, Default)]
pub(crate) struct GameQuery {
    /// The tile whose legal cells are shown.
    pub tile: Option<TileKind>,
    pub overlays: Overlays,
    /// Whether the query names overlays, so that what is new is not shown by default.
    pub only: bool,
    /// The visit that this request belongs to.
    pub visit: Option<Visit>,
    /// The empty cell whose details are shown.
    pub cell: Option<Cell>,
    pub tab: Tab,
    /// Events after this number are shown as the result of the viewer's turn.
    pub after: Option<u32>,
}

impl GameQuery {
    pub(crate) fn read(fields: &Fields) -> Result<Self, PageError> {
        let cell = match fields.optional("cell")?.filter(|text| !text.is_empty()) {
            None => None,
            Some(text) => Some(cell(text)?),
        };
        let overlays = overlay::of_query(fields)?;
        // Keep empty cells clickable, for the next question.
        let overlays = if cell.is_some() { overlays.with(Overlay::Cells) } else { overlays };
        let only = cell.is_some() || fields.all("show").next().is_some();
        let tab = match fields.optional("tab")? {
            Some(word) => Tab::of_word(word).ok_or_else(|| PageError::bad_request("request-tab"))?,
            None if overlays.has(Overlay::Tiles) => Tab::Tiles,
            None => Tab::default(),
        };
        let after = fields.parsed("after")?;
        Ok(Self { tile: fields.parsed("tile")?, overlays, only, cell, tab, after, visit: None })
    }
}

fn cell(text: &str) -> Result<Cell, PageError> {
    let read = text.split_once(',').and_then(|(x, y)| Some(Cell::new(x.parse().ok()?, y.parse().ok()?)));
    read.ok_or_else(|| PageError::bad_request("request-cell"))
}

/// Why a turn was rejected without a preview to return to.
pub(crate) struct RejectedTurn {
    pub status: StatusCode,
    pub sentence: String,
}

/// The page of a game, with the reason why a turn was rejected.
pub(crate) fn page(
    viewer: &Viewer,
    loaded: &LoadedGame,
    query: GameQuery,
    error: Option<RejectedTurn>,
) -> PageResult {
    let (game, aids, locale) = (loaded.game(), loaded.aids(), viewer.locale());
    let on = query.overlays.within(aids);
    let your_turn = loaded.your_turn();
    let planning = loaded.planning().is_some();
    let tile = parts::chosen(loaded.tried(), loaded.placements(), query.tile);
    let chosen = tile.filter(|_| your_turn || planning);
    let news = news(viewer, loaded, query);
    let planned = plan::on_board(loaded);
    let drawing = match &news {
        _ if !planned.is_empty() => {
            let since = news.as_ref().filter(|(_, part)| part.shown).map(|(_, part)| &*part.since);
            draw::planned(loaded, chosen, on, since, planned)
        }
        _ if your_turn && !loaded.hints.is_empty() => draw::hinted(loaded, chosen, on),
        Some((n, part)) if part.shown => draw::table_since(loaded, chosen, on, (*n, &part.since)),
        _ => draw::table(loaded, chosen, on),
    };
    let nothing = Overlays::default();
    let out_after = loaded.table.table.settings.missed_turns.out_after();
    let forecast = || {
        let rows = players::rows_with_forecast(game, &loaded.names, &loaded.replay.log, aids, out_after);
        players::with_vacant(rows, game, locale, loaded.vacant())
    };
    let hand = || HandPart {
        locale,
        id: loaded.id().clone(),
        your_turn,
        tiles: parts::hand(loaded.tried(), loaded.placements(), loaded.names.locale(), tile),
    };
    let players = || ScoresPart { locale, players: forecast() };
    let summary = || SummaryPart { locale, players: forecast(), tiles_left: game.tiles_left() };
    let recent = || RecentPart { locale, id: loaded.id().clone(), turns: loaded.last_turns(viewer, CHIPS) };
    let (status, error) = error.map_or((StatusCode::OK, None), |error| (error.status, Some(error.sentence)));
    let turns = viewer.turns();
    viewer.page_with(
        status,
        &GamePage {
            layout: viewer
                .layout(loaded.title())
                .with_preview(loaded.link_preview(viewer, &Url::Game(loaded.id()), loaded.last()))
                .with_unread(loaded.talk.unread),
            error,
            without: overlay::without(locale, aids, query.overlays),
            id: loaded.id().clone(),
            drawing,
            heading: heading(loaded),
            your_turn,
            planning,
            plan: plan(loaded),
            may_pass: your_turn && legal::may_pass(game),
            second_part: matches!(game.phase(), engine::Phase::Playing { second_part: true, .. }),
            finished: game.is_finished(),
            exhibition: loaded.table.table.is_exhibition(),
            deadline: deadline::of(viewer, &loaded.table.table),
            asks: asks(viewer, loaded),
            series: loaded.series.clone(),
            stop: loaded.table.stop.map(|stop| stops::until(locale, stop, viewer.zone())),
            hand: draw::part(viewer, loaded, Part::Hand, (tile, nothing), hand)?,
            players: draw::part(viewer, loaded, Part::Players, (None, nothing), players)?,
            summary: draw::part(viewer, loaded, Part::Summary, (None, nothing), summary)?,
            recent: draw::part(viewer, loaded, Part::Recent, (None, nothing), recent)?,
            latest: loaded.last_turns(viewer, 1).pop(),
            content: content(viewer, loaded, query.tab, chosen, on)?,
            talk: TalkSummary { part: None, ..loaded.talk.clone() },
            follows: loaded.follows,
            tab: query.tab,
            overlays: on,
            result: query.after.and(news.as_ref()).map_or_else(Vec::new, |(_, part)| {
                loaded.last_turns(viewer, part.since.rows.len().min(LATEST))
            }),
            since: news.map(|(_, part)| part),
            aids,
            hints: hints_part::part(loaded),
            cell: query
                .cell
                .filter(|_| on.has(Overlay::Cells))
                .and_then(|cell| cell::ask(locale, game, cell)),
            key: viewer.web().service.new_key().as_str().to_owned(),
            plane: plane::shown(loaded, (loaded.last(), game), on),
            may_resign: loaded.still_in(),
            offer: chosen.map(|kind| draw::offer(loaded, kind)),
            last: loaded.last(),
            tiles_left: game.tiles_left(),
            waiting: turns.saturating_sub(u32::from(your_turn)),
        },
    )
}

/// What the viewer has planned for the next turn, or why it was not played.
fn plan(loaded: &LoadedGame) -> Option<String> {
    let (table, replay, locale) = (&loaded.table.table, &loaded.replay, loaded.names.locale());
    let you = loaded.table.you?;
    if loaded.your_turn() {
        let stop = table.planned_turn(replay, you, loaded.game())?.err()?;
        let why = locale.say(match stop {
            PlanStop::OtherTile => key("plan-other-tile"),
            PlanStop::NotLegal => key("plan-not-legal"),
            PlanStop::Changed => key("plan-changed"),
            PlanStop::FieldChanged => key("plan-field-changed"),
            PlanStop::CloisterChanged => key("plan-cloister-changed"),
            PlanStop::Left => key("plan-left"),
        });
        return Some(locale.text("plan-stopped").with("why", why).to_string());
    }
    loaded.planning()?;
    let planned = table.next_turn(replay, you)?;
    let turns: Vec<String> = planned.turns().map(|turn| plan::in_words(loaded, turn)).collect();
    Some(locale.text("plan-next").with("turns", turns.join("; ")).to_string())
}

/// What the viewer is asked, or can ask the others, on the page of the clocks.
fn asks(viewer: &Viewer, loaded: &LoadedGame) -> Option<String> {
    let (table, names, locale) = (&loaded.table.table, &loaded.names, viewer.locale());
    if loaded.table.you.is_none() {
        if let Some(by) = clock::lost_to(viewer, loaded) {
            return Some(locale.text("seat-lost").with("player", by).to_string());
        }
        let seat = clock::offered(loaded).into_iter().next()?;
        return Some(locale.text("seat-ask").with("player", seat.player).to_string());
    }
    let you = loaded.table.you.filter(|_| loaded.still_in())?;
    if loaded.vacant() == Some(you) {
        return Some(locale.say("vacant-ask").to_owned());
    }
    if loaded.own_substitute().is_some() {
        return Some(locale.say("substitute-ask").to_owned());
    }
    let now = viewer.web().service.now();
    if let Some(open) = table.agreements.open(loaded.last(), now) {
        let asked =
            !open.agreed.contains(&you) && table.voters_about(&loaded.replay, open.proposal).contains(&you);
        return asked.then(|| clock::question(viewer, names, open));
    }
    if table.may_take_back(&loaded.replay, you) {
        return Some(locale.say("take-back-ask").to_owned());
    }
    let overdue = table.is_overdue(now) && loaded.replay.seat_to_move() != Some(you);
    if overdue {
        return Some(locale.say("skip-ask").to_owned());
    }
    let people = table.seats().into_iter().flatten().filter(|player| player.user().is_some()).count();
    let alone = people > 1 && table.voters(loaded.game()) == [you];
    alone.then(|| locale.say("alone-ask").to_owned())
}

/// The content of a tab.
fn content(
    viewer: &Viewer,
    loaded: &LoadedGame,
    tab: Tab,
    chosen: Option<TileKind>,
    on: Overlays,
) -> Result<Arc<String>, PageError> {
    let (game, aids, locale) = (loaded.game(), loaded.aids(), viewer.locale());
    let shown = (chosen, on);
    match tab {
        Tab::Moves => draw::part(viewer, loaded, Part::Moves, shown, || MovesPart {
            locale,
            id: loaded.id().clone(),
            aids,
            placements: chosen.map_or_else(Vec::new, |kind| {
                consequence::placements(loaded.tried(), &loaded.names, loaded.placements(), kind, aids)
            }),
            plane: PlanePart { why_not: None, ..plane::shown(loaded, (loaded.last(), game), on) },
            log: loaded.last_turns(viewer, LATEST).into_iter().rev().collect(),
        }),
        Tab::Tiles => draw::part(viewer, loaded, Part::Tiles, shown, || {
            let counted = aids.allow(Aid::Counting);
            TilesPart {
                locale,
                kinds_left: if counted { parts::kinds_left(locale, game) } else { Vec::new() },
                uniform: uniform(locale, game).filter(|_| counted),
                discarded: if counted { discarded(locale, game) } else { Vec::new() },
                without: (!counted).then(|| locale.say("kinds-without")),
                tiles_left: game.tiles_left(),
            }
        }),
        Tab::Features => draw::part(viewer, loaded, Part::Features, shown, || FeaturesPart {
            locale,
            features: features::groups(game, &loaded.names, aids),
        }),
        Tab::Talk => Ok(Arc::new(loaded.talk.part.clone().unwrap_or_default())),
        Tab::Rules => draw::part(viewer, loaded, Part::Rules, shown, || RulesPart {
            locale,
            rules: RulesNote::of(
                locale,
                game.rules(),
                loaded.table.table.settings.aids,
                Some(loaded.id().clone()),
            ),
        }),
    }
}

/// What is new for the viewer, if anything, and the number of the event after which it happened: the last one of the
/// previous visit or the viewer's own last turn, whichever is later.
fn news(viewer: &Viewer, loaded: &LoadedGame, query: GameQuery) -> Option<(u32, SincePart)> {
    let (from, title) = if let Some(after) = query.after.filter(|after| *after < loaded.last()) {
        (after, key("since-result"))
    } else {
        let own = insight::last_own_turn(loaded.game(), &loaded.replay.log, loaded.table.you?);
        let before = query.visit.map_or(0, |visit| visit.before);
        (own.max(before), if before > own { key("since-visit") } else { key("since-turn") })
    };
    let since = draw::since(loaded, from);
    let title = viewer.locale().say(title);
    let shown = !since.changes.is_empty() && (!query.only || query.overlays.has(Overlay::Since));
    let part = SincePart { title, shown, others: query.overlays.without(Overlay::Since), since };
    (!part.since.rows.is_empty()).then_some((from, part))
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

fn heading(loaded: &LoadedGame) -> String {
    match loaded.game().to_move() {
        Some(_) if let Some(seat) = loaded.vacant() => {
            let name = loaded.names.player(seat);
            loaded.names.locale().text("game-seat-offered").with("name", name).to_string()
        }
        Some(colour) => outcome::whose_turn(&loaded.names, colour),
        None => outcome::heading(loaded.game(), &loaded.names),
    }
}
