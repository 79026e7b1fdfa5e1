//! Session tokens, stored in a cookie by the browser.

use std::fmt;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// 256 random bits that give access to a session. Only the hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken([u8; 32]);

impl SessionToken {
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Inverse of [`SessionToken::reveal`].
    pub fn parse(text: &str) -> Option<Self> {
        HEXLOWER.decode(text.as_bytes()).ok()?.try_into().ok().map(Self)
    }

    /// The secret itself in hexadecimal, for the cookie only.
    pub fn reveal(&self) -> String {
        HEXLOWER.encode(&self.0)
    }

    pub fn hash(&self) -> TokenHash {
        TokenHash(HEXLOWER.encode(&Sha256::digest(self.0)))
    }
}

/// Redacted.
impl fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionToken(…)")
    }
}

/// SHA-256 in hexadecimal. Random tokens need no slow hash.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash(String);

impl TokenHash {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_survives_the_cookie_and_stays_out_of_debug_output() {
        let token = SessionToken::new([0xab; 32]);
        assert_eq!(SessionToken::parse(&token.reveal()), Some(token.clone()));
        assert_eq!(SessionToken::parse(&token.reveal().to_uppercase()), None);
        assert_eq!(SessionToken::parse(&"+1".repeat(32)), None);
        assert_eq!(SessionToken::parse("ab"), None);
        assert_ne!(token.hash().as_str(), token.reveal());
        assert_eq!(format!("{token:?}"), "SessionToken(…)");
    }
}
