//! Single-use recovery codes: the way back into an account without e-mail.

use std::fmt;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::base32::{base32, is_base32};

/// Codes per account.
pub const CODES: usize = 10;

/// Characters per code, 5 bits each: 120 bits, which nobody finds from a hash. Older codes have 80.
const LETTERS: usize = 24;
const OLD_LETTERS: usize = 16;

/// Shown to users as `k3f9-8qtz-0mvx-27hd-5w1c-x4ba`.
#[derive(Clone, PartialEq, Eq)]
pub struct RecoveryCode(String);

impl RecoveryCode {
    pub fn new(bytes: [u8; 15]) -> Self {
        Self(base32(&bytes))
    }

    /// Parses typed input: ignores case, spaces and dashes, and reads `o` as `0` and `i` and `l` as `1`.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() > 100 {
            return None;
        }
        let letters = text.chars().filter(|c| !c.is_whitespace() && *c != '-');
        let read = letters.map(|c| match c.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            other => other,
        });
        let code: String = read.collect();
        (is_base32(&code, LETTERS) || is_base32(&code, OLD_LETTERS)).then_some(Self(code))
    }

    /// The secret itself in groups of four, to be shown once.
    pub fn reveal(&self) -> String {
        let groups: Vec<&str> = (0..self.0.len()).step_by(4).map(|i| &self.0[i..i + 4]).collect();
        groups.join("-")
    }

    pub fn hash(&self) -> RecoveryHash {
        RecoveryHash(HEXLOWER.encode(&Sha256::digest(self.0.as_bytes())))
    }
}

/// Redacted.
impl fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCode(…)")
    }
}

/// SHA-256 in hexadecimal. Random codes need no slow hash.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RecoveryHash(String);

impl RecoveryHash {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_typed_sloppily_is_understood() {
        let code = RecoveryCode::new([0, 68, 50, 20, 199, 66, 84, 182, 53, 207, 0, 68, 50, 20, 199]);
        assert_eq!(code.reveal(), "0123-4567-89ab-cdef-0123-4567");
        for typed in
            ["0123-4567-89ab-cdef-0123-4567", "O123 4567 89AB CDEF O123 4567", " ol23456789abcdefol234567 "]
        {
            assert_eq!(RecoveryCode::parse(typed).as_ref(), Some(&code), "{typed}");
        }
        let old = RecoveryCode::parse("0123-4567-89ab-cdef").unwrap();
        assert_eq!(old.reveal(), "0123-4567-89ab-cdef", "codes of earlier versions still work");
        assert_eq!(RecoveryCode::parse("0123-4567-89ab"), None);
        assert_eq!(format!("{code:?}"), "RecoveryCode(…)");
        assert_ne!(RecoveryCode::new([1; 15]).hash(), code.hash());
    }
}
