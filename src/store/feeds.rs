//! Secret feed URLs, looked up by the hash of their token. A user has at most one.

use chrono::{DateTime, Utc};

use crate::row::Reader;
use crate::writer::TransactionEnd::Commit;
use crate::{Store, StoreError};
use account::{FeedHash, UserId};

impl Store {
    /// Sets the user's feed token; a previous one stops working.
    pub async fn set_feed(
        &self,
        user: &UserId,
        token: &FeedHash,
        since: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        self.make_reachable(user);
        let set = self.writer.write((user.clone(), token.clone(), since), |tx, (user, token, since)| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO feeds (user_id, token, since) VALUES ($1, $2, $3)
                     ON CONFLICT (user_id) DO UPDATE SET token = $2, since = $3",
                )
                .bind(user.as_str())
                .bind(token.as_str())
                .bind(since.timestamp_millis())
                .execute(tx)
                .await?;
                Ok(Commit(()))
            })
        });
        set.await
    }

    /// Does nothing if the user has no feed.
    pub async fn end_feed(&self, user: &UserId) -> Result<(), StoreError> {
        let end = self.writer.write(user.clone(), |tx, user| {
            Box::pin(async move {
                sqlx::query("DELETE FROM feeds WHERE user_id = $1").bind(user.as_str()).execute(tx).await?;
                Ok(Commit(()))
            })
        });
        end.await
    }

    /// When the user's feed was created; `None` if they have none.
    pub async fn feed_since(&self, user: &UserId) -> Result<Option<DateTime<Utc>>, StoreError> {
        let row = sqlx::query("SELECT user_id, since FROM feeds WHERE user_id = $1")
            .bind(user.as_str())
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| Reader::new(&row, "feeds", "user_id")?.time("since")).transpose()
    }

    /// The owner of a feed token (id, name and time zone) and when the feed was created. Those of locked accounts don't
    /// work.
    pub async fn feed(
        &self,
        token: &FeedHash,
    ) -> Result<Option<(UserId, String, chrono_tz::Tz, DateTime<Utc>)>, StoreError> {
        let row = sqlx::query(
            "SELECT f.user_id, u.name, u.zone, f.since FROM feeds f JOIN users u ON u.id = f.user_id
             WHERE f.token = $1 AND u.locked IS NULL",
        )
        .bind(token.as_str())
        .fetch_optional(&self.readers)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let row = Reader::new(&row, "feeds", "user_id")?;
        Ok(Some((
            row.parsed("user_id", UserId::parse)?,
            row.text("name")?,
            row.parsed("zone", |name| name.parse().ok())?,
            row.time("since")?,
        )))
    }
}
