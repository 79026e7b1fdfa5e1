//! Refusals because of load or rate limits. The same request may succeed later.

use chrono::{DateTime, Utc};

/// Shared by all use cases that check a password or count attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Throttled {
    /// For an account or from an address.
    #[error("too-many-attempts")]
    TooManyAttempts {
        what: Limited,
        /// When the next attempt is possible.
        until: DateTime<Utc>,
    },
    /// Too many passwords are being hashed.
    #[error("busy")]
    Busy,
}

impl Throttled {
    /// A stable code for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::TooManyAttempts { .. } => "too-many-attempts",
            Self::Busy => "busy",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limited {
    /// Passwords and recovery codes.
    Attempts,
    /// New accounts from one network.
    Accounts,
    /// Bots that one user makes.
    Bots,
    /// New guests from one network.
    Guests,
    /// Games that one guest begins.
    Games,
    /// Invitations by one user.
    Invitations,
    /// Challenges and counter-offers by one user.
    Challenges,
    /// Analyses that one user asks for.
    Analyses,
    /// Analyses that users in one network ask for.
    AnalysesFromNetwork,
    /// Games that one user imports.
    Imports,
    /// Reports by one user.
    Reports,
}
