//! The handicaps of a rematch, before it is opened.

use askama::Template;

use crate::html::games::LoadedGame;
use crate::html::layout::Layout;
use crate::html::rulebook::handicaps::{Handicaps, LIMITS};
use crate::http::urls::Url;
use engine::{Game, HandicapChange, Seat};
use table::GameId;

#[derive(Template)]
#[template(path = "games/rematch.html")]
pub struct RematchPage {
    pub layout: Layout,
    /// The id of the finished game.
    pub id: GameId,
    /// Whether the finished game is rated.
    pub rated: bool,
    pub error: Option<String>,
    pub form: RematchForm,
}

pub struct RematchForm {
    pub rows: Vec<RematchRow>,
    /// Whether the rules adjust handicaps.
    pub moves: bool,
    /// Whether the winners' handicaps shrink, rather than those of the others grow.
    pub winners_shrink: bool,
    /// The proposed points, to detect whether others were typed.
    pub proposed: String,
}

pub struct RematchRow {
    pub name: String,
    /// Points in the finished game, handicap included.
    pub score: i32,
    /// The handicap in the finished game.
    pub before: i32,
    /// The name of the input for how fast the handicap changes.
    pub pace: String,
    /// Whether it changes by a quarter of the difference rather than by half.
    pub slowly: bool,
    /// The name of the handicap's input.
    pub input: String,
    /// The input's value.
    pub text: String,
}

impl RematchForm {
    /// With the handicaps that the rules propose.
    pub(crate) fn proposed(loaded: &LoadedGame, change: HandicapChange) -> Self {
        Self::of(loaded, change, &Handicaps::of(&proposed(loaded.game(), change)))
    }

    /// With the handicaps that were typed.
    pub(crate) fn of(loaded: &LoadedGame, change: HandicapChange, typed: &Handicaps) -> Self {
        let game = loaded.game();
        let before = &game.header().handicaps;
        let seats = (0..).map(Seat).take(game.header().seats.len());
        let rows = seats.zip(typed.inputs()).map(|(seat, input)| RematchRow {
            name: loaded.names.player(seat).to_owned(),
            score: game.seat_score(seat),
            before: before.get(seat.index()).copied().unwrap_or(0),
            pace: pace(seat.index()),
            slowly: change.slowly[seat.index()],
            input: input.name,
            text: input.text.to_owned(),
        });
        let rows = rows.collect();
        let points = proposed(game, change);
        Self {
            rows,
            moves: game.rules().rematch_handicap,
            winners_shrink: change.winners_shrink,
            proposed: spaced(points.iter().map(ToString::to_string)),
        }
    }
}

/// The name of the input for how fast a seat's handicap changes.
pub fn pace(seat: usize) -> String {
    format!("pace.{}", seat + 1)
}

/// The form value of a list of numbers.
pub fn spaced(numbers: impl Iterator<Item = String>) -> String {
    numbers.collect::<Vec<_>>().join(" ")
}

/// A handicap for each seat.
fn proposed(game: &Game, change: HandicapChange) -> Vec<i32> {
    let mut points = game.changed_handicaps(&change);
    points.resize(game.header().seats.len(), 0);
    points
}
