//! The analysis of a whole game.

use std::sync::Arc;

use askama::Template;

use crate::html::games::analysis::{Charts, Highlight, TurningPoint};
use crate::html::layout::Layout;
use crate::http::urls::{TurnQuery, Url};
use crate::locale::Locale;
use analysis::{Borders, Depth};
use service::AnalysisState;
use table::GameId;

#[derive(Template)]
#[template(path = "games/analysis/overview.html")]
pub struct OverviewPage {
    pub layout: Layout,
    pub id: GameId,
    pub depths: Vec<DepthChoice>,
    /// Whether the viewer is signed in.
    pub may_ask: bool,
    /// How many analyses of a depth the viewer may ask for in a day.
    pub standard: u32,
    pub deep: u32,
    /// How many of these at a time.
    pub waiting: u32,
    /// A [`Report`].
    pub report: Option<Arc<String>>,
    /// Whether the report is being made.
    pub under_way: bool,
    /// Why there is no report, or another is to come; empty if none is.
    pub state: String,
    /// Whether an earlier version of the analyser made the report.
    pub outdated: bool,
}

pub struct DepthChoice {
    pub depth: Depth,
    pub current: bool,
    /// Whether there is nothing to show, as nobody has asked for it.
    pub absent: bool,
    /// Whether the viewer may ask for it.
    pub may_ask: bool,
    /// How far it is, in words; empty if it is ready or absent.
    pub progress: String,
}

/// The analysis itself. That of one version never changes.
#[derive(Template)]
#[template(path = "games/analysis/report.html")]
pub struct Report {
    pub locale: Locale,
    pub id: GameId,
    pub depth: Depth,
    /// The SVG symbols of all tiles in the report.
    pub symbols: String,
    pub charts: Charts,
    pub seats: Vec<SeatRow>,
    /// What the analysis cannot explain, in words.
    pub rest: String,
    pub resigned: bool,
    pub turning_points: Vec<TurningPoint>,
    pub luckiest: Vec<Highlight>,
    pub unluckiest: Vec<Highlight>,
    pub turns: Vec<TurnLine>,
    pub borders: Borders,
}

/// The sums of a player.
pub struct SeatRow {
    pub name: String,
    /// The SVG of its meeple.
    pub figure: String,
    pub luck: String,
    /// As SVG.
    pub luck_bar: String,
    pub lost: String,
    pub lost_bar: String,
    pub a_turn: String,
    pub counts: String,
    pub adjusted: String,
}

/// A turn in the table of all turns.
pub struct TurnLine {
    /// The number of its event.
    pub n: u32,
    /// Counted from 1.
    pub turn: usize,
    pub name: String,
    pub figure: String,
    /// The drawn tile as SVG; may be empty.
    pub tile: String,
    pub luck: String,
    pub lost: String,
    pub verdict: String,
    /// Whether it lost more than the analysis can be wrong about.
    pub bad: bool,
    /// Whether the viewer can try it again: their own turn, and not the best.
    pub again: bool,
}

impl Report {
    fn turn(&self, n: u32) -> String {
        Url::AnalysisTurn(&self.id, n, TurnQuery::of(self.depth)).to_string()
    }
}

impl DepthChoice {
    pub fn of(layout: &Layout, depth: Depth, current: bool, state: AnalysisState, may_ask: bool) -> Self {
        let progress = match state {
            AnalysisState::Queued => layout.say("analysis-state-queued").to_owned(),
            AnalysisState::Running { done, turns } => {
                layout.text("analysis-state-running").with("done", done).with("turns", turns).to_string()
            }
            AnalysisState::Outdated => layout.say("analysis-state-outdated").to_owned(),
            AnalysisState::Absent | AnalysisState::Ready => String::new(),
        };
        let absent = state == AnalysisState::Absent;
        Self { depth, current, absent, may_ask: state.may_be_asked_for() && may_ask, progress }
    }
}
