//! The page of a user's own reliability.

use askama::Template;

use crate::html::layout::Layout;
use crate::http::urls::Url;
use table::{GameId, ReliabilityDetails};

#[derive(Template)]
#[template(path = "account/reliability.html")]
pub struct ReliabilityPage {
    pub layout: Layout,
    /// `None` if there are too few turns.
    pub percent: Option<u8>,
    /// The turns that count.
    pub turns: u32,
    /// The missed turns that count now, the last first.
    pub missed: Vec<MissedRow>,
}

impl ReliabilityPage {
    const TURNS: u32 = ReliabilityDetails::TURNS;
    const LEAST: u32 = ReliabilityDetails::LEAST;
    const FULL: i64 = ReliabilityDetails::FULL.num_days();
    const TOGETHER: i64 = ReliabilityDetails::TOGETHER.num_hours();
}

pub struct MissedRow {
    pub game: GameId,
    /// When it was missed.
    pub at: String,
    /// How much it weighs, and until when.
    pub weight: String,
}
