//! The handicaps of a rematch, before it is opened.

use askama::Template;

use crate::engine::{Game, HandicapChange, Seat};
use crate::web::html::games::LoadedGame;
use crate::web::html::layout::Layout;
use crate::web::html::rulebook::handicaps::{Handicaps, LIMITS};
use crate::web::http::urls::Url;

/// The form on a page of its own.
#[derive(Template)]
#[template(path = "games/rematch.html")]
pub struct RematchPage {
    pub layout: Layout,
    /// The game that is over.
    pub id: String,
    pub error: Option<String>,
    pub form: RematchForm,
}

/// The form that opens a rematch.
pub struct RematchForm {
    pub rows: Vec<RematchRow>,
    /// Whether the rules move handicaps.
    pub moves: bool,
    /// Whether the winners' handicaps shrink.
    pub winners_shrink: bool,
}

/// A player of a rematch.
pub struct RematchRow {
    pub name: String,
    /// Their points in the game, handicap included.
    pub score: i32,
    /// Their handicap in the game.
    pub before: i32,
    /// The name of the input for how far it moves.
    pub pace: String,
    /// Whether it moves by a quarter of the difference, not by half.
    pub slowly: bool,
    /// The name of the handicap's input.
    pub input: String,
    /// What it holds.
    pub text: String,
}

impl RematchForm {
    /// The form with a proposal.
    pub(in crate::web) fn proposed(loaded: &LoadedGame, change: HandicapChange) -> Self {
        Self::of(loaded, change, &Handicaps::of(&proposed(loaded.game(), change)))
    }

    /// The form as it was typed.
    pub(in crate::web) fn of(loaded: &LoadedGame, change: HandicapChange, typed: &Handicaps) -> Self {
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
        Self { rows, moves: game.rules().rematch_handicap, winners_shrink: change.winners_shrink }
    }
}

/// The name of the input for how far a seat's handicap moves.
pub fn pace(seat: usize) -> String {
    format!("pace.{}", seat + 1)
}

/// One number a seat.
fn proposed(game: &Game, change: HandicapChange) -> Vec<i32> {
    let mut points = game.changed_handicaps(&change);
    points.resize(game.header().seats.len(), 0);
    points
}
