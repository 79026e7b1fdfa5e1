//! Finds abandoned guests and tables for the clean-up job.

use chrono::{DateTime, Utc};

use crate::account::UserId;
use crate::store::game::{readable_tables, tables};
use crate::store::row::Reader;
use crate::store::{Store, StoreError};
use crate::table::Table;

impl Store {
    /// Guests created before `before` who have no open session and share no game with another person; oldest first.
    pub async fn abandoned_guests(
        &self,
        before: DateTime<Utc>,
        now: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<UserId>, StoreError> {
        let rows = sqlx::query(
            "SELECT u.id FROM users u
             WHERE u.guest = 1 AND u.created < $1
               AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id AND s.until > $2)
               AND NOT EXISTS (SELECT 1 FROM games g JOIN seats o ON o.game = g.id
                               WHERE g.opener = u.id AND o.user_id <> u.id)
               AND NOT EXISTS (SELECT 1 FROM seats m JOIN seats o ON o.game = m.game
                               WHERE m.user_id = u.id AND o.user_id <> u.id)
             ORDER BY u.created LIMIT $3",
        )
        .bind(before.timestamp_millis())
        .bind(now.timestamp_millis())
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| Reader::new(row, "users", "id")?.parsed("id", UserId::parse)).collect()
    }

    /// Tables opened before `before` that have not started and at which no user but the opener has a seat; oldest
    /// first.
    pub async fn abandoned_tables(
        &self,
        before: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<Table>, StoreError> {
        let rows = sqlx::query(tables!(
            "FROM games g WHERE g.status = 'open' AND g.created < $1
               AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.game = g.id AND s.user_id <> g.opener)
             ORDER BY g.created LIMIT $2"
        ))
        .bind(before.timestamp_millis())
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        Ok(readable_tables(&rows))
    }
}
