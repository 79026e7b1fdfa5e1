//! Scheduled jobs: each runs once, on whichever server is free.
//!
//! Servers take jobs by lease. While a job is leased, `due` is when the lease expires, so one index finds both due jobs
//! and those abandoned by a crashed server. Each lease has a unique token: once a job has been taken over or replaced,
//! changes by the former holder have no effect.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::batch::{Batch, Value};
use crate::row::Reader;
use crate::statement::query;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::writer::Writer;
use crate::{Store, StoreError};
use table::{FailedJob, Job, JobChange, Lane, ScheduledJob};

/// A job that this server has leased.
#[derive(Clone, Debug)]
pub struct LeasedJob {
    pub key: String,
    /// A job that can't be read fails by itself, and keeps no others waiting.
    pub job: Result<Job, UnknownJob>,
    /// How often the job was leased since it was scheduled, this time included.
    pub attempts: u32,
    /// Unique token of this lease.
    pub lease: String,
}

/// A job of a newer version of the program, or a damaged one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no job {kind:?} of {payload:?}")]
pub struct UnknownJob {
    kind: String,
    payload: String,
}

impl LeasedJob {
    /// For counts and logs.
    pub fn kind(&self) -> &'static str {
        self.job.as_ref().map_or("unknown", Job::kind)
    }
}

/// Jobs of a lane that are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedJobs {
    pub lane: Lane,
    pub failed: bool,
    /// Or its lease has expired.
    pub due: bool,
    pub leased: bool,
    pub count: u64,
    /// When the first of them was or will be due; of failed jobs, when it was given up.
    pub oldest: DateTime<Utc>,
}

/// What to do with a job that has run.
#[derive(Clone, Debug)]
pub enum AfterJob {
    Remove,
    /// Runs again at this time, with its attempts reset.
    Repeat(DateTime<Utc>),
    /// Failed with this error; runs again at this time.
    Retry(DateTime<Utc>, String),
    /// Failed with this error at this time; runs again only if the host retries it.
    GiveUp(DateTime<Utc>, String),
}

impl Store {
    /// Schedules a job in the place of any with the same key, also of one that is running.
    pub async fn put_job(&self, job: ScheduledJob, now: DateTime<Utc>) -> Result<(), StoreError> {
        let put = self.writer.write((JobChange::Put(job), now), |tx, (job, now)| {
            Box::pin(async move {
                let mut batch = Batch::default();
                change_jobs(&mut batch, std::slice::from_ref(job), *now);
                batch.execute(tx).await?;
                Ok(Commit(()))
            })
        });
        put.await
    }

    /// Whether a job waits or runs. One that was given up does not.
    pub async fn is_scheduled(&self, job: &Job) -> Result<bool, StoreError> {
        let row = sqlx::query("SELECT unique_key FROM jobs WHERE unique_key = $1 AND failed = 0")
            .bind(job.key())
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.is_some())
    }

    /// Leases up to `limit` due jobs of the lane, the longest overdue first, until `until`. `lease` must be unique to this call.
    pub async fn lease_jobs(
        &self,
        lane: Lane,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
        lease: String,
        limit: u32,
    ) -> Result<Vec<LeasedJob>, StoreError> {
        let lock = match self.writer {
            Writer::Grouped(_) | Writer::ReadOnly(_) => "",
            Writer::Parallel(..) => "FOR UPDATE SKIP LOCKED",
        };
        let input = (lock, lane, now, until, lease, limit);
        let take = self.writer.write(input, |tx, (lock, lane, now, until, lease, limit)| {
            Box::pin(async move {
                let rows = query(format!(
                    "WITH taken AS MATERIALIZED (
                         SELECT unique_key FROM jobs WHERE failed = 0 AND lane = $5 AND due <= $1 ORDER BY due LIMIT $4 {lock})
                     UPDATE jobs SET due = $2, lease = $3, attempts = attempts + 1
                     WHERE unique_key IN (SELECT unique_key FROM taken)
                     RETURNING unique_key, kind, payload, attempts, lease"
                ))
                    .bind(now.timestamp_millis())
                    .bind(until.timestamp_millis())
                    .bind(lease.as_str())
                    .bind(i64::from(*limit))
                    .bind(lane.word())
                    .fetch_all(tx)
                    .await?;
                let jobs = rows.iter().map(read_leased).collect::<Result<Vec<_>, StoreError>>()?;
                Ok(if jobs.is_empty() { Unchanged(jobs) } else { Commit(jobs) })
            })
        });
        take.await
    }

    /// Extends a lease. `false`: this server no longer holds it.
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
                Ok(Commit(extended.rows_affected() > 0))
            })
        });
        extend.await
    }

    /// Applies `after` to a job, unless it was taken over or replaced.
    pub async fn end_lease(&self, job: &LeasedJob, after: AfterJob) -> Result<(), StoreError> {
        let end = self.writer.write((job.clone(), after), |tx, (job, after)| {
            Box::pin(async move {
                end_lease(tx, job, after).await?;
                Ok(Commit(()))
            })
        });
        end.await
    }

    /// The earliest due time in the lane. A leased job counts as due when its lease expires.
    pub async fn next_job(&self, lane: Lane) -> Result<Option<DateTime<Utc>>, StoreError> {
        let row =
            sqlx::query("SELECT 'jobs' AS name, MIN(due) AS due FROM jobs WHERE failed = 0 AND lane = $1")
                .bind(lane.word())
                .fetch_one(&self.readers)
                .await?;
        Reader::new(&row, "jobs", "name")?.maybe_time("due")
    }

    /// Schedules a job unless one with its key is already scheduled. Failed jobs don't count.
    pub async fn ensure_job(&self, job: &ScheduledJob) -> Result<(), StoreError> {
        let ensure = self.writer.write(job.clone(), |tx, ScheduledJob { job, due }| {
            Box::pin(async move {
                sqlx::query(
                    "INSERT INTO jobs (unique_key, kind, lane, payload, due, created) VALUES ($1, $2, $3, $4, $5, $5)
                     ON CONFLICT (unique_key) DO UPDATE SET due = excluded.due, attempts = 0, failed = 0, error = NULL
                     WHERE jobs.failed > 0",
                )
                .bind(job.key())
                .bind(job.kind())
                .bind(job.lane().word())
                .bind(job.payload())
                .bind(due.timestamp_millis())
                .execute(tx)
                .await?;
                Ok(Commit(()))
            })
        });
        ensure.await
    }

    /// Reads all jobs, so not for every page.
    pub async fn count_jobs(&self, now: DateTime<Utc>) -> Result<Vec<CountedJobs>, StoreError> {
        let rows = sqlx::query(
            "SELECT lane, CASE WHEN failed > 0 THEN 1 ELSE 0 END AS is_failed, CASE WHEN due <= $1 THEN 1 ELSE 0 END AS is_due,
                 CASE WHEN lease IS NULL THEN 0 ELSE 1 END AS is_leased, COUNT(*) AS jobs,
                 MIN(CASE WHEN failed > 0 THEN failed ELSE due END) AS oldest
             FROM jobs GROUP BY 1, 2, 3, 4",
        )
        .bind(now.timestamp_millis())
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "jobs", "lane")?;
            Ok(CountedJobs {
                lane: row.parsed("lane", Lane::parse)?,
                failed: row.flag("is_failed")?,
                due: row.flag("is_due")?,
                leased: row.flag("is_leased")?,
                count: row.number("jobs")?,
                oldest: row.time("oldest")?,
            })
        };
        rows.iter().map(read).collect()
    }

    /// Most recent first.
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
                kind: row.text("kind")?,
                attempts: row.number("attempts")?,
                at: row.time("failed")?,
                error: row.maybe_text("error")?.unwrap_or_default(),
            })
        };
        rows.iter().map(read).collect()
    }

    /// Reschedules all failed jobs; returns how many.
    pub async fn retry_failed_jobs(
        &self,
        now: DateTime<Utc>,
        change_message: Option<String>,
    ) -> Result<u64, StoreError> {
        let retry = self.writer.write_and_notify(change_message, now, |tx, now| {
            Box::pin(async move {
                let retried = sqlx::query(
                    "UPDATE jobs SET due = $1, attempts = 0, failed = 0, error = NULL WHERE failed > 0",
                )
                .bind(now.timestamp_millis())
                .execute(tx)
                .await?;
                Ok(Commit(retried.rows_affected()))
            })
        });
        retry.await
    }
}

/// The columns of a new job.
fn values(ScheduledJob { job, due }: &ScheduledJob, now: DateTime<Utc>) -> [Value; 6] {
    [
        job.key().into(),
        job.kind().into(),
        job.lane().word().into(),
        job.payload().into(),
        due.timestamp_millis().into(),
        now.timestamp_millis().into(),
    ]
}

/// Adds job changes to the transaction of the events that caused them.
pub(super) fn change_jobs(batch: &mut Batch, changes: &[JobChange], now: DateTime<Utc>) {
    for change in changes {
        match change {
            JobChange::Put(job) => batch.add(
                "INSERT INTO jobs (unique_key, kind, lane, payload, due, created) VALUES ($1, $2, $3, $4, $5, $6)
                 ON CONFLICT (unique_key) DO UPDATE SET kind = excluded.kind, lane = excluded.lane,
                     payload = excluded.payload, due = excluded.due, created = excluded.created, lease = NULL, attempts = 0, failed = 0,
                     error = NULL",
                values(job, now),
            ),
            JobChange::PutIfSooner(job) => batch.add(
                "INSERT INTO jobs (unique_key, kind, lane, payload, due, created) VALUES ($1, $2, $3, $4, $5, $6)
                 ON CONFLICT (unique_key) DO UPDATE SET kind = excluded.kind, lane = excluded.lane,
                     payload = excluded.payload, due = excluded.due, created = excluded.created, lease = NULL, attempts = 0, failed = 0,
                     error = NULL
                 WHERE NOT (jobs.lease IS NULL AND jobs.failed = 0 AND jobs.due <= excluded.due)",
                values(job, now),
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
    let (kind, payload) = (row.text("kind")?, row.text("payload")?);
    Ok(LeasedJob {
        key: row.text("unique_key")?,
        job: Job::parse(&kind, &payload).ok_or(UnknownJob { kind, payload }),
        attempts: row.number("attempts")?,
        lease: row.text("lease")?,
    })
}
