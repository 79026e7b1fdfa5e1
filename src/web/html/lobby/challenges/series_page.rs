//! The page of a series.

use askama::Template;

use crate::html::layout::Layout;
use crate::html::lobby::table_page::Fact;
use crate::http::urls::{ChallengeUrl, Url};
use account::UserId;
use table::GameId;

#[derive(Template)]
#[template(path = "lobby/challenges/series.html")]
pub struct SeriesPage {
    pub layout: Layout,
    /// Both, with their points.
    pub players: Vec<SeriesPlayer>,
    /// What comes next, or who has won.
    pub state: String,
    pub games: Vec<SeriesRow>,
    /// What was agreed.
    pub terms: Vec<Fact>,
    /// Whom the viewer can challenge again, on the terms of this game; `None` unless the series is over and the viewer played in it.
    pub again: Option<(UserId, GameId)>,
}

pub struct SeriesPlayer {
    pub user: UserId,
    pub name: String,
    pub points: String,
    pub won: bool,
}

pub struct SeriesRow {
    pub id: GameId,
    pub n: u32,
    /// Who begins it.
    pub first: String,
    pub result: String,
    /// The points on the board, by player; empty while the game goes on.
    pub score: String,
}
