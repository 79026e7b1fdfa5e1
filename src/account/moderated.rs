use chrono::{DateTime, Utc};

use crate::UserId;

/// An account as moderators see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeratedUser {
    pub id: UserId,
    pub name: String,
    pub guest: bool,
    pub since: DateTime<Utc>,
    /// When it was locked.
    pub locked: Option<DateTime<Utc>>,
    /// When it will be closed, if its owner has asked for it.
    pub closes: Option<DateTime<Utc>>,
    /// When it was closed.
    pub closed: Option<DateTime<Utc>>,
    /// How many sessions are open.
    pub sessions: u32,
    /// Most recent first.
    pub former_names: Vec<FormerName>,
}

/// A name that an account had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormerName {
    pub name: String,
    /// Whether records show the present name instead.
    pub removed: bool,
    /// Until when the account had it.
    pub at: DateTime<Utc>,
}
