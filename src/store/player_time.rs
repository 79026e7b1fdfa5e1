//! What players have said about their hours and their leave.

use crate::batch::Batch;
use crate::game::json;
use crate::notifications::add_notifications;
use crate::push::add_push_job;
use crate::row::{Reader, time};
use crate::statement::Arguments;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::UserId;
use table::{GameId, LoggedTimeEvent, Notification, NotificationKind, PlayerTime, Push};

impl Store {
    /// The hours and the leave of each of these users. Those who don't exist are left out.
    pub async fn player_times(&self, users: &[&UserId]) -> Result<Vec<(UserId, PlayerTime)>, StoreError> {
        if users.is_empty() {
            return Ok(Vec::new());
        }
        let mut arguments = Arguments::default();
        let users = arguments.add_users(users);
        let rows = arguments
            .query(format!(
                "SELECT u.id, u.created,
                     (SELECT string_agg(CAST(t.n AS TEXT) || ' ' || CAST(t.at AS TEXT) || ' ' || t.body, '\n' ORDER BY t.n)
                      FROM player_time t WHERE t.user_id = u.id) AS log
                 FROM users u WHERE u.id IN ({users})"
            ))
            .fetch_all(&self.readers)
            .await?;
        let read = |row| {
            let row = Reader::new(row, "users", "id")?;
            let log = row.packed("log", ("an event", 3), |fields| {
                let (n, at) = (fields.parsed()?, time(fields.parsed()?)?);
                Some(LoggedTimeEvent { n, at, event: serde_json::from_str(fields.text()?).ok()? })
            })?;
            Ok((row.parsed("id", UserId::parse)?, PlayerTime::of(row.time("created")?, &log)))
        };
        rows.iter().map(read).collect()
    }

    /// Adds an event to a user's log. `false`: another has its number. With the game for which leave was taken, the user is notified.
    pub async fn add_time_event(
        &self,
        user: &UserId,
        logged: LoggedTimeEvent,
        game: Option<&GameId>,
    ) -> Result<bool, StoreError> {
        let add = self.writer.write((user.clone(), logged, game.cloned()), |tx, (user, logged, game)| {
            Box::pin(async move {
                let added = sqlx::query(
                    "INSERT INTO player_time (user_id, n, at, body) VALUES ($1, $2, $3, $4) ON CONFLICT (user_id, n) DO NOTHING",
                )
                .bind(user.as_str())
                .bind(i64::from(logged.n))
                .bind(logged.at.timestamp_millis())
                .bind(json(&logged.event))
                .execute(&mut *tx)
                .await?;
                if added.rows_affected() == 0 {
                    return Ok(Unchanged(false));
                }
                if let Some(game) = game {
                    let leave = Notification { n: logged.n, user: user.clone(), kind: NotificationKind::Leave };
                    let mut batch = Batch::default();
                    add_push_job(&mut batch, &Push::about(&leave, game.clone(), logged.at));
                    add_notifications(&mut batch, game, &[leave], logged.at);
                    batch.execute(tx).await?;
                }
                Ok(Commit(true))
            })
        });
        add.await
    }
}
