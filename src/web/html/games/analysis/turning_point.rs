//! The turns that changed the chances most, each on a small board.

use crate::html::board::board_view;
use crate::html::board::compared::{self, NamedTurn};
use crate::html::games::analysis::words;
use crate::html::wording::names::Names;
use analysis::{Move, TurnReport};
use art::BoardView;
use engine::{Cell, Game, TileKind};

/// The columns and rows of a small board, unless the cells that matter are further apart.
const SIZE: [i16; 2] = [5, 4];

pub struct TurningPoint {
    /// The number of its event.
    pub n: u32,
    pub heading: String,
    /// What was played and what was better, as SVG.
    pub board: String,
    pub chances: String,
    pub sentences: Vec<String>,
    /// The tiles of the board.
    pub(super) kinds: Vec<TileKind>,
}

impl TurningPoint {
    /// `game` is the one before the turn.
    pub(super) fn of(names: &Names, game: &Game, number: usize, turn: &TurnReport) -> Self {
        let locale = names.locale();
        let win = |win: &[f64]| locale.percent(win[turn.seat.index()]);
        let text = locale.text("analysis-turning-point").with("before", win(&turn.before.win));
        let chances = text.with("after", win(&turn.after.win)).to_string();
        let view = board(names, game, turn);
        Self {
            n: turn.n,
            heading: words::heading(names, number, turn),
            board: art::board(&view),
            chances,
            sentences: sentences(names, turn),
            kinds: view.kinds().collect(),
        }
    }
}

/// The best turn, unless it was played.
fn better(turn: &TurnReport) -> Option<Move> {
    let best = turn.best.first()?.play;
    (turn.played.is_some_and(|played| played != best) && turn.loss.points > 0.0).then_some(best)
}

fn board(names: &Names, game: &Game, turn: &TurnReport) -> BoardView {
    let mut view = board_view::of(game, names);
    let locale = names.locale();
    let with_name = |play: Move, name| Some(NamedTurn { turn: play.turn()?, name });
    let played = turn.played.and_then(|play| with_name(play, locale.say("analysis-was-played")));
    let on_other_cell =
        |better: &NamedTurn| played.is_none_or(|played| played.turn.position != better.turn.position);
    let better = better(turn).and_then(|play| with_name(play, locale.say("analysis-was-better")));
    let better = better.filter(on_other_cell);
    compared::show(&mut view, names, turn.colour, played, better);
    let cells: Vec<Cell> = [played, better].into_iter().flatten().map(|named| named.turn.position).collect();
    view.around(&cells, SIZE)
}

/// Whether luck or the choice made the difference, and what was better.
fn sentences(names: &Names, turn: &TurnReport) -> Vec<String> {
    let (locale, loss) = (names.locale(), turn.loss.points);
    let luck = words::drawn(names, turn).filter(|_| turn.luck.points.abs() >= loss);
    let choice = luck.is_none() || loss > 0.0;
    let better = better(turn)
        .map(|play| locale.text("analysis-better").with("turn", words::follower(names, play)).to_string());
    luck.into_iter().chain(choice.then(|| words::played(names, turn))).chain(better).collect()
}
