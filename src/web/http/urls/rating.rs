//! Addresses of ratings.

use std::fmt;

use account::UserId;
use rating::Pool;
use table::{GameId, HistoryCursor, RankCursor};

/// A page about ratings, or the action of a form.
#[derive(Clone, Copy, Debug)]
pub enum RatingUrl<'a> {
    /// The ranked players of a pool.
    Pool(Pool),
    /// Those from here on.
    PoolFrom(Pool, &'a RankCursor),
    /// How ratings work.
    About,
    /// A player's rated games in a pool.
    History(&'a UserId, Pool),
    /// Those from here on.
    HistoryFrom(&'a UserId, Pool, &'a HistoryCursor),
    /// What a game did to the ratings of its players.
    Game(&'a GameId),
    /// Excludes a game, or includes it again.
    Correct(&'a GameId),
}

impl fmt::Display for RatingUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pool(pool) => write!(f, "/ratings?pool={}", pool.word()),
            Self::PoolFrom(pool, from) => write!(f, "/ratings?pool={}&from={from}", pool.word()),
            Self::About => f.write_str("/ratings/about"),
            Self::History(user, pool) => write!(f, "/players/{user}/ratings?pool={}", pool.word()),
            Self::HistoryFrom(user, pool, from) => {
                write!(f, "/players/{user}/ratings?pool={}&from={from}", pool.word())
            }
            Self::Game(id) => write!(f, "/games/{id}/ratings"),
            Self::Correct(id) => write!(f, "/admin/games/{id}/ratings"),
        }
    }
}
