//! What is stored about a user, for the user, where no page reads it in the same way.

use crate::row::Reader;
use crate::{Store, StoreError};
use account::{Profile, UserId};
use puzzle::{Attempt, FirstAnswer};
use table::{GameId, LoggedTimeEvent, OwnInvitation, Plan};

impl Store {
    /// `None`: there is no such user.
    pub async fn profile(&self, user: &UserId) -> Result<Option<Profile>, StoreError> {
        let row = sqlx::query("SELECT id, name, zone, created, two_steps, closes FROM users WHERE id = $1")
            .bind(user.as_str())
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| {
            let row = Reader::new(&row, "users", "id")?;
            Ok(Profile {
                id: user.clone(),
                name: row.text("name")?,
                zone: row.parsed("zone", |zone| zone.parse().ok())?,
                created: row.time("created")?,
                two_steps: row.flag("two_steps")?,
                closes: row.maybe_time("closes")?,
            })
        })
        .transpose()
    }

    /// All that the user has said about hours and leave, in order.
    pub async fn time_log(&self, user: &UserId) -> Result<Vec<LoggedTimeEvent>, StoreError> {
        let rows = sqlx::query("SELECT user_id, n, at, body FROM player_time WHERE user_id = $1 ORDER BY n")
            .bind(user.as_str())
            .fetch_all(&self.readers)
            .await?;
        let read = |row| {
            let row = Reader::new(row, "player_time", "user_id")?;
            Ok(LoggedTimeEvent { n: row.number("n")?, at: row.time("at")?, event: row.json("body")? })
        };
        rows.iter().map(read).collect()
    }

    /// Those to tables that have not started, the first ones first, and those that were declined.
    pub async fn own_invitations(&self, user: &UserId) -> Result<Vec<OwnInvitation>, StoreError> {
        let rows = sqlx::query(
            "SELECT game, declined, at FROM invitations WHERE user_id = $1 ORDER BY declined, at",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "invitations", "game")?;
            Ok(OwnInvitation {
                game: row.parsed("game", GameId::parse)?,
                declined: row.flag("declined")?,
                at: row.time("at")?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// What the user has planned in games in progress.
    pub async fn own_plans(&self, user: &UserId) -> Result<Vec<(GameId, Plan)>, StoreError> {
        let rows = sqlx::query(
            "SELECT game, plan FROM seats WHERE user_id = $1 AND status = 'playing' AND plan IS NOT NULL",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "seats", "game")?;
            Ok((row.parsed("game", GameId::parse)?, row.json("plan")?))
        };
        rows.iter().map(read).collect()
    }

    /// The seats that are reserved for the user at rematches.
    pub async fn own_kept_seats(&self, user: &UserId) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query("SELECT game FROM kept_seats WHERE user_id = $1")
            .bind(user.as_str())
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(|row| Reader::new(row, "kept_seats", "game")?.parsed("game", GameId::parse)).collect()
    }

    /// Answers to puzzles after this one, by number.
    pub async fn puzzle_attempts(
        &self,
        user: &UserId,
        after: u32,
        limit: u32,
    ) -> Result<Vec<Attempt>, StoreError> {
        let rows = sqlx::query(
            "SELECT user_id, puzzle, turn, solved, day, at FROM puzzle_attempts WHERE user_id = $1 AND puzzle > $2
             ORDER BY puzzle LIMIT $3",
        )
        .bind(user.as_str())
        .bind(i64::from(after))
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "puzzle_attempts", "user_id")?;
            let answer = FirstAnswer {
                turn: row.parsed("turn", |turn| turn.parse().ok())?,
                solved: row.flag("solved")?,
                day: row.maybe_number("day")?,
            };
            Ok(Attempt { puzzle: row.number("puzzle")?, answer, at: row.time("at")? })
        };
        rows.iter().map(read).collect()
    }
}
