use std::fmt;

use argon2::password_hash::phc;
use argon2::{Algorithm, Argon2, Block, Params, Version};
use subtle::ConstantTimeEq;

use crate::guessable::{is_guessable, is_little_but};

/// What it takes to compute an argon2id hash. It is part of the hash.
#[derive(Clone, Copy, Debug)]
pub struct HashCost {
    /// Memory.
    kib: u32,
    passes: u32,
    lanes: u32,
}

impl HashCost {
    /// OWASP's minimum: about 20 ms of CPU time.
    pub const OWASP: Self = Self { kib: 19 * 1024, passes: 2, lanes: 1 };
    /// The least that argon2id takes, which protects no password. For tests with many users.
    pub const LEAST: Self = Self { kib: Params::MIN_M_COST, passes: Params::MIN_T_COST, lanes: 1 };
}

/// The hash at [`HashCost::OWASP`] of the empty password, which can't be chosen.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$+DMg0Hsxx2CZGOKL/waFFg82zXwGXdCIU5N1SN6XKPQ";

/// A password that an account may have.
pub struct Password(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Easy to guess.
    #[error("password-short")]
    Short,
    /// Would only waste time on hashing.
    #[error("password-long")]
    Long,
    /// The user name with little else.
    #[error("password-is-name")]
    Name,
    /// One that many people have, a repetition, a sequence, or little but a word of this site.
    #[error("password-guessable")]
    Guessable,
}

impl Password {
    /// In characters, for new passwords.
    pub const SHORTEST: usize = 8;
    /// In bytes.
    pub const LONGEST: usize = 512;

    /// `name` is the account's user name, to which the password must add something.
    pub fn new(text: &str, name: &str) -> Result<Self, PasswordError> {
        if text.chars().count() < Self::SHORTEST {
            Err(PasswordError::Short)
        } else if text.len() > Self::LONGEST {
            Err(PasswordError::Long)
        } else if !name.is_empty() && is_little_but(text, name) {
            Err(PasswordError::Name)
        } else if is_guessable(text) {
            Err(PasswordError::Guessable)
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    /// Hashes the password for storage. Takes CPU time: don't call it on an async thread.
    pub fn hash(&self, salt: [u8; 16], cost: HashCost, memory: &mut HashMemory) -> PasswordHash {
        match hash(self.0.as_bytes(), salt, cost, memory) {
            Some(hash) => PasswordHash(hash),
            None => unreachable!("argon2 accepts the parameters, and the lengths of salt and password"),
        }
    }
}

/// Redacted.
impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// An argon2id hash with its parameters and salt as a PHC string.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// `None` if `text` is not a PHC string.
    pub fn from_stored(text: &str) -> Option<Self> {
        phc::PasswordHash::new(text).is_ok().then(|| Self(text.to_owned()))
    }

    /// A hash that no password matches but that takes as long to check as any other. Used when there is no such
    /// account, so that timing doesn't reveal it.
    pub fn dummy() -> Self {
        Self(DUMMY_HASH.to_owned())
    }

    /// Whether `typed` is the password. Costs as much as computing the hash did, whatever the result.
    pub fn matches(&self, typed: &str, memory: &mut HashMemory) -> bool {
        // The empty password belongs to the dummy hash, and longer ones can't have been chosen.
        let possible = !typed.is_empty() && typed.len() <= Password::LONGEST;
        let typed = if possible { typed.as_bytes() } else { b"?" };
        let matches = matches(&self.0, typed, memory).unwrap_or(false);
        matches && possible
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Redacted.
impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

/// Working memory for one hash at a time: 19 MiB once the first hash at [`HashCost::OWASP`] is computed.
///
/// Reuse it. Allocating blocks of this size for each hash fragments the heap, which then grows with every sign-in and
/// never shrinks.
#[derive(Default)]
pub struct HashMemory(Vec<Block>);

impl HashMemory {
    fn blocks(&mut self, params: &Params) -> &mut [Block] {
        if self.0.len() < params.block_count() {
            self.0.resize(params.block_count(), Block::new());
        }
        &mut self.0
    }
}

impl fmt::Debug for HashMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HashMemory({} KiB)", self.0.len())
    }
}

/// Hashes and returns a PHC string; `None` if argon2 rejects the arguments.
fn hash(password: &[u8], salt: [u8; 16], cost: HashCost, memory: &mut HashMemory) -> Option<String> {
    let HashCost { kib, passes, lanes } = cost;
    let params = Params::new(kib, passes, lanes, None).ok()?;
    let (algorithm, version) = (Algorithm::Argon2id, Version::V0x13);
    let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
    Argon2::new(algorithm, version, params.clone())
        .hash_password_into_with_memory(password, &salt, &mut output, memory.blocks(&params))
        .ok()?;
    let hash = phc::PasswordHash {
        algorithm: algorithm.ident(),
        version: Some(version.into()),
        params: (&params).try_into().ok()?,
        salt: Some(phc::Salt::new(&salt).ok()?),
        hash: Some(phc::Output::new(&output).ok()?),
    };
    Some(hash.to_string())
}

/// Whether `typed` has the hash `stored`, computed with the parameters in `stored`; `None` if `stored` is not an argon2
/// hash.
fn matches(stored: &str, typed: &[u8], memory: &mut HashMemory) -> Option<bool> {
    let stored = phc::PasswordHash::new(stored).ok()?;
    let (salt, expected) = (stored.salt?, stored.hash?);
    let algorithm = Algorithm::new(stored.algorithm.as_str()).ok()?;
    let version = stored.version.map(Version::try_from).transpose().ok()?.unwrap_or_default();
    let params = Params::try_from(&stored).ok()?;
    let mut output = [0; phc::Output::MAX_LENGTH];
    let output = output.get_mut(..expected.len())?;
    Argon2::new(algorithm, version, params.clone())
        .hash_password_into_with_memory(typed, &salt, output, memory.blocks(&params))
        .ok()?;
    Some(output.ct_eq(expected.as_bytes()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_matches_its_hash_and_no_other() {
        let mut memory = HashMemory::default();
        let password = Password::new("correct horse", "ann").unwrap();
        let hash = password.hash([3; 16], HashCost::OWASP, &mut memory);
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", hash.as_str());
        let mut matches = |typed| hash.matches(typed, &mut memory);
        assert!(matches("correct horse") && !matches("correct horsf") && !matches(""));
        let read = PasswordHash::from_stored(hash.as_str()).unwrap();
        assert!(read.matches("correct horse", &mut memory));
        assert_eq!(PasswordHash::from_stored("correct horse"), None);
    }

    /// Test vectors of the reference implementation.
    #[test]
    fn a_hash_of_another_cost_is_checked_at_that_cost() {
        let mut memory = HashMemory::default();
        for stored in [
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
            "$argon2id$v=19$m=65536,t=1,p=1$c29tZXNhbHQ$9qWtwbpyPd3vm1rB1GThgPzZ3/ydHL92zKL+15XZypg",
        ] {
            let hash = PasswordHash::from_stored(stored).unwrap();
            assert!(hash.matches("password", &mut memory), "{stored}");
            assert!(!hash.matches("passwore", &mut memory), "{stored}");
        }
    }

    #[test]
    fn no_password_matches_the_dummy_hash() {
        let mut memory = HashMemory::default();
        assert_eq!(
            hash(b"", [0; 16], HashCost::OWASP, &mut memory).unwrap(),
            DUMMY_HASH,
            "it costs as much to check as any other"
        );
        for typed in ["", "?", &"x".repeat(Password::LONGEST + 1)] {
            assert!(!PasswordHash::dummy().matches(typed, &mut memory), "{typed:?}");
        }
    }

    #[test]
    fn weak_passwords_are_refused() {
        assert_eq!(Password::new("1234567", "ann").unwrap_err(), PasswordError::Short);
        assert_eq!(Password::new("Benjamin", "benjamin").unwrap_err(), PasswordError::Name);
        assert_eq!(Password::new("benjamin 7", "benjamin").unwrap_err(), PasswordError::Name);
        assert_eq!(Password::new("12345678", "ann").unwrap_err(), PasswordError::Guessable);
        assert_eq!(Password::new("        ", "").unwrap_err(), PasswordError::Guessable);
        assert_eq!(Password::new(&"x".repeat(513), "ann").unwrap_err(), PasswordError::Long);
    }

    #[test]
    fn secrets_stay_out_of_debug_output() {
        let password = Password::new("correct horse", "ann").unwrap();
        let hash = password.hash([0; 16], HashCost::LEAST, &mut HashMemory::default());
        assert_eq!(format!("{password:?}{hash:?}"), "Password(…)PasswordHash(…)");
    }
}
