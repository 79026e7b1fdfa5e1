//! What use cases and the runner of jobs tell each other.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::service::changes::Change;
use crate::service::{Service, StoreError};
use crate::store::FailedJob;
use crate::table::JobKind;

/// The longest list of failed jobs.
const FAILED: u32 = 1000;
/// Databases that take longer to answer count as unreachable.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a job did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// It stored an outcome, which has also replaced or removed the job.
    Stored,
    /// There was nothing to do, nor will there be.
    Nothing,
    /// There was nothing to do yet.
    Later(DateTime<Utc>),
}

/// A job that was given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// Its unique key.
    pub key: String,
    /// What it should have done.
    pub kind: JobKind,
    /// How often it was tried.
    pub attempts: u32,
    /// When it was given up.
    pub at: DateTime<Utc>,
    /// What went wrong the last time.
    pub error: String,
}

/// Why the server cannot do its work at the moment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotReady {
    /// The database cannot be read.
    #[error("the database cannot be read: {0}")]
    Read(String),
    /// The database cannot be written.
    #[error("the database cannot be written: {0}")]
    Write(String),
    /// Deadlines, computer turns and other jobs do not run.
    #[error("jobs do not run: {0}")]
    Jobs(String),
}

impl NotReady {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Read(_) => "database-unreadable",
            Self::Write(_) => "database-unwritable",
            Self::Jobs(_) => "jobs-stopped",
        }
    }
}

/// The runner of jobs of this process, as use cases see it.
#[derive(Debug, Default)]
pub(super) struct RunnerState {
    /// Why it does not run, if it should.
    trouble: Mutex<Option<String>>,
}

impl Service {
    /// The runner works, or why it does not.
    pub fn set_runner_trouble(&self, trouble: Option<String>) {
        *self.runner.trouble.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
    }

    /// Whether the database can be read and written, and jobs are run.
    pub async fn ready(&self) -> Result<(), NotReady> {
        let read = tokio::time::timeout(PATIENCE, self.store.next_job()).await;
        match read {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => return Err(NotReady::Read(error.to_string())),
            Err(_) => return Err(NotReady::Read("no answer".to_owned())),
        }
        self.store.check_writer().await.map_err(|error| NotReady::Write(error.to_string()))?;
        let trouble = self.runner.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone();
        trouble.map_or(Ok(()), |why| Err(NotReady::Jobs(why)))
    }

    /// Jobs that were given up, the latest first.
    pub async fn failed_jobs(&self) -> Result<Vec<Failed>, StoreError> {
        let failed = self.store.failed_jobs(FAILED).await?.into_iter();
        let tell = |FailedJob { key, kind, attempts, failed, error }| Failed {
            key,
            kind,
            attempts,
            at: failed,
            error,
        };
        Ok(failed.map(tell).collect())
    }

    /// Has all jobs tried again that were given up, and says how many those are.
    pub async fn retry_failed_jobs(&self) -> Result<u64, StoreError> {
        let now = self.now();
        let changes = [Change::Jobs(now)];
        let retried = self.store.retry_failed_jobs(now, self.notification(&changes)).await?;
        self.wake(&changes);
        Ok(retried)
    }
}
