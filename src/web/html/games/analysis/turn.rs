//! `/games/{id}/analysis/{n}`: the turn of event n, and what would have been better.

use actix_web::HttpRequest;
use actix_web::web::{Data, Path};

use crate::html::board::turn_view::room;
use crate::html::board::{Drawing, board_view};
use crate::html::games::LoadedGame;
use crate::html::games::analysis::load::{depth, load};
use crate::html::games::analysis::words::{place, who};
use crate::html::games::analysis::{BestTurn, TurnPage};
use crate::html::games::caches::Caches;
use crate::html::response::PageResult;
use crate::html::wording::names::Names;
use crate::html::wording::{reasons as words, tile_words};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::game_path::{EventNumber, GamePath};
use crate::http::session::Viewer;
use crate::http::urls::{TurnQuery, Url};
use crate::locale::key;
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
    let neighbour = |number: usize| analysis.turns.get(number).map(|turn| turn.n);
    viewer.page(&TurnPage {
        layout: viewer.layout(title),
        id,
        n,
        query,
        heading: heading(names, number, turn),
        drawing: Drawing::of(&board, &turn.drawn.into_iter().collect::<Vec<TileKind>>()),
        tile: turn.drawn.map(|kind| tile_words::tile(locale, kind, Rotation::R0)).unwrap_or_default(),
        lines: lines(names, turn),
        best_of: locale.text("analysis-best-turns-of").with("n", turn.possible).to_string(),
        best: best(names, &game, turn, shown),
        previous: number.checked_sub(2).and_then(neighbour),
        next: neighbour(number),
        again: !turn.forced && turn.played.is_some(),
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

fn heading(names: &Names, number: usize, turn: &TurnReport) -> String {
    let text = names.locale().text("analysis-turn-heading").with("n", number);
    text.with("who", names.starting(turn.colour)).to_string()
}

/// The place of the turn that the board shows: the one that was asked for, or the best that was not played.
fn shown_turn(turn: &TurnReport, asked: Option<usize>) -> Option<usize> {
    let asked = asked.and_then(|number| number.checked_sub(1)).filter(|&place| place < turn.best.len());
    let other = turn.best.iter().position(|best| Some(best.play) != turn.played);
    asked.or(other).or((!turn.best.is_empty()).then_some(0))
}

/// The board before the turn, with the best turns numbered and one of them as a ghost.
fn board(names: &Names, game: &Game, turn: &TurnReport, shown: Option<usize>, worth: bool) -> BoardView {
    let mut view = board_view::of(game, names);
    view.last = None;
    if worth {
        view.marks = worth_marks(game, names);
    }
    let cell = |best: &Alternative| best.play.turn().map(|turn| turn.position);
    for (place, best) in turn.best.iter().enumerate() {
        // Turns on the same cell share the number of the best.
        let first = turn.best.iter().position(|other| cell(other) == cell(best)) == Some(place);
        if let (Some(cell), true) = (cell(best), first) {
            view.marks.push(Mark::Number(cell, u32::try_from(place + 1).unwrap_or(0)));
        }
    }
    view.ghost = shown.and_then(|place| ghost(names, turn, turn.best[place].play));
    view.room = Some(room(view.bounds()));
    view
}

fn ghost(names: &Names, turn: &TurnReport, play: Move) -> Option<art::Ghost> {
    let placed = play.turn()?;
    let follower = placed.follower.and_then(|follower| {
        let segment = follower.on.segment(placed.tile, placed.rotation)?;
        Some((names.hue(turn.colour), follower.kind, segment))
    });
    let tile = art::Tile { kind: placed.tile, position: placed.position, rotation: placed.rotation };
    Some(art::Ghost { tile, follower, spots: Vec::new() })
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
    let mut lines = Vec::new();
    if turn.drawn.is_some() {
        let luck = locale.text("analysis-drawn-luck").with("points", locale.signed(turn.luck.points));
        lines.push(luck.to_string());
    }
    let player = who(names, turn.seat);
    lines.push(if turn.played.is_none() {
        locale.text("analysis-was-missed").with("who", player).to_string()
    } else if turn.forced {
        locale.say("analysis-was-only").to_owned()
    } else if turn.loss.points <= 0.0 {
        locale.text("analysis-was-best").with("who", player).to_string()
    } else {
        let lost = locale.decimal(turn.loss.points);
        match turn.error {
            None => locale.text("analysis-gave-away").with("points", lost).to_string(),
            Some(error) => {
                let text = locale.text("analysis-gave-away-about").with("points", lost);
                text.with("error", locale.decimal(error)).to_string()
            }
        }
    });
    let chances = locale.text("analysis-chances").with("before", locale.percent(turn.before.win[seat]));
    lines.push(chances.with("after", locale.percent(turn.after.win[seat])).to_string());
    lines
}

fn best(names: &Names, game: &Game, turn: &TurnReport, shown: Option<usize>) -> Vec<BestTurn> {
    let locale = names.locale();
    let row = |(at, best): (usize, &Alternative)| {
        let played = Some(best.play) == turn.played;
        let (than, why) = why(names, game, turn, best, played);
        let (points, win) = (locale.signed(best.points), locale.percent(best.win));
        let value = match best.error.map(|error| locale.decimal(error)) {
            None => locale.text("analysis-value").with("points", points).with("win", win),
            Some(error) => {
                let text = locale.text("analysis-value-about").with("points", points);
                text.with("error", error).with("win", win)
            }
        };
        BestTurn {
            number: at + 1,
            place: place(names, best.play),
            value: value.to_string(),
            played,
            shown: shown == Some(at),
            than,
            reasons: why,
        }
    };
    turn.best.iter().enumerate().map(row).collect()
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
    (locale.say(key), words::sentences(names, game.position(), turn.seat, &found))
}
