//! The pages of profiles.

use askama::Template;

use crate::html::layout::Layout;
use crate::html::lobby::pages::GameRow;
use crate::http::urls::{ChallengeUrl, ListQuery, ProfileUrl, RatingUrl, ReportUrl, TalkUrl, Url};
use account::UserId;
use rating::Pool;
use table::GameId;

#[derive(Template)]
#[template(path = "profiles/player.html")]
pub struct PlayerPage {
    pub layout: Layout,
    pub user: UserId,
    pub name: String,
    /// Whether the profile is the viewer's.
    pub own: bool,
    /// Whether the viewer follows the player; `None` if they can't.
    pub follows: Option<bool>,
    pub ratings: Vec<PoolRating>,
    /// `None` if the player doesn't show it to the viewer.
    pub shown: Option<ShownPart>,
    /// How the viewer's games with the player went, in words; `None` for visitors and on one's own profile.
    pub head_to_head: Option<String>,
    /// Whether the viewer and the player could play each other.
    pub may_challenge: bool,
    /// `None` for visitors, and on the viewer's own page.
    pub hide: Option<HidePart>,
}

pub struct PoolRating {
    pub pool: Pool,
    pub name: String,
    pub points: String,
    pub games: u32,
    /// The day of the last game.
    pub played: String,
    /// Whether the list of the pool has the player.
    pub ranked: bool,
}

/// Whether the viewer has muted or blocked the player.
pub struct HidePart {
    pub name: String,
    pub muted: bool,
    pub blocked: bool,
}

pub struct ShownPart {
    /// All games together, in words; `None` without games.
    pub summary: Option<String>,
    pub groups: Vec<ResultGroup>,
    pub points: Vec<PointsRow>,
    pub facts: Vec<FactRow>,
    pub playing: GamesPart,
    pub finished: GamesPart,
    /// A search for the player's games.
    pub search: String,
    pub standings: String,
}

/// Results by rules, seats or pace.
pub struct ResultGroup {
    pub name: &'static str,
    pub rows: Vec<ResultRow>,
}

pub struct ResultRow {
    pub name: String,
    pub games: i64,
    pub won: i64,
    pub drawn: i64,
    pub lost: i64,
    /// The share of wins.
    pub share: String,
}

/// Points of a kind of feature, per game.
pub struct PointsRow {
    pub name: &'static str,
    pub points: String,
    /// Of all points.
    pub share: String,
}

pub struct FactRow {
    pub label: &'static str,
    pub value: String,
}

/// A few games, and where the others are.
pub struct GamesPart {
    pub games: Vec<GameRow>,
    pub more: Option<ListQuery>,
}

impl PlayerPage {
    fn symbols(&self) -> String {
        let shown = self.shown.iter();
        GameRow::symbols(shown.flat_map(|shown| shown.playing.games.iter().chain(&shown.finished.games)))
    }
}

#[derive(Template)]
#[template(path = "profiles/watching.html")]
pub struct WatchingPage {
    pub layout: Layout,
    /// Games that the viewer follows.
    pub games: Vec<GameRow>,
    /// Games in progress of those whom the viewer follows.
    pub of_players: Vec<GameRow>,
    pub is_first: bool,
    /// The address of more of those.
    pub next: Option<String>,
    pub players: Vec<FollowedRow>,
}

pub struct FollowedRow {
    pub id: UserId,
    pub name: String,
    pub since: String,
}

impl WatchingPage {
    fn symbols(&self) -> String {
        GameRow::symbols(self.games.iter().chain(&self.of_players))
    }

    /// How many games have a card.
    const CARDS: usize = 12;

    fn large(&self) -> &[GameRow] {
        &self.games[..self.games.len().min(Self::CARDS)]
    }

    fn small(&self) -> &[GameRow] {
        self.games.get(Self::CARDS..).unwrap_or_default()
    }

    fn ids(&self) -> impl Iterator<Item = (&GameId, &str)> {
        self.games.iter().map(|game| (&game.id, game.players.as_str()))
    }
}
