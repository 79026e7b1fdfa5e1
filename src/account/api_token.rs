//! Tokens by which programs use the API for a user.

use std::fmt;

use chrono::{DateTime, Utc};
use data_encoding::HEXLOWER;
use enumset::EnumSet;
use sha2::{Digest, Sha256};

use crate::Scope;
use crate::base32::{base32, is_base32};

/// 200 random bits behind a prefix that scanners for leaked secrets can find. Only the hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiToken(String);

impl ApiToken {
    pub const PREFIX: &str = "bastide_";
    const LETTERS: usize = 40;

    pub fn new(bytes: [u8; 25]) -> Self {
        Self(format!("{}{}", Self::PREFIX, base32(&bytes)))
    }

    /// Inverse of [`ApiToken::reveal`].
    pub fn parse(text: &str) -> Option<Self> {
        is_base32(text.strip_prefix(Self::PREFIX)?, Self::LETTERS).then(|| Self(text.to_owned()))
    }

    /// The secret itself, to be shown once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    pub fn hash(&self) -> ApiTokenHash {
        ApiTokenHash(HEXLOWER.encode(&Sha256::digest(&self.0)))
    }
}

/// Redacted.
impl fmt::Debug for ApiToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiToken(…)")
    }
}

/// SHA-256 in hexadecimal. Random tokens need no slow hash.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ApiTokenHash(String);

impl ApiTokenHash {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A token without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssuedToken {
    pub id: String,
    /// As its owner calls it.
    pub name: String,
    pub scopes: EnumSet<Scope>,
    pub since: DateTime<Utc>,
    /// `None`: it doesn't expire.
    pub until: Option<DateTime<Utc>>,
    /// When it was last used, as it is stored.
    pub used: Option<DateTime<Utc>>,
}

impl IssuedToken {
    pub fn has_expired(&self, now: DateTime<Utc>) -> bool {
        self.until.is_some_and(|until| until <= now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_survives_a_header_and_stays_out_of_debug_output() {
        let token = ApiToken::new([0xab; 25]);
        assert_eq!(ApiToken::parse(token.reveal()), Some(token.clone()));
        assert_eq!(token.reveal().len(), 48);
        for wrong in [token.reveal().to_uppercase(), token.reveal()[8..].to_owned(), format!("{token:?}")] {
            assert_eq!(ApiToken::parse(&wrong), None, "{wrong}");
        }
        assert_ne!(token.hash().as_str(), token.reveal());
        assert_eq!(format!("{token:?}"), "ApiToken(…)");
    }
}
