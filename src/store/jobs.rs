//! Jobs: what is to be done later, once, by whichever server is free.
//!
//! A server takes jobs by a lease. While it has one, `due` is the moment at which others may take the job over, so one index
//! finds what is due and what a dead server has left behind. A lease that was taken over, or a job that was replaced
//! meanwhile, is recognised by its `lease`: whatever the former holder says of it changes nothing.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::store::batch::Batch;
use crate::store::row::Reader;
use crate::store::writer::Verdict::{Keep, Unchanged};
use crate::store::writer::Writer;
use crate::store::{Store, StoreError};
use crate::table::{Job, JobChange, JobKind};

/// A job that this server has taken.
#[derive(Clone, Debug)]
pub struct LeasedJob {
    /// The job.
    pub key: String,
    /// What it does.
    pub kind: JobKind,
    /// What it is done to.
    pub payload: String,
    /// How often it was taken, this time included.
    pub attempts: u32,
    /// What tells this lease from others.
    pub lease: String,
}

/// A job that was given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedJob {
    /// The job.
    pub key: String,
    /// What it should have done.
    pub kind: JobKind,
    /// How often it was tried.
    pub attempts: u32,
    /// When it was given up.
    pub failed: DateTime<Utc>,
    /// What went wrong the last time.
    pub error: String,
}

/// What becomes of a job that has run.
#[derive(Clone, Debug)]
pub enum AfterJob {
    /// It is done.
    Remove,
    /// It runs again, as if for the first time.
    Repeat(DateTime<Utc>),
    /// It has failed, and is tried again.
    Retry(DateTime<Utc>, String),
    /// It has failed, and is tried no more until the host says so.
    GiveUp(DateTime<Utc>, String),
}

/// Takes what is due, the longest due first.
macro_rules! lease {
    ($lock:literal) => {
        concat!(
            "WITH taken AS MATERIALIZED (
                 SELECT unique_key FROM jobs WHERE failed = 0 AND due <= $1 ORDER BY due LIMIT $4 ",
            $lock,
            ")
             UPDATE jobs SET due = $2, lease = $3, attempts = attempts + 1
             WHERE unique_key IN (SELECT unique_key FROM taken)
             RETURNING unique_key, kind, payload, attempts, lease"
        )
    };
}

impl Store {
    /// Takes at most `limit` jobs that are due until `until`. `lease` must be new each time.
    pub async fn lease_jobs(
        &self,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
        lease: String,
        limit: u32,
    ) -> Result<Vec<LeasedJob>, StoreError> {
        let statement = match self.writer {
            Writer::Grouped(_) => lease!(""),
            Writer::Parallel(_) => lease!("FOR UPDATE SKIP LOCKED"),
        };
        let input = (statement, now, until, lease, limit);
        let take = self.writer.write(input, |tx, (statement, now, until, lease, limit)| {
            Box::pin(async move {
                let rows = sqlx::query(*statement)
                    .bind(now.timestamp_millis())
                    .bind(until.timestamp_millis())
                    .bind(lease.as_str())
                    .bind(i64::from(*limit))
                    .fetch_all(tx)
                    .await?;
                let jobs = rows.iter().map(read_leased).collect::<Result<Vec<_>, StoreError>>()?;
                Ok(if jobs.is_empty() { Unchanged(jobs) } else { Keep(jobs) })
            })
        });
        take.await
    }

    /// Keeps a job for longer. `false`: it is this server's no more.
    pub async fn extend_lease(&self, job: &LeasedJob, until: DateTime<Utc>) -> Result<bool, StoreError> {
        let input = (job.key.clone(), job.lease.clone(), until);
        let extend = self.writer.write(input, |tx, (key, lease, until)| {
            Box::pin(async move {
                let extended = sqlx::query("UPDATE jobs SET due = $3 WHERE unique_key = $1 AND lease = $2")
                    .bind(key.as_str())
                    .bind(lease.as_str())
                    .bind(until.timestamp_millis())
                    .execute(tx)
                    .await?;
                Ok(Keep(extended.rows_affected() > 0))
            })
        });
        extend.await
    }

    /// Says what becomes of a job that has run, unless it was taken over or replaced meanwhile.
    pub async fn end_lease(&self, job: &LeasedJob, after: AfterJob) -> Result<(), StoreError> {
        let end = self.writer.write((job.clone(), after), |tx, (job, after)| {
            Box::pin(async move {
                end_lease(tx, job, after).await?;
                Ok(Keep(()))
            })
        });
        end.await
    }

    /// When the next job is due, taken ones included.
    pub async fn next_job(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        let row = sqlx::query("SELECT 'jobs' AS name, MIN(due) AS due FROM jobs WHERE failed = 0")
            .fetch_one(&self.readers)
            .await?;
        Reader::new(&row, "jobs", "name")?.maybe_time("due")
    }

    /// Adds a job, unless one with its key waits; one that was given up counts as none.
    pub async fn ensure_job(&self, job: &Job) -> Result<(), StoreError> {
        let ensure = self.writer.write(job.clone(), |tx, job| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO jobs (unique_key, kind, payload, due, created) VALUES ($1, $2, $3, $4, $4)
                     ON CONFLICT (unique_key) DO UPDATE SET due = excluded.due, attempts = 0, failed = 0, error = NULL
                     WHERE jobs.failed > 0",
                )
                .bind(job.key.as_str())
                .bind(job.kind.word())
                .bind(job.payload.as_str())
                .bind(job.due.timestamp_millis())
                .execute(tx)
                .await?;
                Ok(Keep(()))
            })
        });
        ensure.await
    }

    /// Jobs that were given up, the latest first.
    pub async fn failed_jobs(&self, limit: u32) -> Result<Vec<FailedJob>, StoreError> {
        let rows = sqlx::query(
            "SELECT unique_key, kind, attempts, failed, error FROM jobs WHERE failed > 0
             ORDER BY failed DESC LIMIT $1",
        )
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "jobs", "unique_key")?;
            Ok(FailedJob {
                key: row.text("unique_key")?,
                kind: row.parsed("kind", JobKind::parse)?,
                attempts: row.number("attempts")?,
                failed: row.time("failed")?,
                error: row.maybe_text("error")?.unwrap_or_default(),
            })
        };
        rows.iter().map(read).collect()
    }

    /// Has all jobs tried again that were given up, and says how many those are.
    pub async fn retry_failed_jobs(
        &self,
        now: DateTime<Utc>,
        notification: Option<String>,
    ) -> Result<u64, StoreError> {
        let retry = self.writer.write_and_notify(notification, now, |tx, now| {
            Box::pin(async move {
                let retried = sqlx::query(
                    "UPDATE jobs SET due = $1, attempts = 0, failed = 0, error = NULL WHERE failed > 0",
                )
                .bind(now.timestamp_millis())
                .execute(tx)
                .await?;
                Ok(Keep(retried.rows_affected()))
            })
        });
        retry.await
    }
}

/// Makes changes in the transaction of what they follow from.
pub(super) fn change_jobs(batch: &mut Batch, changes: &[JobChange], now: DateTime<Utc>) {
    for change in changes {
        match change {
            JobChange::Put(job) => batch.add(
                "INSERT INTO jobs (unique_key, kind, payload, due, created) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (unique_key) DO UPDATE SET kind = excluded.kind, payload = excluded.payload,
                     due = excluded.due, created = excluded.created, lease = NULL, attempts = 0, failed = 0,
                     error = NULL",
                [
                    job.key.as_str().into(),
                    job.kind.word().into(),
                    job.payload.as_str().into(),
                    job.due.timestamp_millis().into(),
                    now.timestamp_millis().into(),
                ],
            ),
            JobChange::Remove(key) => {
                batch.add("DELETE FROM jobs WHERE unique_key = $1", [key.as_str().into()]);
            }
        }
    }
}

async fn end_lease(tx: &mut AnyConnection, job: &LeasedJob, after: &AfterJob) -> Result<(), StoreError> {
    let (due, attempts, failed, error) = match after {
        AfterJob::Remove => {
            sqlx::query("DELETE FROM jobs WHERE unique_key = $1 AND lease = $2")
                .bind(job.key.as_str())
                .bind(job.lease.as_str())
                .execute(tx)
                .await?;
            return Ok(());
        }
        AfterJob::Repeat(due) => (due.timestamp_millis(), 0, 0, None),
        AfterJob::Retry(due, error) => (due.timestamp_millis(), job.attempts, 0, Some(error)),
        AfterJob::GiveUp(now, error) => {
            (now.timestamp_millis(), job.attempts, now.timestamp_millis(), Some(error))
        }
    };
    sqlx::query(
        "UPDATE jobs SET due = $3, attempts = $4, failed = $5, error = $6, lease = NULL
         WHERE unique_key = $1 AND lease = $2",
    )
    .bind(job.key.as_str())
    .bind(job.lease.as_str())
    .bind(due)
    .bind(i64::from(attempts))
    .bind(failed)
    .bind(error.map(String::as_str))
    .execute(tx)
    .await?;
    Ok(())
}

fn read_leased(row: &AnyRow) -> Result<LeasedJob, StoreError> {
    let row = Reader::new(row, "jobs", "unique_key")?;
    Ok(LeasedJob {
        key: row.text("unique_key")?,
        kind: row.parsed("kind", JobKind::parse)?,
        payload: row.text("payload")?,
        attempts: row.number("attempts")?,
        lease: row.text("lease")?,
    })
}
