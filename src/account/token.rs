//! What a browser shows to be let in.

use std::fmt;

use sha2::{Digest, Sha256};

/// 256 random bits that stand for a session; only their hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken([u8; 32]);

impl SessionToken {
    /// A token of the given random bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The token that [`SessionToken::reveal`] wrote.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        let mut bytes = [0; 32];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
        }
        let token = Self(bytes);
        (token.reveal() == text).then_some(token)
    }

    /// The token in hexadecimal, for the cookie and for nothing else.
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// What is stored.
    pub fn hash(&self) -> TokenHash {
        TokenHash(hex(&Sha256::digest(self.0)))
    }
}

/// Tells nothing.
impl fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionToken(…)")
    }
}

/// The SHA-256 of a session's token, in hexadecimal. The token is random, so that it needs no slow hash.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash(String);

impl TokenHash {
    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    use fmt::Write as _;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_survives_the_cookie_and_hides_otherwise() {
        let token = SessionToken::new([0xab; 32]);
        assert_eq!(SessionToken::parse(&token.reveal()), Some(token.clone()));
        assert_eq!(SessionToken::parse(&token.reveal().to_uppercase()), None);
        assert_eq!(SessionToken::parse(&"+1".repeat(32)), None);
        assert_eq!(SessionToken::parse("ab"), None);
        assert_ne!(token.hash().as_str(), token.reveal());
        assert_eq!(format!("{token:?}"), "SessionToken(…)");
    }
}
