//! Finds abandoned guests and tables for the clean-up job.

use chrono::{DateTime, Utc};

use crate::game::{readable_tables, select_tables};
use crate::guests::plays_with_others;
use crate::row::Reader;
use crate::{Store, StoreError};
use account::UserId;
use table::Table;

impl Store {
    /// Guests created before `before` who have no open session and share no game with another person; oldest first.
    pub async fn abandoned_guests(
        &self,
        before: DateTime<Utc>,
        now: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<UserId>, StoreError> {
        let (mut found, mut read) = (Vec::new(), 0_i64);
        loop {
            let rows = sqlx::query(
                "SELECT u.id FROM users u
                 WHERE u.guest = 1 AND u.created < $1
                   AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id AND s.until > $2)
                 ORDER BY u.created LIMIT $3 OFFSET $4",
            )
            .bind(before.timestamp_millis())
            .bind(now.timestamp_millis())
            .bind(i64::from(limit))
            .bind(read)
            .fetch_all(&self.readers)
            .await?;
            for row in &rows {
                read += 1;
                let guest = Reader::new(row, "users", "id")?.parsed("id", UserId::parse)?;
                if !plays_with_others(&mut *self.readers.acquire().await?, &guest).await? {
                    found.push(guest);
                }
            }
            found.truncate(limit as usize);
            if rows.len() < limit as usize || found.len() == limit as usize {
                return Ok(found);
            }
        }
    }

    /// Tables opened before `before` that have not started and at which no user but the opener has a seat; oldest
    /// first.
    pub async fn abandoned_tables(
        &self,
        before: DateTime<Utc>,
        limit: u32,
    ) -> Result<Vec<Table>, StoreError> {
        let query = select_tables(
            "FROM games g WHERE g.status = 'open' AND g.created < $1
               AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.game = g.id AND s.user_id <> g.opener)
             ORDER BY g.created LIMIT $2",
        )
        .bind(before.timestamp_millis())
        .bind(i64::from(limit));
        readable_tables(&self.readers, query).await
    }
}
