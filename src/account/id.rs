//! Random ids of users, sessions, reports and restrictions.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::base32::{base32, is_base32};

/// Permanent: survives a change of name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct UserId(String);

impl UserId {
    pub fn new(bytes: [u8; 10]) -> Self {
        Self(base32(&bytes))
    }

    /// Inverse of [`fmt::Display`].
    pub fn parse(text: &str) -> Option<Self> {
        is_base32(text, 16).then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for UserId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or("a user id has 16 letters and digits")
    }
}

impl From<UserId> for String {
    fn from(id: UserId) -> Self {
        id.0
    }
}

/// Identifies a session in lists and for revocation. Unlike the token, it gives no access.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SessionId(String);

impl SessionId {
    pub fn new(bytes: [u8; 10]) -> Self {
        Self(base32(&bytes))
    }

    /// Inverse of [`fmt::Display`].
    pub fn parse(text: &str) -> Option<Self> {
        is_base32(text, 16).then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Names a report in addresses; gives no access.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ReportId(String);

impl ReportId {
    pub fn new(bytes: [u8; 10]) -> Self {
        Self(base32(&bytes))
    }

    /// Inverse of [`fmt::Display`].
    pub fn parse(text: &str) -> Option<Self> {
        is_base32(text, 16).then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ReportId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Names a restriction in addresses; gives no access.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RestrictionId(String);

impl RestrictionId {
    pub fn new(bytes: [u8; 10]) -> Self {
        Self(base32(&bytes))
    }

    /// Inverse of [`fmt::Display`].
    pub fn parse(text: &str) -> Option<Self> {
        is_base32(text, 16).then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RestrictionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_survive_a_round_trip_through_text() {
        let id = UserId::new([0xa5; 10]);
        assert_eq!(UserId::parse(id.as_str()), Some(id));
        assert_eq!(UserId::parse("../etc/passwd000"), None);
        let id = SessionId::new([1; 10]);
        assert_eq!(SessionId::parse(&id.to_string()), Some(id));
        assert_eq!(SessionId::parse(""), None);
    }
}
