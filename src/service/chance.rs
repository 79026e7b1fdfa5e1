//! The only source of randomness.

use rand::TryRng;
use rand::rngs::SysRng;

/// Cryptographically secure random bytes.
///
/// # Panics
/// If the operating system provides none: running without randomness would be unsafe.
pub(super) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    match SysRng.try_fill_bytes(&mut bytes) {
        Ok(()) => bytes,
        Err(error) => panic!("the operating system provides no random bytes: {error}"),
    }
}
