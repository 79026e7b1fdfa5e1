//! `/puzzles/{n}/answer` and `/puzzles/{n}/solution`: answering a puzzle, and what the best turn was.

use actix_web::HttpRequest;
use actix_web::web::Path;

use crate::html::board::compared::{self, NamedTurn};
use crate::html::board::turn_view::room;
use crate::html::board::{Drawing, ScoresPart, SummaryPart, board_view, choices, draft, players as seats};
use crate::html::puzzles::SolutionPage;
use crate::html::puzzles::loaded::LoadedPuzzle;
use crate::html::puzzles::show;
use crate::html::puzzles::solution_page::RatedTurn;
use crate::html::response::PageResult;
use crate::html::wording::names::Names;
use crate::html::wording::{lead, reasons, refusal, tile_words};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::form::VerifiedForm;
use crate::http::session::Viewer;
use crate::http::urls::Url;
use crate::locale::key;
use art::BoardView;
use engine::{Command, Game, TileKind, Turn, legal};
use puzzle::{Grade, looks_like};
use service::AnswerError;
use table::Aids;

/// Stores the first answer of an account. Visitors only see whether they are right.
pub(crate) async fn post(viewer: Viewer, n: Path<u32>, VerifiedForm(fields): VerifiedForm) -> PageResult {
    let draft = draft::read(&fields)?;
    match viewer.web().service.answer_puzzle(viewer.principal(), *n, draft::turn_of(draft)).await {
        Ok(_) => Ok(viewer.go(&Url::PuzzleSolution(*n, draft), None, &[])),
        Err(AnswerError::Refused(why)) => {
            let loaded = LoadedPuzzle::load(&viewer, *n).await?;
            let why = refusal::sentence(loaded.names.locale(), &why);
            show::page(&viewer, &loaded, Some(draft), None, Some(why))
        }
        Err(AnswerError::NoSuchPuzzle) => Err(PageError::NotFound),
        Err(AnswerError::Denied(why)) => Err(why.into()),
        Err(AnswerError::Store(failure)) => Err(failure.into()),
    }
}

/// Compares a turn with the best. Stores nothing.
pub(crate) async fn solution(viewer: Viewer, n: Path<u32>, request: HttpRequest) -> PageResult {
    let yours = draft::turn_of(draft::read(&Fields::of_query(&request)?)?);
    let loaded = LoadedPuzzle::load(&viewer, *n).await?;
    let (game, names, locale) = (loaded.game(), &loaded.names, loaded.names.locale());
    legal::check(game, &yours).map_err(|why| PageError::BadRequest(refusal::message(locale, &why)))?;
    let puzzle = &loaded.view.puzzle;
    let (Some(best), Some(grade), Some(mover)) = (puzzle.best(), puzzle.grade(game, yours), names.you())
    else {
        return Err(PageError::NotFound);
    };
    let other = if grade.solved { puzzle.answers.get(1).map(|second| second.turn) } else { Some(yours) };
    let view = board(game, names, best.turn, yours);
    let rows = || seats::rows_with_forecast(game, names, &puzzle.record.events, Aids::All, None);
    let beside: Vec<TileKind> = [best.turn.tile, yours.tile].into_iter().chain(game.tiles_ahead()).collect();
    let streak = match viewer.user() {
        Some(_) => Some(viewer.web().service.puzzle_streak(viewer.principal()).await?.days),
        None => None,
    };
    let why = |other| players::reasons(game, Command::Play(best.turn), Command::Play(other));
    let why = other.map(why).unwrap_or_default();
    viewer.page(&SolutionPage {
        layout: viewer.layout(loaded.title.clone()),
        n: loaded.view.n,
        title: loaded.title.clone(),
        solved: grade.solved,
        drawing: Drawing::of(&view, &beside),
        summary: SummaryPart { locale, players: rows(), tiles_left: game.tiles_left() },
        scores: ScoresPart { locale, players: rows() },
        best: RatedTurn { value: ahead(&loaded, best.points, best.error), ..rated(&loaded, best.turn) },
        yours: (!grade.solved).then(|| RatedTurn { value: behind(&loaded, grade), ..rated(&loaded, yours) }),
        others: others(&loaded, yours),
        reasons: reasons::sentences(names, game, mover, &why),
        first_counts: loaded.view.answer.is_some_and(|first| !looks_like(first.turn, yours)),
        streak: streak.filter(|_| loaded.view.today),
        game: loaded.view.game.as_ref().map(|game| (game.clone(), puzzle_event(&loaded))),
        again: draft::of(yours),
    })
}

/// The board with the best turn and, unless it has the same cell, the viewer's.
fn board(game: &Game, names: &Names, best: Turn, yours: Turn) -> BoardView {
    let mut view = board_view::of(game, names);
    let with_name = |turn, key| Some(NamedTurn { turn, name: names.locale().say(key) });
    let (best, yours) = (with_name(best, key("puzzle-best-cell")), with_name(yours, key("puzzle-your-cell")));
    if let Some(colour) = game.to_move() {
        compared::show(&mut view, names, colour, yours, best);
    }
    view.room = Some(room(view.bounds()));
    view
}

/// The event in the source game after which the position is.
fn puzzle_event(loaded: &LoadedPuzzle) -> u32 {
    loaded.view.puzzle.record.events.last().map_or(0, |last| last.n)
}

fn rated(loaded: &LoadedPuzzle, turn: Turn) -> RatedTurn {
    let locale = loaded.names.locale();
    RatedTurn {
        tile: tile_words::thumbnail(locale, turn.tile, turn.rotation),
        follower: choices::follower_of(locale, turn),
        value: String::new(),
    }
}

/// "6.2 points ahead (± 0.5)".
fn ahead(loaded: &LoadedPuzzle, points: f64, error: f64) -> String {
    let locale = loaded.names.locale();
    let text =
        locale.text("puzzle-value").with("side", lead::side(points)).with("points", locale.decimal(points));
    text.with("error", locale.decimal(error)).to_string()
}

/// "about 3.1 points less".
fn behind(loaded: &LoadedPuzzle, grade: Grade) -> String {
    let locale = loaded.names.locale();
    let text = locale.text("puzzle-loss").with("points", locale.decimal(grade.loss));
    text.with("how", if grade.played_out { "played" } else { "evaluated" }).to_string()
}

/// The other turns that were played out, but for the best and the viewer's.
fn others(loaded: &LoadedPuzzle, yours: Turn) -> Vec<RatedTurn> {
    let answers = loaded.view.puzzle.answers.iter().skip(1).filter(|answer| !looks_like(answer.turn, yours));
    let rated = |answer: &puzzle::PuzzleAnswer| RatedTurn {
        value: ahead(loaded, answer.points, answer.error),
        ..rated(loaded, answer.turn)
    };
    answers.take(3).map(rated).collect()
}
