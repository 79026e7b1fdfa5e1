//! Counting what may not be tried too often.

use chrono::{DateTime, TimeDelta, Utc};

use crate::store::row::Reader;
use crate::store::writer::Verdict::Keep;
use crate::store::{Store, StoreError};

/// Counts a try; what is older than the window begins again.
const COUNT: &str = "INSERT INTO attempts (subject, tries, since) VALUES ($1, 1, $2)
             ON CONFLICT (subject) DO UPDATE SET
                 tries = CASE WHEN attempts.since <= $3 THEN 1 ELSE attempts.tries + 1 END,
                 since = CASE WHEN attempts.since <= $3 THEN $2 ELSE attempts.since END
             RETURNING subject, tries, since";

impl Store {
    /// Counts a try of `subject`, and tells how many there were since when, this one included. The count begins again
    /// when `window` has passed. Counting comes before trying, so that tries side by side are all counted.
    pub async fn count_attempt(
        &self,
        subject: &str,
        now: DateTime<Utc>,
        window: TimeDelta,
    ) -> Result<(u32, DateTime<Utc>), StoreError> {
        let write = (subject.to_owned(), now, now - window);
        let count = self.writer.write(write, |tx, (subject, now, before)| {
            Box::pin(async move {
                let row = sqlx::query(COUNT)
                    .bind(subject.as_str())
                    .bind(now.timestamp_millis())
                    .bind(before.timestamp_millis())
                    .fetch_one(tx)
                    .await?;
                let row = Reader::new(&row, "attempts", "subject")?;
                Ok(Keep((row.number("tries")?, row.time("since")?)))
            })
        });
        count.await
    }

    /// Forgets the tries of `subject`: it has succeeded.
    pub async fn forget_attempts(&self, subject: &str) -> Result<(), StoreError> {
        let forget = self.writer.write(subject.to_owned(), |tx, subject| {
            Box::pin(async move {
                sqlx::query("DELETE FROM attempts WHERE subject = $1")
                    .bind(subject.as_str())
                    .execute(tx)
                    .await?;
                Ok(Keep(()))
            })
        });
        forget.await
    }

    /// Forgets all tries from before `since`, and tells how many subjects they had.
    pub async fn expire_attempts(&self, since: DateTime<Utc>) -> Result<u64, StoreError> {
        let expire = self.writer.write(since, |tx, since| {
            Box::pin(async move {
                let swept = sqlx::query("DELETE FROM attempts WHERE since < $1")
                    .bind(since.timestamp_millis())
                    .execute(tx)
                    .await?;
                Ok(Keep(swept.rows_affected()))
            })
        });
        expire.await
    }
}
