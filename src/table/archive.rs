use chrono::{DateTime, Utc};

use crate::Month;

/// The file of all public games that ended in a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    pub month: Month,
    /// When its making began: what tells one file of the month from the next.
    pub made: DateTime<Utc>,
    /// Of the file, in hexadecimal.
    pub sha256: String,
    pub games: u64,
    pub bytes: u64,
    /// What others may do with it.
    pub licence: String,
}

/// Where a part of the list begins, which doesn't include that month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchiveCursor {
    Before(Month),
    After(Month),
}
