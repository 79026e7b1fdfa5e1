//! Ratings, and what they follow from.

mod games;
mod progress;

pub use progress::NextRatedGame;

use chrono::{DateTime, Utc};
use sqlx::any::AnyRow;

use crate::row::Reader;
use crate::statement::query;
use crate::users::read_person;
use crate::{Store, StoreError};
use account::UserId;
use engine::Seat;
use rating::{Pool, Rating};
use table::{GameId, Left, PlayerRating, RankedPlayer, RatingChange, Void};

/// The columns of a change.
const CHANGE: &str = "user_id, game, pool, ended, seat, place, how_left, void, games, mean, deviation, new_mean, new_deviation";

impl Store {
    /// The player's ratings.
    pub async fn ratings(&self, user: &UserId) -> Result<Vec<(Pool, PlayerRating)>, StoreError> {
        let rows = sqlx::query(
            "SELECT user_id, pool, mean, deviation, games, ended FROM ratings WHERE user_id = $1",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let reader = Reader::new(row, "ratings", "user_id")?;
            Ok((reader.parsed("pool", Pool::parse)?, read_rating(&reader)?))
        };
        let mut ratings = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        ratings.sort_by_key(|&(pool, _)| pool);
        Ok(ratings)
    }

    /// The ranked players of a pool below a place, the strongest first.
    pub async fn ranked(
        &self,
        pool: Pool,
        below: Option<(i64, &UserId)>,
        limit: u32,
    ) -> Result<Vec<RankedPlayer>, StoreError> {
        let (mean, user) = below.map_or((i64::MAX, ""), |(mean, user)| (mean, user.as_str()));
        let rows = sqlx::query(
            "SELECT r.user_id, r.mean, r.deviation, r.games, r.ended, u.id, u.name, u.maker, m.name AS maker_name
             FROM ratings r JOIN users u ON u.id = r.user_id LEFT JOIN users m ON m.id = u.maker
             WHERE r.pool = $1 AND r.ranked = 1 AND (r.mean, r.user_id) < ($2, $3) AND u.closed IS NULL
             ORDER BY r.mean DESC, r.user_id DESC LIMIT $4",
        )
        .bind(pool.word())
        .bind(mean)
        .bind(user)
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let reader = Reader::new(row, "ratings", "user_id")?;
            Ok(RankedPlayer { person: read_person(&reader)?, rating: read_rating(&reader)? })
        };
        rows.iter().map(read).collect()
    }

    /// The player's games in a pool before a place, the last first, also those that didn't count.
    pub async fn rating_changes(
        &self,
        user: &UserId,
        pool: Pool,
        before: Option<(DateTime<Utc>, &GameId)>,
        limit: u32,
    ) -> Result<Vec<RatingChange>, StoreError> {
        let (ended, game) =
            before.map_or((i64::MAX, ""), |(ended, game)| (ended.timestamp_millis(), game.as_str()));
        let rows = query(format!(
            "SELECT {CHANGE} FROM rating_changes WHERE user_id = $1 AND pool = $2 AND (ended, game) < ($3, $4)
             ORDER BY ended DESC, game DESC LIMIT $5"
        ))
        .bind(user.as_str())
        .bind(pool.word())
        .bind(ended)
        .bind(game)
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read_change).collect()
    }

    /// What a game did to the rating of a player.
    pub async fn rating_change(
        &self,
        user: &UserId,
        game: &GameId,
    ) -> Result<Option<RatingChange>, StoreError> {
        let row = query(format!("SELECT {CHANGE} FROM rating_changes WHERE user_id = $1 AND game = $2"))
            .bind(user.as_str())
            .bind(game.as_str())
            .fetch_optional(&self.readers)
            .await?;
        row.as_ref().map(read_change).transpose()
    }
}

fn read_rating(row: &Reader<'_>) -> Result<PlayerRating, StoreError> {
    let rating = Rating { mean: row.number("mean")?, deviation: row.number("deviation")? };
    Ok(PlayerRating { rating, games: row.number("games")?, ended: row.time("ended")? })
}

fn read_change(row: &AnyRow) -> Result<RatingChange, StoreError> {
    let row = Reader::new(row, "rating_changes", "user_id")?;
    Ok(RatingChange {
        user: row.parsed("user_id", UserId::parse)?,
        game: row.parsed("game", GameId::parse)?,
        pool: row.parsed("pool", Pool::parse)?,
        ended: row.time("ended")?,
        seat: Seat(row.number("seat")?),
        place: row.number("place")?,
        left: row.maybe_parsed("how_left", Left::parse)?,
        void: row.maybe_parsed("void", Void::parse)?,
        games: row.number("games")?,
        before: Rating { mean: row.number("mean")?, deviation: row.number("deviation")? },
        after: Rating { mean: row.number("new_mean")?, deviation: row.number("new_deviation")? },
    })
}
