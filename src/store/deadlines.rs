//! Deadlines of games, which change without a move when a clock stops or goes on.

use chrono::{DateTime, Utc};

use crate::batch::Batch;
use crate::jobs::change_jobs;
use crate::row::Reader;
use crate::waiting::move_turn;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::UserId;
use table::{GameId, Job, JobChange};

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

    /// Games with a deadline among the next `limit` jobs of turns, in the order of their keys, starting after the key `after`; and the
    /// last of the keys. `None`: there are no more.
    pub async fn games_with_deadline(
        &self,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Option<(Vec<GameId>, String)>, StoreError> {
        let rows = sqlx::query(
            "SELECT unique_key, kind, payload FROM jobs
             WHERE unique_key > $1 AND unique_key < 'turn0' ORDER BY unique_key LIMIT $2",
        )
        .bind(after.unwrap_or("turn/"))
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        let (mut games, mut last) = (Vec::new(), None);
        for row in &rows {
            let row = Reader::new(row, "jobs", "unique_key")?;
            // A job that can't be read fails by itself.
            if let Some(Job::TimeOut(game)) = Job::parse(&row.text("kind")?, &row.text("payload")?) {
                games.push(game);
            }
            last = Some(row.text("unique_key")?);
        }
        Ok(last.map(|last| (games, last)))
    }

    /// Moves the deadline of a game that is still at event `last`, or of salts before the first, together with its job. `false`: a move was
    /// stored first.
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
                    "UPDATE games SET deadline = $3 WHERE id = $1 AND last_n = $2 AND status <> 'finished' AND deadline IS NOT NULL",
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
                move_turn(&mut batch, game, *deadline, *now);
                batch.execute(tx).await?;
                Ok(Commit(true))
            })
        });
        moved.await
    }
}
