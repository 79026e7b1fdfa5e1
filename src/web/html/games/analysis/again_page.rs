//! Trying a turn again.

use askama::Template;

use crate::analysis::Depth;
use crate::table::GameId;
use crate::web::html::board::Drawing;
use crate::web::html::board::choices::Impossible;
use crate::web::html::layout::Layout;
use crate::web::http::urls::{Draft, TurnQuery, Url};

#[derive(Template)]
#[template(path = "games/analysis/again.html")]
pub struct AgainPage {
    pub layout: Layout,
    pub id: GameId,
    /// The number of the turn's event.
    pub n: u32,
    pub heading: String,
    pub drawing: Drawing,
    /// The tile as SVG.
    pub tile: String,
    /// Why the tile doesn't go there.
    pub error: Option<String>,
    /// The turned tile, if it can be turned.
    pub rotate: Option<Draft>,
    /// The followers that can be placed: letter, name, details, address.
    pub choices: Vec<(Option<char>, String, String, String)>,
    pub impossible: Vec<Impossible>,
    /// How good the turn is.
    pub judgement: Vec<String>,
}

impl AgainPage {
    fn solution(&self) -> String {
        Url::AnalysisTurn(&self.id, self.n, TurnQuery::of(Depth::Quick)).to_string()
    }
}
