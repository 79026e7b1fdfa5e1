//! Chance for tests: the same on every run, and its own for each test.

use bastide::chance::Chance;
use sha2::{Digest, Sha256};

/// The chance of the test that is running. `BASTIDE_TEST_CHANCE=N` deals all tests other tiles.
pub fn chance() -> Chance {
    #[allow(clippy::disallowed_methods)]
    let deal = std::env::var("BASTIDE_TEST_CHANCE").unwrap_or_default();
    let thread = std::thread::current();
    let hash = Sha256::digest(format!("{} {deal}", thread.name().unwrap_or_default()));
    Chance::from_seed(u64::from_le_bytes(hash[..8].try_into().unwrap()))
}
