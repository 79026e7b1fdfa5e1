//! The pages of ratings.

use askama::Template;

use crate::html::layout::Layout;
use crate::http::urls::{RatingUrl, Url};
use account::UserId;
use rating::Pool;
use table::{GameId, HistoryCursor, RankCursor};

pub struct PoolChoice {
    pub pool: Pool,
    pub name: String,
    pub chosen: bool,
}

#[derive(Template)]
#[template(path = "ratings/ranks.html")]
pub struct RanksPage {
    pub layout: Layout,
    pub pool: Pool,
    pub pools: Vec<PoolChoice>,
    pub rows: Vec<RankRow>,
    pub is_first: bool,
    pub next: Option<RankCursor>,
}

pub struct RankRow {
    pub rank: u32,
    pub name: String,
    pub user: UserId,
    pub points: String,
    pub games: u32,
    /// The day of the last game.
    pub played: String,
}

#[derive(Template)]
#[template(path = "ratings/about.html")]
pub struct AboutRatingsPage {
    pub layout: Layout,
    pub picture: String,
    pub levels: Vec<LevelRating>,
}

pub struct LevelRating {
    pub number: u8,
    pub points: i64,
}

#[derive(Template)]
#[template(path = "ratings/history.html")]
pub struct HistoryPage {
    pub layout: Layout,
    pub user: UserId,
    pub pool: Pool,
    pub pools: Vec<PoolChoice>,
    pub picture: Option<String>,
    pub rows: Vec<ChangeRow>,
    pub is_first: bool,
    pub next: Option<HistoryCursor>,
}

pub struct ChangeRow {
    pub game: GameId,
    pub ended: String,
    pub place: u8,
    pub before: String,
    pub after: String,
    pub difference: String,
    /// Why the game didn't count.
    pub void: Option<&'static str>,
}

impl HistoryPage {
    fn has_bots(&self) -> bool {
        self.pools.iter().any(|choice| choice.pool.bots)
    }
}
