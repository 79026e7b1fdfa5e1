//! A puzzle before its answer.

use askama::Template;

use crate::engine::Rotation;
use crate::web::html::board::choices::{FollowerChoice, Impossible};
use crate::web::html::board::features::FeatureGroup;
use crate::web::html::board::{Drawing, HandTile, KindLeft, ScoresPart, SummaryPart};
use crate::web::html::layout::Layout;
use crate::web::http::urls::{Draft, Url};

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
    pub tried: Option<Tried>,
    /// Whether the viewer's first answer was right, and the page with it.
    pub answered: Option<(bool, Draft)>,
    /// The board in words.
    pub features: Vec<FeatureGroup>,
    pub kinds_left: Vec<KindLeft>,
}

/// The tile on a cell.
pub struct Tried {
    pub draft: Draft,
    /// The tile's SVG.
    pub tile: String,
    /// The next rotation that fits, if there is another.
    pub rotate: Option<Draft>,
    /// What is completed, with or without a follower.
    pub closes: Vec<String>,
    pub choices: Vec<FollowerChoice>,
    pub impossible: Vec<Impossible>,
}

impl Tried {
    fn quarters(&self) -> usize {
        self.draft.rotation.map_or(0, Rotation::quarters)
    }
}

impl PuzzlePage {
    fn several(&self) -> bool {
        self.hand.len() > 1
    }
}
