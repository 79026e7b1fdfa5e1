//! What use cases and the job runner share, and the readiness check.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::changes::Change;
use crate::{Service, StoreError};
use store::{AfterJob, LeasedJob};
use table::{FailedJob, GameId, Job, Lane};

/// Maximum length of the list of failed jobs.
const FAILED: u32 = 1000;
/// How long a readiness check waits for the database.
const PATIENCE: Duration = Duration::from_secs(2);

/// The result of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// An outcome was stored; it has also replaced or removed the job.
    Stored,
    /// There is nothing to do; the job can be removed.
    Nothing,
    /// Not due yet; to be run again at this time.
    Later(DateTime<Utc>),
}

/// Why the server can't do its work.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotReady {
    #[error("the database cannot be read: {0}")]
    Read(String),
    #[error("the database cannot be written: {0}")]
    Write(String),
    /// Deadlines, computer turns and other jobs don't run.
    #[error("jobs do not run: {0}")]
    Jobs(String),
}

impl NotReady {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Read(_) => "database-unreadable",
            Self::Write(_) => "database-unwritable",
            Self::Jobs(_) => "jobs-stopped",
        }
    }
}

/// The state of this process's job runner.
#[derive(Debug, Default)]
pub(super) struct RunnerState {
    /// `None` while the runner works or was not started.
    error: Mutex<Option<String>>,
}

impl Service {
    /// Reports why the runner fails, or `None` once it works again.
    pub fn set_runner_error(&self, error: Option<String>) {
        *self.runner.error.lock().unwrap_or_else(PoisonError::into_inner) = error;
    }

    /// Checks that the database can be read and written and that jobs are run.
    pub async fn ready(&self) -> Result<(), NotReady> {
        let read = tokio::time::timeout(PATIENCE, self.store.next_job(Lane::Quick)).await;
        match read {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => return Err(NotReady::Read(error.to_string())),
            Err(_) => return Err(NotReady::Read("no answer".to_owned())),
        }
        self.store.check_writer().await.map_err(|error| NotReady::Write(error.to_string()))?;
        let error = self.runner.error.lock().unwrap_or_else(PoisonError::into_inner).clone();
        error.map_or(Ok(()), |why| Err(NotReady::Jobs(why)))
    }

    /// Replaces a job that is running by its next part.
    pub(crate) async fn go_on(&self, job: Job) -> Result<(), StoreError> {
        let (now, lane) = (self.now(), job.lane());
        self.store.put_job(job.at(now), now).await?;
        self.wake(&[Change::Jobs(lane, now)]);
        Ok(())
    }

    /// Ends a job of the lane, and wakes the lane for when it runs again.
    pub(crate) async fn end_lease(
        &self,
        lane: Lane,
        job: &LeasedJob,
        after: AfterJob,
    ) -> Result<(), StoreError> {
        let again = match after {
            AfterJob::Repeat(due) | AfterJob::Retry(due, _) => Some(due),
            AfterJob::Remove | AfterJob::GiveUp(..) => None,
        };
        self.store.end_lease(job, after).await?;
        self.wake(again.map(|due| Change::Jobs(lane, due)).as_slice());
        Ok(())
    }

    /// Adds the results of a finished game's computer players to those of their levels, once.
    pub(crate) async fn count_results(&self, game: &GameId) -> Result<Done, StoreError> {
        Ok(if self.store.count_results_of(game).await? { Done::Stored } else { Done::Nothing })
    }

    /// Most recent first.
    pub async fn failed_jobs(&self) -> Result<Vec<FailedJob>, StoreError> {
        self.store.failed_jobs(FAILED).await
    }

    /// Reschedules all failed jobs; returns how many.
    pub async fn retry_failed_jobs(&self) -> Result<u64, StoreError> {
        let now = self.now();
        let changes = Lane::ALL.map(|lane| Change::Jobs(lane, now));
        let retried = self.store.retry_failed_jobs(now, self.change_message(&changes)).await?;
        self.wake(&changes);
        Ok(retried)
    }
}
