use chrono::{DateTime, Utc};

/// A passkey as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    /// The credential's id in base64url.
    pub id: String,
    /// Chosen by the user.
    pub name: String,
    pub since: DateTime<Utc>,
    /// When it was last used; `None` if never.
    pub used: Option<DateTime<Utc>>,
}
