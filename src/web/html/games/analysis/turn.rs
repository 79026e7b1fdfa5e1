//! `/games/{id}/analysis/{n}`: the turn of event n, and what would have been better.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};

use crate::html::board::compared::{self, NamedTurn};
use crate::html::board::turn_view::room;
use crate::html::board::{Drawing, board_view};
use crate::html::games::LoadedGame;
use crate::html::games::analysis::load::{depth, load};
use crate::html::games::analysis::{BestTurn, TurnPage, words};
use crate::html::games::caches::Caches;
use crate::html::response::PageResult;
use crate::html::wording::names::Names;
use crate::html::wording::{lead, reasons, tile_words};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::game_path::{EventNumber, GamePath};
use crate::http::session::Viewer;
use crate::http::urls::{TurnQuery, Url};
use crate::locale::{Locale, key};
use analysis::{Alternative, Analysis, Move, TurnReport, feature_worths};
use art::{BoardView, Mark};
use engine::{Command, Game, Rotation, TileKind};

pub(crate) async fn get(
    viewer: Viewer,
    GamePath(id): GamePath,
    at: Path<EventNumber>,
    caches: Data<Caches>,
    request: HttpRequest,
) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let n = at.n;
    let shown = fields.parsed::<usize>("turn")?;
    let query = TurnQuery { depth: depth(&fields)?, shown, worth: fields.optional("show")? == Some("worth") };
    let (loaded, view) = load(&viewer, &caches, &id, query.depth).await?;
    let outdated = view.is_outdated();
    let Some(analysis) = view.report else {
        return Ok(viewer.go(&Url::AnalysisOf(&id, query.depth), None, &[]));
    };
    let (number, turn) = numbered(&analysis, n)?;
    let game = before(&loaded, n)?;
    let names = loaded.names();
    let locale = names.locale();
    let title = locale.text("analysis-turn-title").with("n", number).with("players", loaded.title());
    let shown = shown_turn(turn, query.shown);
    let board = board(names, &game, turn, shown, query.worth);
    let tried = turn.best.iter().filter_map(|best| best.play.turn()).map(|turn| turn.tile);
    let neighbour = |number: usize| analysis.turns.get(number).map(|turn| turn.n);
    viewer.page(&TurnPage {
        layout: viewer.layout(title),
        id,
        n,
        query,
        heading: words::heading(names, number, turn),
        drawing: Drawing::of(&board, &turn.drawn.into_iter().chain(tried).collect::<Vec<TileKind>>()),
        tile: turn.drawn.map(|kind| tile_words::tile(locale, kind, Rotation::R0)).unwrap_or_default(),
        lines: lines(names, turn),
        best_of: locale.text("analysis-best-turns-of").with("n", turn.possible).to_string(),
        best: best(names, &game, turn, shown),
        previous: number.checked_sub(2).and_then(neighbour),
        next: neighbour(number),
        again: !turn.forced && turn.played.is_some(),
        outdated,
    })
}

/// The number of a turn, from 1, with its report.
pub(super) fn numbered(analysis: &Analysis, n: u32) -> Result<(usize, &TurnReport), PageError> {
    let place = analysis.turns.iter().position(|turn| turn.n == n).ok_or(PageError::NotFound)?;
    Ok((place + 1, &analysis.turns[place]))
}

/// The game before event `n`.
pub(super) fn before(loaded: &LoadedGame, n: u32) -> Result<Game, PageError> {
    loaded.replay.at(n.saturating_sub(1)).ok_or(PageError::NotFound)
}

/// The place of the turn that the board shows beside what was played: the one that was asked for, or the best of the others if
/// it is on another cell.
fn shown_turn(turn: &TurnReport, asked: Option<usize>) -> Option<usize> {
    let asked = asked.and_then(|number| number.checked_sub(1)).filter(|&place| place < turn.best.len());
    let cell = |play: Move| play.turn().map(|turn| turn.position);
    let other = turn.best.iter().position(|best| Some(best.play) != turn.played);
    asked.or_else(|| other.filter(|&place| Some(cell(turn.best[place].play)) != turn.played.map(cell)))
}

/// The board before the turn with what was played, the best turns numbered, and one of them as a ghost.
fn board(names: &Names, game: &Game, turn: &TurnReport, shown: Option<usize>, worth: bool) -> BoardView {
    let mut view = board_view::of(game, names);
    if worth {
        view.marks = worth_marks(game, names);
    }
    for (place, best) in turn.best.iter().enumerate().filter(|(place, _)| first_there(turn, *place) == *place)
    {
        let number = u32::try_from(place + 1).unwrap_or(0);
        view.marks.extend(best.play.turn().map(|turn| Mark::Number(turn.position, number)));
    }
    let with_name = |play: Move, name| Some(NamedTurn { turn: play.turn()?, name });
    let was_played = names.locale().say("analysis-was-played");
    let played = turn.played.and_then(|play| with_name(play, was_played));
    let shown = shown.map(|place| turn.best[place].play);
    let better = shown.and_then(|play| with_name(play, if shown == turn.played { was_played } else { "" }));
    compared::show(&mut view, names, turn.colour, played, better);
    view.room = Some(room(view.bounds()));
    view
}

/// The first of the best turns on the cell of one of them.
fn first_there(turn: &TurnReport, place: usize) -> usize {
    let cell = |best: &Alternative| best.play.turn().map(|turn| turn.position);
    turn.best.iter().position(|other| cell(other) == cell(&turn.best[place])).unwrap_or(place)
}

/// What each feature is worth, on its first follower's tile.
fn worth_marks(game: &Game, names: &Names) -> Vec<Mark> {
    let locale = names.locale();
    let worths = feature_worths(game.position());
    let areas = worths.iter().map(|worth| {
        let hue = worth.owners.first().filter(|_| worth.owners.len() == 1).map(|&owner| names.hue(owner));
        Mark::Area { segments: worth.segments.clone(), hue }
    });
    let stands = |segment: &(usize, usize)| {
        game.board().followers().iter().any(|placed| (placed.tile, placed.segment) == *segment)
    };
    let tags = worths.iter().filter_map(|worth| {
        let &(tile, segment) = worth.segments.iter().find(|&segment| stands(segment))?;
        Some(Mark::Tag { tile, segment, text: locale.decimal(worth.points) })
    });
    areas.chain(tags).collect()
}

/// What the draw and the turn did.
fn lines(names: &Names, turn: &TurnReport) -> Vec<String> {
    let (locale, seat) = (names.locale(), turn.seat.index());
    let mut lines: Vec<String> = words::drawn(names, turn).into_iter().collect();
    lines.push(words::played(names, turn));
    let chances = locale.text("analysis-chances").with("before", locale.percent(turn.before.win[seat]));
    lines.push(chances.with("after", locale.percent(turn.after.win[seat])).to_string());
    lines
}

fn best(names: &Names, game: &Game, turn: &TurnReport, shown: Option<usize>) -> Vec<BestTurn> {
    let locale = names.locale();
    let row = |(at, best): (usize, &Alternative)| {
        let played = Some(best.play) == turn.played;
        let (than, why) = why(names, game, turn, best, played);
        let first = first_there(turn, at);
        let laid = best.play.turn();
        BestTurn {
            number: at + 1,
            tile: laid
                .map(|turn| tile_words::thumbnail(locale, turn.tile, turn.rotation))
                .unwrap_or_default(),
            follower: words::follower(names, best.play),
            same_cell: (first != at)
                .then(|| locale.text("analysis-same-cell").with("n", first + 1).to_string()),
            value: value(locale, best),
            played,
            shown: shown == Some(at),
            than,
            reasons: why,
        }
    };
    turn.best.iter().enumerate().map(row).collect()
}

/// "4.4 points behind, 31 % to win".
fn value(locale: Locale, best: &Alternative) -> String {
    let (side, points) = (lead::side(best.points), locale.decimal(best.points));
    let win = locale.percent(best.win);
    match best.error {
        None => {
            let text = locale.text("analysis-value").with("side", side);
            text.with("points", points).with("win", win).to_string()
        }
        Some(error) => {
            let text = locale.text("analysis-value-about").with("side", side).with("points", points);
            text.with("error", locale.decimal(error)).with("win", win).to_string()
        }
    }
}

/// Why a turn is better than what was played or, if it was played and is the best, than the next one.
fn why(
    names: &Names,
    game: &Game,
    turn: &TurnReport,
    best: &Alternative,
    played: bool,
) -> (&'static str, Vec<String>) {
    let locale = names.locale();
    let is_first = turn.best.first().is_some_and(|first| first.play == best.play);
    let (key, other): (&'static str, Option<Command>) = if played {
        let next = turn.best.get(1).filter(|_| is_first).map(|next| next.play.command());
        (key("analysis-why-best"), next)
    } else {
        let better = turn.loss.points > 0.0 && turn.loss_of(best.play) < Some(turn.loss.points);
        (key("analysis-why"), turn.played.filter(|_| better).map(Move::command))
    };
    let found =
        other.map(|other| players::reasons(game.position(), best.play.command(), other)).unwrap_or_default();
    (locale.say(key), reasons::sentences(names, game.position(), turn.seat, &found))
}
