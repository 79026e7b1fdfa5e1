//! What users want to hear of.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use crate::batch::Batch;
use crate::game::json;
use crate::jobs::change_jobs;
use crate::row::Reader;
use crate::writer::TransactionEnd::Commit;
use crate::{Store, StoreError};
use account::UserId;
use table::{GameId, JobChange, NotificationSettings};

/// The most muted games that a list has.
const MUTED: i64 = 200;

impl Store {
    /// What the user wants to hear of, and the user's zone; `None` if there is no such user.
    pub async fn notification_settings(
        &self,
        user: &UserId,
    ) -> Result<Option<(NotificationSettings, Tz)>, StoreError> {
        let row = sqlx::query(
            "SELECT u.id, u.zone, s.body FROM users u LEFT JOIN notification_settings s ON s.user_id = u.id WHERE u.id = $1",
        )
        .bind(user.as_str())
        .fetch_optional(&self.readers)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let row = Reader::new(&row, "users", "id")?;
        let settings = match row.maybe_text("body")? {
            Some(body) => serde_json::from_str(&body).map_err(|error| row.bad("body", error))?,
            None => NotificationSettings::default(),
        };
        Ok(Some((settings, row.parsed("zone", |zone| zone.parse().ok())?)))
    }

    /// Changes what the user wants to hear of, and the job of the daily summary with it.
    pub async fn set_notification_settings(
        &self,
        user: &UserId,
        settings: &NotificationSettings,
        summary: JobChange,
        now: DateTime<Utc>,
        change_message: Option<String>,
    ) -> Result<(), StoreError> {
        let input = (user.clone(), json(settings), summary, now);
        let set = self.writer.write_and_notify(change_message, input, |tx, (user, body, summary, now)| {
            Box::pin(async move {
                let mut batch = Batch::default();
                batch.add(
                    "INSERT INTO notification_settings (user_id, body) VALUES ($1, $2)
                     ON CONFLICT (user_id) DO UPDATE SET body = excluded.body",
                    [user.as_str().into(), body.as_str().into()],
                );
                change_jobs(&mut batch, std::slice::from_ref(summary), *now);
                batch.execute(tx).await?;
                Ok(Commit(()))
            })
        });
        set.await
    }

    /// Whether the user gets no messages about the game.
    pub async fn is_muted(&self, user: &UserId, game: &GameId) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT game FROM muted_games WHERE game = $1 AND user_id = $2")
            .bind(game.as_str())
            .bind(user.as_str())
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.is_some())
    }

    /// The games about which the user gets no messages.
    pub async fn muted_games(&self, user: &UserId) -> Result<Vec<GameId>, StoreError> {
        let rows = sqlx::query("SELECT game FROM muted_games WHERE user_id = $1 ORDER BY game LIMIT $2")
            .bind(user.as_str())
            .bind(MUTED)
            .fetch_all(&self.readers)
            .await?;
        rows.iter()
            .map(|row| Reader::new(row, "muted_games", "game")?.parsed("game", GameId::parse))
            .collect()
    }

    /// From now on, the user gets no messages about the game, or gets them again.
    pub async fn mute(&self, user: &UserId, game: &GameId, muted: bool) -> Result<(), StoreError> {
        let mute = self.writer.write((user.clone(), game.clone(), muted), |tx, (user, game, muted)| {
            Box::pin(async move {
                let statement = if *muted {
                    "INSERT INTO muted_games (game, user_id) VALUES ($1, $2) ON CONFLICT (game, user_id) DO NOTHING"
                } else {
                    "DELETE FROM muted_games WHERE game = $1 AND user_id = $2"
                };
                sqlx::query(statement).bind(game.as_str()).bind(user.as_str()).execute(tx).await?;
                Ok(Commit(()))
            })
        });
        mute.await
    }
}
