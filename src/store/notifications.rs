use sqlx::AnyConnection;

use crate::batch::Batch;
use crate::row::Reader;
use crate::writer::TransactionEnd::Commit;
use crate::{Store, StoreError};
use account::UserId;
use table::{GameId, Notification, NotificationKind, UnseenNotification};

impl Store {
    /// Most recent first.
    pub async fn unseen(&self, user: &UserId) -> Result<Vec<UnseenNotification>, StoreError> {
        let rows = sqlx::query(
            "SELECT game, n, user_id, kind, at FROM notifications WHERE user_id = $1 AND seen = 0
             ORDER BY at DESC LIMIT 100",
        )
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "notifications", "game")?;
            let notification = read(&row)?;
            Ok(UnseenNotification {
                game: row.parsed("game", GameId::parse)?,
                notification,
                at: row.time("at")?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Marks all of the user's notifications of this game as seen.
    pub async fn mark_seen(&self, user: &UserId, game: &GameId) -> Result<(), StoreError> {
        let mark = self.writer.write((game.clone(), user.clone()), |tx, (game, user)| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE notifications SET seen = 1 WHERE game = $1 AND user_id = $2 AND seen = 0",
                )
                .bind(game.as_str())
                .bind(user.as_str())
                .execute(tx)
                .await?;
                Ok(Commit(()))
            })
        });
        mark.await
    }

    /// All notifications of a game, seen or not, in order.
    pub async fn notifications(&self, game: &GameId) -> Result<Vec<Notification>, StoreError> {
        let rows = sqlx::query("SELECT game, n, user_id, kind FROM notifications WHERE game = $1")
            .bind(game.as_str())
            .fetch_all(&self.readers)
            .await?;
        let read = |row| read(&Reader::new(row, "notifications", "game")?);
        let mut notifications: Vec<Notification> =
            rows.iter().map(read).collect::<Result<_, StoreError>>()?;
        notifications.sort();
        Ok(notifications)
    }
}

/// Adds notifications of stored events. Existing ones are left as they are, seen or not.
pub(super) fn add_notifications(batch: &mut Batch, game: &GameId, notifications: &[Notification]) {
    for notification in notifications {
        batch.add(
            "INSERT INTO notifications (game, n, user_id, kind, seen, at)
             SELECT e.game, e.n, $3, $4, 0, e.at FROM events e WHERE e.game = $1 AND e.n = $2
             ON CONFLICT DO NOTHING",
            [
                game.as_str().into(),
                i64::from(notification.n).into(),
                notification.user.as_str().into(),
                notification.kind.word().into(),
            ],
        );
    }
}

pub(super) async fn remove_notifications(
    connection: &mut AnyConnection,
    game: &GameId,
    notifications: &[Notification],
) -> Result<(), StoreError> {
    for notification in notifications {
        sqlx::query("DELETE FROM notifications WHERE game = $1 AND n = $2 AND user_id = $3")
            .bind(game.as_str())
            .bind(i64::from(notification.n))
            .bind(notification.user.as_str())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

fn read(row: &Reader<'_>) -> Result<Notification, StoreError> {
    Ok(Notification {
        n: row.number("n")?,
        user: row.parsed("user_id", UserId::parse)?,
        kind: row.parsed("kind", NotificationKind::parse)?,
    })
}
