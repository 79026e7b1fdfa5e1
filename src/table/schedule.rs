//! Jobs with their times, and changes to them.

use chrono::{DateTime, Utc};

use crate::{Job, Lane};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledJob {
    pub job: Job,
    /// The earliest time to run it.
    pub due: DateTime<Utc>,
}

/// A job that the runner gave up on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedJob {
    /// Unique.
    pub key: String,
    /// As stored: it may be a kind that this version doesn't know.
    pub kind: String,
    pub attempts: u32,
    /// When it was given up.
    pub at: DateTime<Utc>,
    /// The last error.
    pub error: String,
}

/// A change to the scheduled jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobChange {
    /// Schedules this job, replacing any with the same key.
    Put(ScheduledJob),
    /// The same, but a job with the same key that waits and is due earlier stays.
    PutIfSooner(ScheduledJob),
    /// Cancels the job with this key, if there is one.
    Remove(String),
}

impl JobChange {
    /// When a newly scheduled job may run, and in which lane; `None` for a removal.
    pub const fn due(&self) -> Option<(Lane, DateTime<Utc>)> {
        match self {
            Self::Put(ScheduledJob { job, due }) | Self::PutIfSooner(ScheduledJob { job, due }) => {
                Some((job.lane(), *due))
            }
            Self::Remove(_) => None,
        }
    }
}
