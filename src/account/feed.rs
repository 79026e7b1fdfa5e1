//! The secret in the URL of a user's feeds.

use std::fmt;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::base32::{base32, is_base32};

/// 160 random bits. Gives read access to the user's feeds and nothing else. Only its hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct FeedToken(String);

impl FeedToken {
    pub fn new(bytes: [u8; 20]) -> Self {
        Self(base32(&bytes))
    }

    /// Inverse of [`FeedToken::reveal`].
    pub fn parse(text: &str) -> Option<Self> {
        is_base32(text, 32).then(|| Self(text.to_owned()))
    }

    /// The secret itself, for the URL only.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    pub fn hash(&self) -> FeedHash {
        FeedHash(HEXLOWER.encode(&Sha256::digest(&self.0)))
    }
}

/// Redacted.
impl fmt::Debug for FeedToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FeedToken(…)")
    }
}

/// SHA-256 in hexadecimal. Random tokens need no slow hash.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FeedHash(String);

impl FeedHash {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_survives_the_url_and_stays_out_of_debug_output() {
        let token = FeedToken::new([0xab; 20]);
        assert_eq!(FeedToken::parse(token.reveal()), Some(token.clone()));
        assert_eq!(FeedToken::parse(&token.reveal().to_uppercase()), None);
        assert_eq!(FeedToken::parse("../../../../../../etc/passwd00000"), None);
        assert_ne!(token.hash().as_str(), token.reveal());
        assert_eq!(format!("{token:?}"), "FeedToken(…)");
    }
}
