//! CSRF tokens: they prove that a form was sent from one of our pages.
//!
//! A token is a hash of a secret in a cookie: the session's, or the visitor's for people who are not signed in. Each
//! occurrence is printed under a fresh mask, so that the sizes of compressed pages reveal nothing about it (BREACH).

use std::fmt;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use environment::chance::Chance;

pub const FIELD: &str = "csrf";

const BYTES: usize = 32;

/// The token of one browser's forms.
#[derive(Clone, Copy)]
pub struct Token([u8; BYTES]);

impl Token {
    /// Derives the token from a cookie's secret.
    pub fn of(secret: &str) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"bastide form 1");
        hash.update(secret.as_bytes());
        Self(hash.finalize().into())
    }

    /// The token under a fresh mask: the mask, then the masked token, in hexadecimal.
    pub fn masked(&self) -> String {
        let mask: [u8; BYTES] = Chance::system().bytes();
        let masked = std::iter::zip(mask, self.0).map(|(mask, byte)| mask ^ byte);
        HEXLOWER.encode(&mask.into_iter().chain(masked).collect::<Vec<u8>>())
    }

    /// Whether `sent` is this token under any mask.
    pub fn matches(&self, sent: &str) -> bool {
        let Ok(bytes) = HEXLOWER.decode(sent.as_bytes()) else { return false };
        let Some((mask, masked)) = bytes.split_at_checked(BYTES).filter(|(_, masked)| masked.len() == BYTES)
        else {
            return false;
        };
        let token: Vec<u8> = std::iter::zip(mask, masked).map(|(mask, byte)| mask ^ byte).collect();
        bool::from(token.ct_eq(&self.0))
    }
}

/// A token for templates: every time it is printed, it gets another mask.
#[derive(Clone)]
pub struct FormToken(Token);

impl FormToken {
    pub const fn new(token: Token) -> Self {
        Self(token)
    }
}

impl fmt::Display for FormToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.masked())
    }
}

/// Keeps tokens out of logs.
impl fmt::Debug for FormToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FormToken(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_looks_different_each_time_and_matches_each_time() {
        let token = Token::of("secret");
        let (one, two) = (token.masked(), token.masked());
        assert_ne!(one, two);
        assert!(token.matches(&one) && token.matches(&two));
    }

    #[test]
    fn tokens_of_others_and_nonsense_do_not_match() {
        let token = Token::of("secret");
        assert!(!token.matches(&Token::of("other").masked()));
        for nonsense in ["", "00", &"é".repeat(64), &"zz".repeat(64), &"0".repeat(128)] {
            assert!(!token.matches(nonsense));
        }
    }
}
