//! What users were notified of.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::batch::Batch;
use crate::push::add_push_job;
use crate::row::Reader;
use crate::statement::Arguments;
use crate::writer::TransactionEnd::Commit;
use crate::{Store, StoreError};
use account::UserId;
use table::{
    GameId, Notification, NotificationFilter, NotificationKind, NotificationLog, Push, StoredNotification,
};

/// The most that a dashboard goes by.
const UNSEEN: u32 = 100;

impl Store {
    /// Those that the user has not seen. Most recent first.
    pub async fn unseen(&self, user: &UserId) -> Result<Vec<StoredNotification>, StoreError> {
        let unseen = NotificationFilter { unseen: true, ..NotificationFilter::default() };
        self.notifications_of(user, &unseen, None, UNSEEN).await
    }

    /// Most recent first; with `before`, those after it in the list.
    pub async fn notifications_of(
        &self,
        user: &UserId,
        filter: &NotificationFilter,
        before: Option<&StoredNotification>,
        limit: u32,
    ) -> Result<Vec<StoredNotification>, StoreError> {
        let mut arguments = Arguments::default();
        let mut conditions = vec![format!("user_id = {}", arguments.add(user.as_str()))];
        if let Some(game) = &filter.game {
            conditions.push(format!("game = {}", arguments.add(game.as_str())));
        }
        if filter.unseen {
            conditions.push("seen = 0".to_owned());
        }
        if let Some(StoredNotification { at, game, kind, n, .. }) = before {
            let values = [
                arguments.add(at.timestamp_millis()),
                arguments.add(game.as_str()),
                arguments.add(i64::from(*n)),
                arguments.add(kind.word()),
            ];
            conditions.push(format!("(at, game, n, kind) < ({})", values.join(", ")));
        }
        let kinds = match filter.topic {
            Some(topic) => {
                topic.kinds().map(|kind| format!(" AND kind = {}", arguments.add(kind.word()))).collect()
            }
            None => vec![String::new()],
        };
        let (conditions, rows) = (conditions.join(" AND "), arguments.add(i64::from(limit)));
        // Of each kind as many as all together: so many rows of an index.
        let lists = kinds.into_iter().enumerate().map(|(i, kind)| {
            format!(
                "SELECT * FROM (SELECT game, user_id, kind, n, at, seen FROM notifications WHERE {conditions}{kind}
                 ORDER BY at DESC, game DESC, n DESC, kind DESC LIMIT {rows}) list_{i}"
            )
        });
        let text = lists.collect::<Vec<_>>().join(" UNION ALL ");
        let rows = arguments.query(text).fetch_all(&self.readers).await?;
        let mut found = rows.iter().map(read_stored).collect::<Result<Vec<_>, StoreError>>()?;
        found.sort_by(|one, other| other.place().cmp(&one.place()));
        found.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(found)
    }

    /// Notifies users of something that belongs to no outcome. Those who have such a notification already keep theirs as it is.
    pub async fn notify_users(
        &self,
        game: &GameId,
        notifications: &[Notification],
        now: DateTime<Utc>,
        change_message: Option<String>,
    ) -> Result<(), StoreError> {
        let input = (game.clone(), notifications.to_vec(), now);
        let notify = self.writer.write_and_notify(change_message, input, |tx, (game, notifications, now)| {
            Box::pin(async move {
                let mut batch = Batch::default();
                for one in &*notifications {
                    add_push_job(&mut batch, &Push::about(one, game.clone(), *now));
                }
                add_notifications(&mut batch, game, notifications, *now);
                batch.execute(tx).await?;
                Ok(Commit(()))
            })
        });
        notify.await
    }

    /// Marks all of the user's notifications of this game as seen.
    pub async fn mark_seen(
        &self,
        user: &UserId,
        game: &GameId,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let mark = self.writer.write((game.clone(), user.clone(), now), |tx, (game, user, now)| {
            Box::pin(async move {
                sqlx::query(
                    "UPDATE notifications SET seen = $3 WHERE game = $1 AND user_id = $2 AND seen = 0",
                )
                .bind(game.as_str())
                .bind(user.as_str())
                .bind(now.timestamp_millis())
                .execute(tx)
                .await?;
                Ok(Commit(()))
            })
        });
        mark.await
    }

    /// Marks all of the user's notifications as seen, with `now`; returns how many.
    pub async fn mark_all_seen(&self, user: &UserId, now: DateTime<Utc>) -> Result<u64, StoreError> {
        let mark = self.writer.write((user.clone(), now), |tx, (user, now)| {
            Box::pin(async move {
                let marked =
                    sqlx::query("UPDATE notifications SET seen = $2 WHERE user_id = $1 AND seen = 0")
                        .bind(user.as_str())
                        .bind(now.timestamp_millis())
                        .execute(tx)
                        .await?;
                Ok(Commit(marked.rows_affected()))
            })
        });
        mark.await
    }

    /// Those of the user that were marked as seen at this moment are unseen again; returns how many.
    pub async fn mark_unseen(&self, user: &UserId, seen: DateTime<Utc>) -> Result<u64, StoreError> {
        let mark = self.writer.write((user.clone(), seen), |tx, (user, seen)| {
            Box::pin(async move {
                let marked =
                    sqlx::query("UPDATE notifications SET seen = 0 WHERE user_id = $1 AND seen = $2")
                        .bind(user.as_str())
                        .bind(seen.timestamp_millis())
                        .execute(tx)
                        .await?;
                Ok(Commit(marked.rows_affected()))
            })
        });
        mark.await
    }

    /// Marks one of the user's notifications, as seen at a moment or as unseen. `false`: there is no such one.
    pub async fn mark_one(
        &self,
        game: &GameId,
        notification: Notification,
        seen: Option<DateTime<Utc>>,
    ) -> Result<bool, StoreError> {
        let mark = self.writer.write((game.clone(), notification, seen), |tx, (game, one, seen)| {
            Box::pin(async move {
                let marked = sqlx::query(
                    "UPDATE notifications SET seen = $5 WHERE game = $1 AND user_id = $2 AND kind = $3 AND n = $4",
                )
                .bind(game.as_str())
                .bind(one.user.as_str())
                .bind(one.kind.word())
                .bind(i64::from(one.n))
                .bind(seen.map_or(0, |at| at.timestamp_millis()))
                .execute(tx)
                .await?;
                Ok(Commit(marked.rows_affected() == 1))
            })
        });
        mark.await
    }

    /// All notifications that follow from the events of a game, seen or not, in order.
    pub async fn notifications(&self, game: &GameId) -> Result<Vec<Notification>, StoreError> {
        let rows = sqlx::query("SELECT game, n, user_id, kind FROM notifications WHERE game = $1")
            .bind(game.as_str())
            .fetch_all(&self.readers)
            .await?;
        let read = |row| read(&Reader::new(row, "notifications", "game")?);
        let mut notifications: Vec<Notification> =
            rows.iter().map(read).collect::<Result<_, StoreError>>()?;
        notifications.retain(|notification| notification.kind.log() == NotificationLog::Game);
        notifications.sort();
        Ok(notifications)
    }
}

/// Adds notifications of what has just happened.
pub(super) fn add_notifications(
    batch: &mut Batch,
    game: &GameId,
    notifications: &[Notification],
    at: DateTime<Utc>,
) {
    for Notification { n, user, kind } in notifications {
        batch.add(
            "INSERT INTO notifications (game, user_id, kind, n, at, seen) VALUES ($1, $2, $3, $4, $5, 0)
             ON CONFLICT (game, user_id, kind, n) DO NOTHING",
            [
                game.as_str().into(),
                user.as_str().into(),
                kind.word().into(),
                i64::from(*n).into(),
                at.timestamp_millis().into(),
            ],
        );
    }
}

/// Adds notifications of stored events of a game. Existing ones are left as they are, seen or not.
pub(super) fn restore_notifications(batch: &mut Batch, game: &GameId, notifications: &[Notification]) {
    for Notification { n, user, kind } in notifications {
        batch.add(
            "INSERT INTO notifications (game, n, user_id, kind, seen, at)
             SELECT e.game, e.n, $3, $4, 0, e.at FROM events e WHERE e.game = $1 AND e.n = $2
             ON CONFLICT (game, user_id, kind, n) DO NOTHING",
            [game.as_str().into(), i64::from(*n).into(), user.as_str().into(), kind.word().into()],
        );
    }
}

/// Users who have answered, or need not answer any more, have seen what they were asked.
pub(super) fn close_questions(batch: &mut Batch, game: &GameId, users: &[UserId], at: DateTime<Utc>) {
    for user in users {
        batch.add(
            "UPDATE notifications SET seen = $4 WHERE game = $1 AND user_id = $2 AND kind = $3 AND seen = 0",
            [
                game.as_str().into(),
                user.as_str().into(),
                NotificationKind::Asked.word().into(),
                at.timestamp_millis().into(),
            ],
        );
    }
}

pub(super) async fn remove_notifications(
    connection: &mut AnyConnection,
    game: &GameId,
    notifications: &[Notification],
) -> Result<(), StoreError> {
    for Notification { n, user, kind } in notifications {
        sqlx::query("DELETE FROM notifications WHERE game = $1 AND user_id = $2 AND kind = $3 AND n = $4")
            .bind(game.as_str())
            .bind(user.as_str())
            .bind(kind.word())
            .bind(i64::from(*n))
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

fn read_stored(row: &AnyRow) -> Result<StoredNotification, StoreError> {
    let row = Reader::new(row, "notifications", "game")?;
    let Notification { n, kind, .. } = read(&row)?;
    Ok(StoredNotification {
        game: row.parsed("game", GameId::parse)?,
        kind,
        n,
        at: row.time("at")?,
        seen: row.number::<i64>("seen")? != 0,
    })
}
