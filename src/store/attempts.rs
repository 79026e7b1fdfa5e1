//! Counting what may not be tried too often.

use chrono::{DateTime, TimeDelta, Utc};

use crate::store::row::Reader;
use crate::store::{Store, StoreError};

impl Store {
    /// Counts a try of `subject`, and tells how many there were since when, this one included. The count begins again
    /// when `window` has passed. Counting comes before trying, so that tries side by side are all counted.
    pub async fn count_attempt(
        &self,
        subject: &str,
        now: DateTime<Utc>,
        window: TimeDelta,
    ) -> Result<(u32, DateTime<Utc>), StoreError> {
        let row = sqlx::query(
            "INSERT INTO attempts (subject, tries, since) VALUES ($1, 1, $2)
             ON CONFLICT (subject) DO UPDATE SET
                 tries = CASE WHEN attempts.since <= $3 THEN 1 ELSE attempts.tries + 1 END,
                 since = CASE WHEN attempts.since <= $3 THEN $2 ELSE attempts.since END
             RETURNING subject, tries, since",
        )
        .bind(subject)
        .bind(now.timestamp_millis())
        .bind((now - window).timestamp_millis())
        .fetch_one(&self.writers)
        .await?;
        let row = Reader::new(&row, "attempts", "subject")?;
        Ok((row.number("tries")?, row.time("since")?))
    }

    /// Forgets the tries of `subject`: it has succeeded.
    pub async fn forget_attempts(&self, subject: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM attempts WHERE subject = $1").bind(subject).execute(&self.writers).await?;
        Ok(())
    }

    /// Forgets all tries from before `since`, and tells how many subjects they had.
    pub async fn sweep_attempts(&self, since: DateTime<Utc>) -> Result<u64, StoreError> {
        let swept = sqlx::query("DELETE FROM attempts WHERE since < $1")
            .bind(since.timestamp_millis())
            .execute(&self.writers)
            .await?;
        Ok(swept.rows_affected())
    }
}
