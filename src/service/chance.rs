//! The one place that asks the operating system for randomness.

use rand::TryRng;
use rand::rngs::SysRng;

/// Random bytes that nobody can guess.
///
/// # Panics
/// If the operating system has none to give: a server that goes on without could only do harm.
pub(super) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    match SysRng.try_fill_bytes(&mut bytes) {
        Ok(()) => bytes,
        Err(error) => panic!("the operating system gives no random bytes: {error}"),
    }
}
