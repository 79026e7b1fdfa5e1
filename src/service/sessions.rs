//! Being signed in.

use std::net::IpAddr;

use chrono::{DateTime, Utc};

use super::accounts::User;
use super::{Service, StoreError};
use crate::account::{SessionId, SessionToken, UserId};

/// Somebody who has just been let in.
#[derive(Debug)]
pub struct Login {
    /// Who.
    pub user: User,
    /// What the browser keeps; nothing else may show it.
    pub token: SessionToken,
    /// When it ends.
    pub until: DateTime<Utc>,
}

/// Who sent a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// The account.
    pub user: User,
    /// By which session.
    pub session: SessionId,
}

/// A session in the list of its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSession {
    /// Its name, for revoking it.
    pub id: SessionId,
    /// The browser, as it called itself.
    pub agent: String,
    /// When it began.
    pub since: DateTime<Utc>,
    /// When it ends.
    pub until: DateTime<Utc>,
}

/// Why somebody was not let in.
#[derive(Debug, thiserror::Error)]
pub enum LoginError {
    /// No such account or a wrong password; which of them is not told, and both take the same time.
    #[error("Name and password do not belong together.")]
    Wrong,
    /// Too many attempts for this account or from this address.
    #[error("Too many attempts. Try again later.")]
    TooMany {
        /// When the next may be made.
        until: DateTime<Utc>,
    },
    /// Too many passwords are being hashed.
    #[error("The server is busy. Try again in a moment.")]
    Busy,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Service {
    /// Lets somebody in. `agent` names the browser in the list of sessions.
    pub async fn log_in(
        &self,
        name: &str,
        password: &str,
        address: IpAddr,
        agent: &str,
    ) -> Result<Login, LoginError> {
        todo!()
    }

    /// Who has this token; `None` when the session has ended or never was.
    pub async fn signed_in(&self, token: &SessionToken) -> Result<Option<SignedIn>, StoreError> {
        todo!()
    }

    /// Ends a session of `user`; ending one that has ended is no error.
    pub async fn end_session(&self, user: &UserId, session: &SessionId) -> Result<(), StoreError> {
        todo!()
    }

    /// Ends all sessions of `user` but one.
    pub async fn end_other_sessions(&self, user: &UserId, keep: &SessionId) -> Result<(), StoreError> {
        todo!()
    }

    /// The open sessions of `user`, the newest first.
    pub async fn sessions(&self, user: &UserId) -> Result<Vec<OpenSession>, StoreError> {
        todo!()
    }
}
