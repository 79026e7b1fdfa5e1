//! Why something is not even tried now, whatever was asked for. The same may succeed later.

use chrono::{DateTime, Utc};

/// A refusal that all use cases share that check a password or count attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Throttled {
    /// Too many attempts at an account or from an address.
    #[error("too many attempts")]
    TooManyAttempts {
        /// What was tried.
        what: Limited,
        /// When the next attempt is possible.
        until: DateTime<Utc>,
    },
    /// Too many passwords are being hashed.
    #[error("the server is busy")]
    Busy,
}

impl Throttled {
    /// A stable name for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::TooManyAttempts { .. } => "too-many-attempts",
            Self::Busy => "busy",
        }
    }
}

/// What is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limited {
    /// Passwords and recovery codes.
    Attempts,
    /// New accounts from one network.
    Accounts,
    /// New guests from one network.
    Guests,
}
