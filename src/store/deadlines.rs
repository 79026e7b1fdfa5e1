//! Deadlines of games, which change without a move when a clock stops or goes on.

use chrono::{DateTime, Utc};
use sqlx::any::AnyRow;

use crate::batch::Batch;
use crate::jobs::change_jobs;
use crate::row::Reader;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::UserId;
use table::{GameId, Job, JobChange, turn_key};

impl Store {
    /// The games in which the user's clock runs or stands.
    pub async fn games_on_clock(&self, user: &UserId) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query(
            "SELECT g.id FROM seats s JOIN games g ON g.id = s.game
             WHERE s.user_id = $1 AND s.status = 'playing' AND g.to_move = s.seat AND g.deadline IS NOT NULL",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| Reader::new(row, "games", "id")?.parsed("id", GameId::parse)).collect()
    }

    /// Up to `limit` games with a deadline, in the order of their ids, starting after `after`.
    pub async fn games_with_deadline(
        &self,
        after: Option<&GameId>,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query(
            "SELECT unique_key, payload FROM jobs
             WHERE unique_key > $1 AND unique_key < 'turn0' AND kind = $2 ORDER BY unique_key LIMIT $3",
        )
        .bind(after.map_or_else(|| "turn/".to_owned(), turn_key))
        .bind(Job::TIME_OUT)
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        let read = |row: &AnyRow| Reader::new(row, "jobs", "unique_key")?.parsed("payload", GameId::parse);
        rows.iter().map(read).collect()
    }

    /// Moves the deadline of a game that is still at event `last`, together with its job. `false`: a move was stored first.
    pub async fn move_deadline(
        &self,
        game: &GameId,
        last: u32,
        deadline: DateTime<Utc>,
        now: DateTime<Utc>,
        change_message: Option<String>,
    ) -> Result<bool, StoreError> {
        let write = (game.clone(), last, deadline, now);
        let moved = self.writer.write_and_notify(change_message, write, |tx, (game, last, deadline, now)| {
            Box::pin(async move {
                let moved = sqlx::query(
                    "UPDATE games SET deadline = $3 WHERE id = $1 AND last_n = $2 AND status = 'playing' AND deadline IS NOT NULL",
                )
                .bind(game.as_str())
                .bind(i64::from(*last))
                .bind(deadline.timestamp_millis())
                .execute(&mut *tx)
                .await?;
                if moved.rows_affected() == 0 {
                    return Ok(Unchanged(false));
                }
                let mut batch = Batch::default();
                change_jobs(&mut batch, &[JobChange::Put(Job::TimeOut(game.clone()).at(*deadline))], *now);
                batch.execute(tx).await?;
                Ok(Commit(true))
            })
        });
        moved.await
    }
}
