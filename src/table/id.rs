//! Identifiers of games, their places in series, invites and form submissions.

use std::fmt;

use serde::{Deserialize, Serialize};

use account::{SeriesId, base32};

/// Permanent and used in URLs. Not a secret: knowing it gives no access.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameId(String);

impl GameId {
    pub fn new(bytes: [u8; 10]) -> Self {
        Self(base32(&bytes))
    }

    /// Inverse of [`fmt::Display`].
    pub fn parse(text: &str) -> Option<Self> {
        let letters =
            text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        letters.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for GameId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or("a game id has 16 letters and digits")
    }
}

impl From<GameId> for String {
    fn from(id: GameId) -> Self {
        id.0
    }
}

/// The place of a game in its series, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeriesGame {
    pub id: SeriesId,
    pub n: u32,
}

/// The secret part of the invite link to a private table.
#[derive(Clone, PartialEq, Eq)]
pub struct Invite(String);

impl Invite {
    pub fn new(bytes: [u8; 15]) -> Self {
        Self(base32(&bytes))
    }

    /// Inverse of [`Invite::reveal`].
    pub fn parse(text: &str) -> Option<Self> {
        let letters =
            text.len() == 24 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        letters.then(|| Self(text.to_owned()))
    }

    /// The secret itself, for the invite link.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// Redacted, so that invites don't end up in logs.
impl fmt::Debug for Invite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Invite(…)")
    }
}

/// Identifies one submission of a form, so that a resubmitted form is stored once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SubmissionKey(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a submission key has 8 to 64 letters, digits, \"-\" and \"_\"")]
pub struct BadKey;

impl SubmissionKey {
    pub fn new(bytes: [u8; 15]) -> Self {
        Self(base32(&bytes))
    }

    /// Parses a key submitted with a form.
    pub fn parse(text: &str) -> Result<Self, BadKey> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let fits = (8..=64).contains(&text.len()) && text.bytes().all(allowed);
        if fits { Ok(Self(text.to_owned())) } else { Err(BadKey) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_keys_survive_a_round_trip_through_text() {
        let id = GameId::new([0x5a; 10]);
        assert_eq!(GameId::parse(&id.to_string()), Some(id));
        assert_eq!(GameId::parse("../../etc/passwd"), None);
        let key = SubmissionKey::new([7; 15]);
        assert_eq!(SubmissionKey::parse(key.as_str()), Ok(key));
        assert_eq!(SubmissionKey::parse("a b c d e"), Err(BadKey));
        assert_eq!(SubmissionKey::parse("short"), Err(BadKey));
    }
}
