use chrono::{DateTime, Utc};

use crate::UserId;

/// What an account is, without how it signs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    pub id: UserId,
    pub name: String,
    /// For displaying times.
    pub zone: chrono_tz::Tz,
    pub created: DateTime<Utc>,
    /// Whether the password takes a passkey, too.
    pub two_steps: bool,
    /// When it will be closed, if its owner has asked for it.
    pub closes: Option<DateTime<Utc>>,
}
