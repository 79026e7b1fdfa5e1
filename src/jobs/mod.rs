//! What happens later: deadlines, the computer's turns, clean-up.
//!
//! Jobs are rows of a table, added in the transaction of the move that they follow from, so a restart forgets none. The
//! [`Runner`] of each server takes what is due by a lease, so each job runs once; what a dead server had taken is taken over
//! when its lease ends. A job that fails or panics is tried again later and later, and given up in the end, where the host
//! sees it (`bastide jobs`); other jobs go on.
//!
//! There are crates for this (`apalis`, `graphile_worker`, `sqlxmq`). None can add a job in a transaction of `sqlx::Any`, and
//! most are for one database.

mod runner;

pub use runner::{Ran, Runner, Running};

use chrono::TimeDelta;

use crate::service::{CleanedUp, Done, PlayError, Service, StoreError};
use crate::store::LeasedJob;
use crate::table::{GameId, Job, JobKind};

/// How often old things are removed.
const CLEAN_UP: TimeDelta = TimeDelta::hours(1);

/// Why a job failed.
#[derive(Debug, thiserror::Error)]
enum JobError {
    /// The database could not be used: no fault of the job.
    #[error(transparent)]
    Store(StoreError),
    /// It will hardly go better the next time.
    #[error("{0}")]
    Other(String),
}

impl From<StoreError> for JobError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::BadRow { .. } => Self::Other(error.to_string()),
            other => Self::Store(other),
        }
    }
}

impl From<PlayError> for JobError {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Store(error) => error.into(),
            other => Self::Other(other.to_string()),
        }
    }
}

/// Jobs that there are on every server.
fn standing(service: &Service) -> [Job; 1] {
    [Job {
        key: JobKind::CleanUp.word().to_owned(),
        kind: JobKind::CleanUp,
        payload: String::new(),
        due: service.now(),
    }]
}

/// Runs a job.
async fn run(service: &Service, job: &LeasedJob) -> Result<Done, JobError> {
    match job.kind {
        JobKind::TimeOut => Ok(service.time_out(&game(job)?).await?),
        JobKind::ComputerTurn => Ok(service.play_computer_turn(&game(job)?).await?),
        JobKind::CleanUp => {
            let CleanedUp { guests, tables } = service.clean_up().await?;
            if guests + tables > 0 {
                tracing::info!(guests, tables, "removed guests and tables that nobody came back to");
            }
            Ok(Done::Later(service.now() + CLEAN_UP))
        }
    }
}

fn game(job: &LeasedJob) -> Result<GameId, JobError> {
    GameId::parse(&job.payload).ok_or_else(|| JobError::Other(format!("{:?} is no game", job.payload)))
}
