//! Why something is not even tried: whatever was asked for, it may be asked for again later.

use chrono::{DateTime, Utc};

/// Why not now. It is a refusal of its own, that all who guard a password or a network's share have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotNow {
    /// It was tried too often.
    #[error("{told}")]
    TooMany {
        /// What people are told.
        told: &'static str,
        /// When it may be tried again.
        until: DateTime<Utc>,
    },
    /// Too many passwords are being hashed.
    #[error("The server is busy. Try again in a moment.")]
    Busy,
}
