//! Counts attempts for rate limits.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::AnyConnection;

use crate::row::Reader;
use crate::writer::TransactionEnd::Commit;
use crate::{Store, StoreError};

/// Counts an attempt. A count restarts at 1 once its window has passed, or if it begins in the future because the clock
/// was set back.
const COUNT: &str = "INSERT INTO attempts (subject, tries, since) VALUES ($1, 1, $2)
             ON CONFLICT (subject) DO UPDATE SET
                 tries = CASE WHEN attempts.since > $3 AND attempts.since <= $2 THEN attempts.tries + 1 ELSE 1 END,
                 since = CASE WHEN attempts.since > $3 AND attempts.since <= $2 THEN attempts.since ELSE $2 END
             RETURNING subject, tries, since";

impl Store {
    /// Counts an attempt of `subject` and returns the number of attempts, this one included, and when the first was
    /// made. The count restarts once `window` has passed. Call this before the attempt itself, so that concurrent
    /// attempts are all counted.
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
                Ok(Commit((row.number("tries")?, row.time("since")?)))
            })
        });
        count.await
    }

    /// Resets the count of `subject` after a success.
    pub async fn forget_attempts(&self, subject: &str) -> Result<(), StoreError> {
        let forget = self.writer.write(subject.to_owned(), |tx, subject| {
            Box::pin(async move {
                forget_attempts(tx, subject).await?;
                Ok(Commit(()))
            })
        });
        forget.await
    }

    /// Deletes counts that began before `since`; returns how many.
    pub async fn expire_attempts(&self, since: DateTime<Utc>) -> Result<u64, StoreError> {
        let expire = self.writer.write(since, |tx, since| {
            Box::pin(async move {
                let deleted = sqlx::query("DELETE FROM attempts WHERE since < $1")
                    .bind(since.timestamp_millis())
                    .execute(tx)
                    .await?;
                Ok(Commit(deleted.rows_affected()))
            })
        });
        expire.await
    }
}

pub(super) async fn forget_attempts(tx: &mut AnyConnection, subject: &str) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM attempts WHERE subject = $1").bind(subject).execute(tx).await?;
    Ok(())
}
