//! The page of standings.

use askama::Template;

use crate::html::layout::Layout;
use crate::http::urls::{SearchQuery, Url};
use table::Tally;

#[derive(Template)]
#[template(path = "standings/standings.html")]
pub struct StandingsPage {
    pub layout: Layout,
    /// The search whose games are counted.
    pub query: SearchQuery,
    /// What to correct.
    pub problem: Option<String>,
    pub rows: Vec<StandingRow>,
    /// Of the first players.
    pub crosstable: Vec<CrossRow>,
    /// Whether all players are in it.
    pub all_pairs: bool,
    /// Games that were counted.
    pub games: u32,
    pub without_result: u32,
    /// Whether the search has more.
    pub has_more: bool,
    /// How many are counted at most.
    pub most: u32,
}

pub struct StandingRow {
    pub rank: usize,
    pub name: String,
    /// The path of a search for the player's games; none for computers.
    pub games: Option<String>,
    pub tally: Tally,
    pub points: String,
    pub berger: String,
    /// The mean of a game.
    pub score: String,
}

pub struct CrossRow {
    pub name: String,
    /// `None` where the two have not met.
    pub cells: Vec<Option<CrossCell>>,
}

pub struct CrossCell {
    pub points: String,
    pub games: u32,
}
