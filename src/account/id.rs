//! Names of rows, made by us: short random text.

use std::fmt;

use crate::account::base32::{base32, is_base32};

/// Names an account, for ever; its user name is for people.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UserId(String);

impl UserId {
    /// An id of the given random bytes.
    pub fn new(bytes: [u8; 10]) -> Self {
        Self(base32(&bytes))
    }

    /// The id that [`fmt::Display`] wrote.
    pub fn parse(text: &str) -> Option<Self> {
        is_base32(text, 16).then(|| Self(text.to_owned()))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Names a session where it is listed and revoked; it opens nothing, unlike the session's token.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SessionId(String);

impl SessionId {
    /// An id of the given random bytes.
    pub fn new(bytes: [u8; 10]) -> Self {
        Self(base32(&bytes))
    }

    /// The id that [`fmt::Display`] wrote.
    pub fn parse(text: &str) -> Option<Self> {
        is_base32(text, 16).then(|| Self(text.to_owned()))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_survive_being_written_down() {
        let id = UserId::new([0xa5; 10]);
        assert_eq!(UserId::parse(id.as_str()), Some(id));
        assert_eq!(UserId::parse("../etc/passwd000"), None);
        let id = SessionId::new([1; 10]);
        assert_eq!(SessionId::parse(&id.to_string()), Some(id));
        assert_eq!(SessionId::parse(""), None);
    }
}
