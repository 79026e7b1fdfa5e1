//! Why something is not even tried: whatever was asked for, it may be asked for again later.

use chrono::{DateTime, Utc};

/// Why not now. It is a refusal of its own, that all who guard a password or a network's share have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotNow {
    /// It was tried too often.
    #[error("too many attempts")]
    TooMany {
        /// What was tried.
        what: Limited,
        /// When it may be tried again.
        until: DateTime<Utc>,
    },
    /// Too many passwords are being hashed.
    #[error("the server is busy")]
    Busy,
}

/// What may be tried only so often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limited {
    /// Passwords and recovery codes.
    Attempts,
    /// New accounts from one network.
    Accounts,
    /// New guests from one network.
    Guests,
}
