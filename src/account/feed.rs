//! The secret address of a user's feeds.

use std::fmt;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::account::base32::{base32, is_base32};

/// 160 random bits in a URL: enough to read whose turn it is in the user's games, and nothing else. Only the hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct FeedToken(String);

impl FeedToken {
    /// A token of the given random bytes.
    pub fn new(bytes: [u8; 20]) -> Self {
        Self(base32(&bytes))
    }

    /// The token that [`FeedToken::reveal`] wrote.
    pub fn parse(text: &str) -> Option<Self> {
        is_base32(text, 32).then(|| Self(text.to_owned()))
    }

    /// Its text, for the address and for nothing else.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored.
    pub fn hash(&self) -> FeedHash {
        FeedHash(HEXLOWER.encode(&Sha256::digest(&self.0)))
    }
}

/// Never prints the token.
impl fmt::Debug for FeedToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FeedToken(…)")
    }
}

/// The SHA-256 of a feed's token, in hexadecimal. Random tokens need no slow hash.
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
    fn a_token_survives_the_address_and_hides_otherwise() {
        let token = FeedToken::new([0xab; 20]);
        assert_eq!(FeedToken::parse(token.reveal()), Some(token.clone()));
        assert_eq!(FeedToken::parse(&token.reveal().to_uppercase()), None);
        assert_eq!(FeedToken::parse("../../../../../../etc/passwd00000"), None);
        assert_ne!(token.hash().as_str(), token.reveal());
        assert_eq!(format!("{token:?}"), "FeedToken(…)");
    }
}
