//! How a game ended.

use std::sync::Arc;

use askama::Template;

use crate::planar::Format;
use crate::table::Aids;
use crate::web::html::games::Drawing;
use crate::web::html::games::breakdown::BreakdownPart;
use crate::web::html::games::graph::Graph;
use crate::web::html::games::overlay::{Overlay, Overlays};
use crate::web::html::games::plane_page::PlanePart;
use crate::web::html::games::rematch_page::RematchForm;
use crate::web::html::layout::Layout;
use crate::web::html::rulebook::handicaps::LIMITS;
use crate::web::html::rulebook::note::RulesNote;
use crate::web::http::urls::Url;
use crate::web::locale::Locale;

/// How a game ended.
#[derive(Template)]
#[template(path = "games/final.html")]
pub struct FinalPage {
    pub layout: Layout,
    /// The game's name in addresses.
    pub id: String,
    /// The board at the end.
    pub drawing: Arc<Drawing>,
    /// What is drawn over the board.
    pub overlays: Overlays,
    /// Who won.
    pub heading: String,
    /// Why it ended.
    pub reason: String,
    /// The kinds of feature that pay under these rules.
    pub kinds: Vec<(String, Overlay)>,
    /// Points a colour.
    pub rows: Vec<FinalRow>,
    /// Points a seat, where a seat has several colours.
    pub seats: Vec<(String, i32)>,
    /// How the points grew.
    pub graph: Graph,
    /// Who was owed what at the end, and why.
    pub breakdown: BreakdownPart,
    /// The language, with the words of the rule book.
    pub words: Locale,
    /// The draw secret.
    pub secret: Option<String>,
    /// The promise that it fits.
    pub commitment: Option<String>,
    /// The map as a graph.
    pub plane: PlanePart,
    pub rules: RulesNote,
    /// Whether the viewer played: may ask for a rematch, and take the game off the list of unseen ones.
    pub may_mark_seen: bool,
    /// The handicaps of a rematch, if the rules move handicaps or somebody has one.
    pub rematch: Option<RematchForm>,
    /// The number of the last event.
    pub last: u32,
}

impl FinalPage {
    /// Whether anybody started with points.
    fn fields_url(&self) -> String {
        format!("{}#board", Url::FinalWith(&self.id, Overlay::Fields))
    }

    /// The players' scores where each has several colours.
    fn seat_scores(&self) -> String {
        let locale = self.layout.locale;
        let score = |(name, points): &(String, i32)| {
            locale.text("player-score").with("player", name).with("points", points).to_string()
        };
        locale.list(&self.seats.iter().map(score).collect::<Vec<_>>())
    }

    fn handicaps(&self) -> bool {
        self.rows.iter().any(|row| row.handicap != 0)
    }
}

/// A colour's points by what paid them.
pub struct FinalRow {
    pub name: String,
    /// Its meeple, drawn.
    pub figure: String,
    /// In the order of the page's kinds.
    pub points: Vec<i32>,
    /// Points at the start.
    pub handicap: i32,
    /// All together.
    pub total: i32,
    /// Whether its seat has won.
    pub won: bool,
}
