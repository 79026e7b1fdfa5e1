//! Passwords, and what is kept of them.

use std::fmt;
use std::sync::LazyLock;

use argon2::password_hash::phc;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};

/// Memory in KiB, passes and lanes: what OWASP asks of argon2id at least.
const COST: (u32, u32, u32) = (19 * 1024, 2, 1);

/// A password that somebody wants to have.
pub struct Password(String);

/// Why a text may not be a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Easily guessed.
    #[error("A password has at least {} characters.", Password::SHORTEST)]
    Short,
    /// So long that hashing it would be work for nothing.
    #[error("A password has at most {} bytes.", Password::LONGEST)]
    Long,
    /// The user name itself.
    #[error("The password may not be the user name.")]
    Name,
}

impl Password {
    /// The fewest characters of a new password.
    pub const SHORTEST: usize = 8;
    /// The most bytes of any password.
    pub const LONGEST: usize = 512;

    /// A new password for the account of that name.
    pub fn new(text: &str, name: &str) -> Result<Self, PasswordError> {
        if text.chars().count() < Self::SHORTEST {
            Err(PasswordError::Short)
        } else if text.len() > Self::LONGEST {
            Err(PasswordError::Long)
        } else if text.eq_ignore_ascii_case(name) {
            Err(PasswordError::Name)
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    /// What may be stored. Takes about 20 ms of a processor and 19 MiB: not for an async thread.
    pub fn hash(&self, salt: [u8; 16]) -> PasswordHash {
        hash(self.0.as_bytes(), salt)
    }
}

/// Tells nothing.
impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// An argon2id hash with its parameters and salt, in the PHC string format.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// The hash that was stored as `text`.
    pub fn from_stored(text: &str) -> Option<Self> {
        phc::PasswordHash::new(text).is_ok().then(|| Self(text.to_owned()))
    }

    /// What no password matches, but costs as much to try as any other: for names that nobody has.
    pub fn of_nobody() -> &'static Self {
        static NOBODY: LazyLock<PasswordHash> = LazyLock::new(|| hash(b"", [0; 16]));
        &NOBODY
    }

    /// Whether `typed` is the password. As much work as [`Password::hash`].
    pub fn matches(&self, typed: &str) -> bool {
        // The empty password is nobody's, and one that is too long could not have been chosen.
        let possible = !typed.is_empty() && typed.len() <= Password::LONGEST;
        let typed = if possible { typed.as_bytes() } else { b"?" };
        let matches =
            phc::PasswordHash::new(&self.0).is_ok_and(|hash| argon2().verify_password(typed, &hash).is_ok());
        matches && possible
    }

    /// The PHC string.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Tells nothing.
impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

fn argon2() -> Argon2<'static> {
    let (memory, passes, lanes) = COST;
    let params = Params::new(memory, passes, lanes, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn hash(password: &[u8], salt: [u8; 16]) -> PasswordHash {
    let hash: Result<phc::PasswordHash, _> = argon2().hash_password_with_salt(password, &salt);
    match hash {
        Ok(hash) => PasswordHash(hash.to_string()),
        Err(error) => unreachable!("salt and password have lengths that argon2 takes: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_matches_its_hash_and_no_other() {
        let hash = Password::new("correct horse", "ann").unwrap().hash([3; 16]);
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", hash.as_str());
        assert!(hash.matches("correct horse") && !hash.matches("correct horsf") && !hash.matches(""));
        let read = PasswordHash::from_stored(hash.as_str()).unwrap();
        assert!(read.matches("correct horse"));
        assert_eq!(PasswordHash::from_stored("correct horse"), None);
    }

    #[test]
    fn nobody_gets_in_as_nobody() {
        assert!(!PasswordHash::of_nobody().matches(""));
        assert!(!PasswordHash::of_nobody().matches(&"x".repeat(Password::LONGEST + 1)));
    }

    #[test]
    fn weak_passwords_are_refused() {
        assert_eq!(Password::new("1234567", "ann").unwrap_err(), PasswordError::Short);
        assert_eq!(Password::new("Benjamin", "benjamin").unwrap_err(), PasswordError::Name);
        assert_eq!(Password::new(&"x".repeat(513), "ann").unwrap_err(), PasswordError::Long);
    }

    #[test]
    fn nothing_secret_is_printed_for_debugging() {
        let password = Password::new("correct horse", "ann").unwrap();
        assert_eq!(format!("{password:?}{:?}", password.hash([0; 16])), "Password(…)PasswordHash(…)");
    }
}
