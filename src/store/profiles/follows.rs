//! Whom and which games people follow.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::batch::Batch;
use crate::blocks::is_blocked;
use crate::outcome::{lock_both, lock_user};
use crate::row::Reader;
use crate::statement::Arguments;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::{FollowPerson, UserId};
use table::GameId;

/// Outcome of [`Store::follow_player`] and [`Store::follow_game`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowResult {
    /// From now on, or before already.
    Follows,
    /// The user follows so many that no more are allowed.
    TooMany,
    /// A block separates the two, or the player can't be followed.
    Refused,
}

impl Store {
    /// `most` is how many players the user can follow.
    pub async fn follow_player(
        &self,
        user: &UserId,
        player: &UserId,
        most: u32,
        now: DateTime<Utc>,
    ) -> Result<FollowResult, StoreError> {
        let input = (user.clone(), player.clone(), most, now);
        let follow = self.writer.write(input, |tx, (user, player, most, now)| {
            Box::pin(async move {
                // A block, or the player's choice, may come in between.
                lock_both(tx, user, player).await?;
                if !is_followable(&mut *tx, player).await? || is_blocked(&mut *tx, user, player).await? {
                    return Ok(Unchanged(FollowResult::Refused));
                }
                let count = "SELECT $1 AS user_id, COUNT(*) AS n FROM followed_players WHERE user_id = $1 AND player <> $2";
                if count_of(tx, count, user, player.as_str()).await? >= *most {
                    return Ok(Unchanged(FollowResult::TooMany));
                }
                sqlx::query(
                    "INSERT INTO followed_players (user_id, player, at) VALUES ($1, $2, $3)
                     ON CONFLICT (user_id, player) DO NOTHING",
                )
                .bind(user.as_str())
                .bind(player.as_str())
                .bind(now.timestamp_millis())
                .execute(tx)
                .await?;
                Ok(Commit(FollowResult::Follows))
            })
        });
        follow.await
    }

    /// `false`: the user didn't follow the player.
    pub async fn unfollow_player(&self, user: &UserId, player: &UserId) -> Result<bool, StoreError> {
        let end = "DELETE FROM followed_players WHERE user_id = $1 AND player = $2";
        self.change(end, vec![user.as_str().into(), player.as_str().into()]).await
    }

    pub async fn follows_player(&self, user: &UserId, player: &UserId) -> Result<bool, StoreError> {
        let found = sqlx::query("SELECT player FROM followed_players WHERE user_id = $1 AND player = $2")
            .bind(user.as_str())
            .bind(player.as_str())
            .fetch_optional(&self.readers)
            .await?;
        Ok(found.is_some())
    }

    /// The players whom the user follows, the last ones first.
    pub async fn followed_players(&self, user: &UserId) -> Result<Vec<FollowPerson>, StoreError> {
        let rows = sqlx::query(
            "SELECT f.at, u.id, u.name FROM followed_players f JOIN users u ON u.id = f.player
             WHERE f.user_id = $1 ORDER BY f.at DESC, f.player DESC",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read_person).collect()
    }

    /// Those who follow the user, the last ones first; with `before`, those after it.
    pub async fn followers(
        &self,
        user: &UserId,
        before: Option<(DateTime<Utc>, &UserId)>,
        limit: u32,
    ) -> Result<Vec<FollowPerson>, StoreError> {
        let (at, follower) =
            before.map_or((i64::MAX, ""), |(at, follower)| (at.timestamp_millis(), follower.as_str()));
        let rows = sqlx::query(
            "SELECT f.at, u.id, u.name FROM followed_players f JOIN users u ON u.id = f.user_id
             WHERE f.player = $1 AND (f.at, f.user_id) < ($2, $3) ORDER BY f.at DESC, f.user_id DESC LIMIT $4",
        )
        .bind(user.as_str())
        .bind(at)
        .bind(follower)
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read_person).collect()
    }

    /// Some of those who follow one of these players, in the order of their ids after this one.
    pub async fn followers_of_any(
        &self,
        players: &[&UserId],
        after: Option<&UserId>,
        limit: u32,
    ) -> Result<Vec<UserId>, StoreError> {
        if players.is_empty() {
            return Ok(Vec::new());
        }
        let mut arguments = Arguments::default();
        let (after, most) =
            (arguments.add(after.map_or("", UserId::as_str)), arguments.add(i64::from(limit)));
        let each: Vec<String> = players
            .iter()
            .enumerate()
            .map(|(i, player)| {
                let player = arguments.add(player.as_str());
                format!(
                    "SELECT * FROM (SELECT user_id FROM followed_players WHERE player = {player} AND user_id > {after}
                     ORDER BY user_id LIMIT {most}) list_{i}"
                )
            })
            .collect();
        let rows = arguments.query(each.join(" UNION ")).fetch_all(&self.readers).await?;
        let read = |row| Reader::new(row, "followed_players", "user_id")?.parsed("user_id", UserId::parse);
        let mut followers = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        followers.sort();
        followers.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(followers)
    }

    /// `most` is how many games the user can follow.
    pub async fn follow_game(
        &self,
        user: &UserId,
        game: &GameId,
        most: u32,
        now: DateTime<Utc>,
    ) -> Result<FollowResult, StoreError> {
        let input = (user.clone(), game.clone(), most, now);
        let follow = self.writer.write(input, |tx, (user, game, most, now)| {
            Box::pin(async move {
                lock_user(tx, user).await?;
                let count = "SELECT $1 AS user_id, COUNT(*) AS n FROM followed_games WHERE user_id = $1 AND game <> $2";
                if count_of(tx, count, user, game.as_str()).await? >= *most {
                    return Ok(Unchanged(FollowResult::TooMany));
                }
                sqlx::query(
                    "INSERT INTO followed_games (game, user_id, at) VALUES ($1, $2, $3)
                     ON CONFLICT (game, user_id) DO NOTHING",
                )
                .bind(game.as_str())
                .bind(user.as_str())
                .bind(now.timestamp_millis())
                .execute(tx)
                .await?;
                Ok(Commit(FollowResult::Follows))
            })
        });
        follow.await
    }

    /// `false`: the user didn't follow the game.
    pub async fn unfollow_game(&self, user: &UserId, game: &GameId) -> Result<bool, StoreError> {
        let end = "DELETE FROM followed_games WHERE game = $1 AND user_id = $2";
        self.change(end, vec![game.as_str().into(), user.as_str().into()]).await
    }

    pub async fn follows_game(&self, user: &UserId, game: &GameId) -> Result<bool, StoreError> {
        let found = sqlx::query("SELECT game FROM followed_games WHERE game = $1 AND user_id = $2")
            .bind(game.as_str())
            .bind(user.as_str())
            .fetch_optional(&self.readers)
            .await?;
        Ok(found.is_some())
    }

    /// The games that the user follows, the last ones first, with when that began.
    pub async fn followed_games(&self, user: &UserId) -> Result<Vec<(GameId, DateTime<Utc>)>, StoreError> {
        let rows =
            sqlx::query("SELECT game, at FROM followed_games WHERE user_id = $1 ORDER BY at DESC, game DESC")
                .bind(user.as_str())
                .fetch_all(&self.readers)
                .await?;
        let read = |row| {
            let row = Reader::new(row, "followed_games", "game")?;
            Ok((row.parsed("game", GameId::parse)?, row.time("at")?))
        };
        rows.iter().map(read).collect()
    }

    /// Some of those who follow a game, in the order of their ids after this one.
    pub async fn followers_of_game(
        &self,
        game: &GameId,
        after: Option<&UserId>,
        limit: u32,
    ) -> Result<Vec<UserId>, StoreError> {
        let rows = sqlx::query(
            "SELECT user_id FROM followed_games WHERE game = $1 AND user_id > $2 ORDER BY user_id LIMIT $3",
        )
        .bind(game.as_str())
        .bind(after.map_or("", UserId::as_str))
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        let read = |row| Reader::new(row, "followed_games", "user_id")?.parsed("user_id", UserId::parse);
        rows.iter().map(read).collect()
    }
}

async fn is_followable(tx: &mut AnyConnection, player: &UserId) -> Result<bool, StoreError> {
    let refuses = sqlx::query("SELECT user_id FROM profile_settings WHERE user_id = $1 AND followable = 0")
        .bind(player.as_str())
        .fetch_optional(tx)
        .await?;
    Ok(refuses.is_none())
}

async fn count_of(
    tx: &mut AnyConnection,
    statement: &'static str,
    user: &UserId,
    but: &str,
) -> Result<u32, StoreError> {
    let row = sqlx::query(statement).bind(user.as_str()).bind(but).fetch_one(tx).await?;
    Reader::new(&row, "followed_players", "user_id")?.number("n")
}

/// Nobody follows a blocked person, or is followed by one.
pub(crate) fn end_follows(batch: &mut Batch, one: &UserId, other: &UserId) {
    for (user, player) in [(one, other), (other, one)] {
        batch.add(
            "DELETE FROM followed_players WHERE user_id = $1 AND player = $2",
            [user.as_str().into(), player.as_str().into()],
        );
    }
}

fn read_person(row: &AnyRow) -> Result<FollowPerson, StoreError> {
    let row = Reader::new(row, "users", "id")?;
    Ok(FollowPerson { id: row.parsed("id", UserId::parse)?, name: row.text("name")?, at: row.time("at")? })
}
