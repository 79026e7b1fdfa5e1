//! A puzzle's solution.

use askama::Template;

use crate::html::board::{Drawing, ScoresPart, SummaryPart};
use crate::html::layout::Layout;
use crate::http::urls::{Draft, Url};
use table::GameId;

#[derive(Template)]
#[template(path = "puzzles/solution.html")]
pub struct SolutionPage {
    pub layout: Layout,
    pub n: u32,
    pub title: String,
    pub solved: bool,
    /// The board with the best turn.
    pub drawing: Drawing,
    pub summary: SummaryPart,
    pub scores: ScoresPart,
    pub best: RatedTurn,
    /// The viewer's turn, unless it is the best.
    pub yours: Option<RatedTurn>,
    /// Other good turns.
    pub others: Vec<RatedTurn>,
    /// Why the best turn is better than the viewer's, or than the second best.
    pub reasons: Vec<String>,
    /// Whether an earlier answer of this account counts instead.
    pub first_counts: bool,
    /// Days in a row, if this is today's puzzle and the viewer has an account.
    pub streak: Option<u32>,
    /// The game that it is from, and the event after which the position is.
    pub game: Option<(GameId, u32)>,
    /// The viewer's turn.
    pub again: Draft,
}

/// A turn and what it is worth.
pub struct RatedTurn {
    /// A small SVG of the tile as it was placed.
    pub tile: String,
    pub follower: String,
    pub value: String,
}
