//! Trying a turn again.

use askama::Template;

use crate::html::board::choices::Impossible;
use crate::html::board::features::FeatureGroup;
use crate::html::board::{Drawing, OfferPart, ScoresPart, SummaryPart};
use crate::html::layout::Layout;
use crate::http::urls::{Draft, TurnQuery, Url};
use analysis::Depth;
use engine::TileKind;
use table::GameId;

#[derive(Template)]
#[template(path = "games/analysis/again.html")]
pub struct AgainPage {
    pub layout: Layout,
    pub id: GameId,
    /// The number of the turn's event.
    pub n: u32,
    pub heading: String,
    pub drawing: Drawing,
    pub summary: SummaryPart,
    pub scores: ScoresPart,
    /// The legal turns, while a cell is to be chosen.
    pub offer: Option<OfferPart>,
    pub kind: TileKind,
    /// The tile as SVG.
    pub tile: String,
    /// Why the tile doesn't go there.
    pub error: Option<String>,
    /// The turned tile, if it can be turned.
    pub rotate: Option<Draft>,
    /// The followers that can be placed: letter, name, details, address.
    pub choices: Vec<(Option<char>, String, String, String)>,
    pub impossible: Vec<Impossible>,
    /// The board in words.
    pub features: Vec<FeatureGroup>,
    /// How good the turn is.
    pub judgement: Vec<String>,
}

impl AgainPage {
    fn solution(&self) -> String {
        Url::AnalysisTurn(&self.id, self.n, TurnQuery::of(Depth::Quick)).to_string()
    }
}
