//! What could have been played in a turn.

use askama::Template;

use crate::html::board::Drawing;
use crate::html::layout::Layout;
use crate::http::urls::{TurnQuery, Url};
use table::GameId;

#[derive(Template)]
#[template(path = "games/analysis/turn.html")]
pub struct TurnPage {
    pub layout: Layout,
    pub id: GameId,
    /// The number of the turn's event.
    pub n: u32,
    pub query: TurnQuery,
    pub heading: String,
    pub drawing: Drawing,
    /// The drawn tile as SVG; empty if none was drawn.
    pub tile: String,
    /// What the draw and the turn did.
    pub lines: Vec<String>,
    pub best_of: String,
    pub best: Vec<BestTurn>,
    /// The event numbers of the turns before and after.
    pub previous: Option<u32>,
    pub next: Option<u32>,
    /// Whether there was a choice, so that the turn can be tried again.
    pub again: bool,
    /// Whether an earlier version of the analyser made the report.
    pub outdated: bool,
}

/// One of the best turns.
pub struct BestTurn {
    /// From 1.
    pub number: usize,
    /// The tile as it lies, as SVG.
    pub tile: String,
    pub follower: String,
    /// Which turn before has the same cell, in words.
    pub same_cell: Option<String>,
    pub value: String,
    pub played: bool,
    /// Whether the board shows it.
    pub shown: bool,
    /// Why it is better, and than what.
    pub than: &'static str,
    pub reasons: Vec<String>,
}

impl TurnPage {
    fn turn(&self, n: u32) -> String {
        Url::AnalysisTurn(&self.id, n, TurnQuery { shown: None, ..self.query }).to_string()
    }

    fn shows(&self, number: usize) -> String {
        Url::AnalysisTurn(&self.id, self.n, TurnQuery { shown: Some(number), ..self.query }).to_string()
    }

    fn worth(&self, worth: bool) -> String {
        Url::AnalysisTurn(&self.id, self.n, TurnQuery { worth, ..self.query }).to_string()
    }

    fn whole(&self) -> String {
        Url::AnalysisOf(&self.id, self.query.depth).to_string()
    }
}
