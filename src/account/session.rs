//! Users and their sessions.

use chrono::{DateTime, Utc};

use crate::{SessionId, UserId};

/// A user, with or without an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    pub id: UserId,
    pub name: String,
    /// For displaying times.
    pub zone: chrono_tz::Tz,
    /// A guest has no password.
    pub guest: bool,
}

/// The session behind a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActiveSession {
    pub user: User,
    pub id: SessionId,
    pub since: DateTime<Utc>,
    /// When the session expires.
    pub until: DateTime<Utc>,
    /// When the user last confirmed in this session who they are.
    pub confirmed: DateTime<Utc>,
    /// The number of games and invitations that wait for the user, which every page shows.
    pub turns: u32,
    /// When the user's account will be closed, if they have asked for it.
    pub closes: Option<DateTime<Utc>>,
    /// How many restrictions of the user are in force, and warnings not acknowledged, of which every page tells.
    pub restrictions: u32,
    /// Whether moderators keep the user from everything but reading why, and objecting.
    pub locked: bool,
}

/// A session as its owner sees it in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSession {
    /// Ends the session; does not authenticate.
    pub id: SessionId,
    /// The browser's user agent.
    pub agent: String,
    pub since: DateTime<Utc>,
    /// When the session expires.
    pub until: DateTime<Utc>,
}
