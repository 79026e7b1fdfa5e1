//! A puzzle before its answer.

use askama::Template;

use crate::html::board::features::FeatureGroup;
use crate::html::board::turn_preview::PreviewPart;
use crate::html::board::{Drawing, HandTile, KindLeft, OfferPart, ScoresPart, SummaryPart};
use crate::html::layout::Layout;
use crate::http::urls::{Draft, Url};

#[derive(Template)]
#[template(path = "puzzles/puzzle.html")]
pub struct PuzzlePage {
    pub layout: Layout,
    pub n: u32,
    pub title: String,
    pub error: Option<String>,
    pub drawing: Drawing,
    pub summary: SummaryPart,
    pub scores: ScoresPart,
    pub hand: Vec<HandTile>,
    pub tried: Option<PreviewPart>,
    /// The legal turns, unless one is tried.
    pub offer: Option<OfferPart>,
    /// Whether the viewer's first answer was right, and the page with it.
    pub answered: Option<(bool, Draft)>,
    /// The board in words.
    pub features: Vec<FeatureGroup>,
    pub kinds_left: Vec<KindLeft>,
}

impl PuzzlePage {
    /// The address of this page, for a query to follow.
    fn page(&self) -> String {
        format!("{}?", Url::Puzzle(self.n))
    }
}
