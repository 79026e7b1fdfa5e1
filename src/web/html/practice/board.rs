//! `/practice/board`: a practice board.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderValue, REFRESH};

use crate::html::board::turn_rows::{self, TurnRow};
use crate::html::board::{
    Drawing, OfferPart, ScoresPart, SummaryPart, draft, features, options, parts, players,
};
use crate::html::practice::board_page::{NextAction, TakenTurn};
use crate::html::practice::board_state::BoardState;
use crate::html::practice::link::{Asked, Wanted};
use crate::html::practice::loaded::{self, Found, LoadedPractice};
use crate::html::practice::start_page::SeatChoice;
use crate::html::practice::{BoardPage, BusyPage};
use crate::html::response::PageResult;
use crate::html::wording::outcome;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::session::Viewer;
use crate::http::urls::{PracticeStart, Url};
use engine::{TileKind, legal};
use insight::{HandPlacements, LogEntry, Regions};
use practice::{Lead, Occupant, lead};
use table::Aids;

/// How many turns of computer players one request waits for.
const REPLIES: usize = 6;

/// Seconds until the page for busy computer players is loaded again.
const RETRY: HeaderValue = HeaderValue::from_static("3");

/// The board or, where a computer is to move, a redirect to the board after its turn.
pub(crate) async fn get(viewer: Viewer, request: HttpRequest) -> PageResult {
    let asked = Asked::read(&Fields::of_query(&request)?)?;
    let wants = asked.wants;
    let mut loaded = match loaded::load(&viewer, asked).await? {
        Found::Practice(loaded) => loaded,
        Found::Link(link) => return Ok(viewer.go(&Url::Practice(&link), None, &[])),
    };
    match (loaded.url.draft, wants) {
        (Some(draft), Wanted::Options) => {
            return Ok(options::answer(loaded.practice.game(), &loaded.names, Aids::All, draft));
        }
        (Some(draft), Wanted::Turn)
            if legal::check(loaded.practice.game(), &draft::turn_of(draft)).is_ok() =>
        {
            return Ok(viewer.go(&Url::Practice(&loaded.plays(draft::turn_of(draft))), None, &[]));
        }
        _ => {}
    }
    match reply(&viewer, &mut loaded, &request).await? {
        Reply::Yours => page(&viewer, &loaded),
        Reply::Played => Ok(viewer.go(&Url::Practice(&loaded.url.after(loaded.practice.steps())), None, &[])),
        Reply::Busy => {
            let title = viewer.locale().say("practice-busy");
            let page = BusyPage { layout: viewer.layout(title), url: loaded.url.clone() };
            let mut answer = viewer.page_with(StatusCode::SERVICE_UNAVAILABLE, &page)?;
            answer.headers_mut().insert(REFRESH, RETRY);
            Ok(answer)
        }
    }
}

enum Reply {
    /// No computer is to move.
    Yours,
    Played,
    /// All threads are busy.
    Busy,
}

/// Plays the turns of computers until a person is to move.
async fn reply(
    viewer: &Viewer,
    loaded: &mut LoadedPractice,
    request: &HttpRequest,
) -> Result<Reply, PageError> {
    let mut played = Reply::Yours;
    for _ in 0..REPLIES {
        let practice = &mut loaded.practice;
        let Some(Occupant::Computer(level)) = practice.occupant_to_move(&loaded.url.occupants) else { break };
        if loaded.url.picks && practice.tile_is_open() {
            break;
        }
        let address = viewer.web().address(request);
        if let Some(address) = address {
            viewer.web().replies.take(address).map_err(PageError::TooMany)?;
        }
        let position = practice.game().position().clone();
        let seed = loaded.url.seed.number();
        let Ok(command) = viewer.web().service.practice_reply(position, level, seed, address).await else {
            return Ok(if matches!(played, Reply::Played) { played } else { Reply::Busy });
        };
        let Some(step) = command.and_then(|command| practice.step_of(command)) else { break };
        practice.step(step).map_err(PageError::internal)?;
        played = Reply::Played;
    }
    Ok(played)
}

fn page(viewer: &Viewer, loaded: &LoadedPractice) -> PageResult {
    let (practice, game, names) = (&loaded.practice, loaded.practice.game(), &loaded.names);
    let locale = names.locale();
    let placements = &HandPlacements::of(game);
    let BoardState { next, error, view, chosen } = BoardState::of(loaded, placements);
    let mut entries = insight::log_entries(game, practice.log());
    entries.retain(|entry| entry.first > practice.begins());
    let census = game.rules().census();
    let kinds = TileKind::all().filter(|kind| census[kind.index()] > 0);
    let beside: Vec<TileKind> = turn_rows::kinds(&entries).chain(kinds).collect();
    let rows = || players::rows_with_forecast(game, names, practice.log(), Aids::All, None);
    let status = if error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let before = |steps: usize| loaded.url.after(&practice.steps()[..steps]);
    let page = BoardPage {
        layout: viewer.layout(locale.say("practice-title")),
        heading: heading(loaded, &next),
        error,
        drawing: Drawing::of(&view, &beside),
        outlook: game.to_move().map(|_| outlook(loaded)),
        summary: SummaryPart { locale, players: rows(), tiles_left: game.tiles_left() },
        scores: ScoresPart { locale, players: rows() },
        tiles_left: game.tiles_left(),
        hand: parts::hand(game, placements, locale, chosen),
        offer: matches!(next, NextAction::ChooseCell { .. }).then(|| {
            OfferPart::of_page(
                game,
                names,
                placements,
                Url::Practice(&loaded.url.after(practice.steps())).to_string(),
                true,
            )
        }),
        next,
        turns: turns(loaded, &entries),
        back: practice.steps_before_last_turn(&loaded.url.occupants).map(before),
        beginning: (!practice.steps().is_empty()).then(|| before(0)),
        seats: SeatChoice::of(locale, &loaded.url.occupants),
        features: features::groups(game, names, Aids::All),
        source: match &loaded.url.start {
            PracticeStart::Game { id, .. } => Some((id.clone(), practice.begins())),
            PracticeStart::Table { .. } | PracticeStart::Recording(_) => None,
        },
        url: loaded.url.after(practice.steps()),
    };
    viewer.page_with(status, &page)
}

/// "Expected: Player 2 +3.2".
fn outlook(loaded: &LoadedPractice) -> String {
    let (names, locale) = (&loaded.names, loaded.names.locale());
    let Some(Lead { seat, points }) = lead(loaded.practice.game()) else {
        return locale.say("practice-even").to_owned();
    };
    let who = if names.you() == Some(seat) { locale.say("player-you") } else { names.player(seat) };
    locale.text("practice-lead-of").with("who", who).with("points", format!("{points:.1}")).to_string()
}

fn heading(loaded: &LoadedPractice, next: &NextAction) -> String {
    let (game, names) = (loaded.practice.game(), &loaded.names);
    let locale = names.locale();
    match (next, game.to_move()) {
        (NextAction::ChooseTile(_), Some(colour)) => {
            locale.text("practice-choose-tile-for").with("who", names.who(colour)).to_string()
        }
        (_, Some(colour)) => outcome::whose_turn(names, colour),
        (_, None) => outcome::heading(game, names),
    }
}

/// The turns of this practice, the latest first.
fn turns(loaded: &LoadedPractice, entries: &[LogEntry]) -> Vec<TakenTurn> {
    let practice = &loaded.practice;
    let regions = Regions::of(practice.game().board());
    let taken = |entry: &LogEntry| TakenTurn {
        row: TurnRow::of(&loaded.names, regions, entry, |_| String::new()),
        before: loaded.url.after(&practice.steps()[..practice.steps_before(entry.first)]),
    };
    entries.iter().rev().map(taken).collect()
}
