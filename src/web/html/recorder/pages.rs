//! The pages of the recorder.

use askama::Template;

use crate::html::board::turn_rows::TurnRow;
use crate::html::board::{Drawing, HandTile, OfferPart, ScoresPart, SummaryPart};
use crate::html::layout::Layout;
use crate::html::practice::board_page::NextAction;
use crate::html::wording::rule_names;
use crate::http::urls::{PracticeUrl, Url};
use engine::{Preset, Ruleset, TileSet};
use service::MOST_RECORDINGS;
use table::LONGEST_IMPORTED_NAME;

/// The games that are being entered, and the form for a new one.
#[derive(Template)]
#[template(path = "recorder/start.html")]
pub struct RecorderPage {
    pub layout: Layout,
    pub error: Option<String>,
    pub recordings: Vec<RecordingRow>,
    /// What is in the fields for names.
    pub names: Vec<String>,
    pub preset: Preset,
    pub expansions: Vec<TileSet>,
}

pub struct RecordingRow {
    pub id: String,
    pub players: String,
    /// How far it is, and when something was last entered.
    pub state: String,
}

impl RecorderPage {
    const MOST: u32 = MOST_RECORDINGS;
    const LONGEST_NAME: usize = LONGEST_IMPORTED_NAME;

    /// The words and names of the rule books by which players draw one tile.
    fn books(&self) -> Vec<(&'static str, &'static str, bool)> {
        let books = Preset::ALL.into_iter().filter(|&book| service::can_be_recorded(&Ruleset::of(book)));
        books
            .map(|book| (book.word(), rule_names::name(self.layout.locale, book), book == self.preset))
            .collect()
    }

    /// The words and names of the expansions.
    fn sets(&self) -> Vec<(&'static str, String, bool)> {
        let sets = TileSet::ALL.into_iter().filter(|&set| set != TileSet::Base);
        sets.map(|set| {
            (set.word(), rule_names::expansion(self.layout.locale, set), self.expansions.contains(&set))
        })
        .collect()
    }
}

/// A game that is being entered.
#[derive(Template)]
#[template(path = "recorder/board.html")]
pub struct RecorderBoardPage {
    pub layout: Layout,
    pub id: String,
    /// This board, with no tile on a cell.
    pub url: PracticeUrl,
    /// How many steps were entered.
    pub steps: usize,
    pub heading: String,
    /// Why what was entered doesn't go.
    pub error: Option<String>,
    pub drawing: Drawing,
    pub summary: SummaryPart,
    pub scores: ScoresPart,
    pub tiles_left: usize,
    pub hand: Vec<HandTile>,
    pub next: NextAction,
    /// The legal turns, while a cell is to be chosen.
    pub offer: Option<OfferPart>,
    /// The latest first.
    pub turns: Vec<TurnRow>,
}

impl RecorderBoardPage {
    fn is_previewed(&self) -> bool {
        matches!(self.next, NextAction::Confirm(_))
    }

    fn page(&self) -> String {
        format!("{}&", self.url)
    }
}
