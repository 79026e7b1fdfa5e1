//! Turns that are about to time out, and what administrators decide if there are too many.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use crate::row::Reader;
use crate::writer::TransactionEnd::Commit;
use crate::{Store, StoreError, audit_log};
use account::AuditEntry;
use table::{Job, Lane, Period};

/// The name of the instant until which administrators have decided, beside the heartbeats.
const RELEASED: &str = "time-outs released";

impl Store {
    /// The deadlines of turns that time out until then, at most `most`. Games that can't be read don't count.
    ///
    /// A job may be due long before the deadline: moves leave it where it is.
    pub async fn deadlines_until(
        &self,
        until: DateTime<Utc>,
        most: u32,
    ) -> Result<Vec<DateTime<Utc>>, StoreError> {
        let rows = sqlx::query(
            "SELECT w.game, w.deadline FROM jobs j JOIN waiting w ON w.game = j.payload AND w.invited = ''
             WHERE j.lane = $1 AND j.failed = 0 AND j.error IS NULL AND j.due <= $2 AND j.kind = $3 AND w.deadline <= $2
             ORDER BY j.due LIMIT $4",
        )
        .bind(Lane::Quick.word())
        .bind(until.timestamp_millis())
        .bind(Job::TIME_OUT)
        .bind(i64::from(most))
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| Reader::new(row, "waiting", "game")?.time("deadline")).collect()
    }

    /// Until when administrators have decided about turns that were held.
    pub async fn time_outs_released(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        let row = sqlx::query("SELECT name, at FROM heartbeats WHERE name = $1")
            .bind(RELEASED)
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| Reader::new(&row, "heartbeats", "name")?.time("at")).transpose()
    }

    /// Lets turns time out whose deadline was before the entry.
    pub async fn release_time_outs(&self, entry: &AuditEntry) -> Result<(), StoreError> {
        let release = self.writer.write(entry.clone(), |tx, entry| {
            Box::pin(async move {
                decide(tx, entry).await?;
                Ok(Commit(()))
            })
        });
        release.await
    }

    /// Stops all clocks for a time, as if no server had been up. What was held is looked at again with that.
    pub async fn stop_clocks(&self, period: Period, entry: &AuditEntry) -> Result<(), StoreError> {
        let stop = self.writer.write((period, entry.clone()), |tx, (period, entry)| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO outages (began, ended) VALUES ($1, $2)
                     ON CONFLICT (began) DO UPDATE SET ended = excluded.ended WHERE outages.ended < excluded.ended",
                )
                .bind(period.from.timestamp_millis())
                .bind(period.until.timestamp_millis())
                .execute(&mut *tx)
                .await?;
                decide(tx, entry).await?;
                Ok(Commit(()))
            })
        });
        stop.await
    }
}

/// Nothing is held any more whose deadline was before the entry.
async fn decide(tx: &mut AnyConnection, entry: &AuditEntry) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO heartbeats (name, at) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET at = excluded.at WHERE heartbeats.at < excluded.at",
    )
    .bind(RELEASED)
    .bind(entry.at.timestamp_millis())
    .execute(&mut *tx)
    .await?;
    audit_log::append(tx, entry).await
}
