//! The page of what a game did to ratings.

use askama::Template;

use crate::html::account::pages::Problem;
use crate::html::layout::Layout;
use crate::http::urls::{RatingUrl, Url};
use account::UserId;
use rating::Pool;
use table::GameId;

#[derive(Template)]
#[template(path = "games/ratings.html")]
pub struct RatedGamePage {
    pub layout: Layout,
    pub id: GameId,
    pub pool: Pool,
    pub pool_name: String,
    /// Empty while the ratings are being worked out.
    pub players: Vec<RatedRow>,
    pub corrections: Vec<CorrectionRow>,
    /// For administrators.
    pub correction: Option<CorrectionPart>,
}

pub struct RatedRow {
    /// `None` if the account is closed.
    pub user: Option<UserId>,
    pub name: String,
    pub place: u8,
    pub left: Option<&'static str>,
    pub before: String,
    pub after: String,
    pub difference: String,
    pub void: Option<&'static str>,
    pub pairs: Vec<PairRow>,
}

/// The game as one against another player.
pub struct PairRow {
    pub name: String,
    pub rating: String,
    pub expected: String,
    pub scored: String,
    /// How far this pair alone would move the rating.
    pub moved: String,
}

pub struct CorrectionRow {
    pub at: String,
    pub excluded: bool,
    pub reason: String,
}

pub struct CorrectionPart {
    /// Whether the game is excluded now.
    pub excluded: bool,
    pub reason: String,
    pub error: Option<Problem>,
}

impl RatedGamePage {
    const LONGEST_REASON: usize = service::REASON_LONGEST;
}
