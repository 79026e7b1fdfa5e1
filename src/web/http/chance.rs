//! Randomness for cookies and tokens: the only place in the web layer that uses it.

/// Cryptographically secure random bytes.
#[allow(clippy::disallowed_methods, reason = "masks and visitors' secrets are not arguments")]
pub(in crate::web) fn bytes<const N: usize>() -> [u8; N]
where
    rand::distr::StandardUniform: rand::distr::Distribution<[u8; N]>,
{
    rand::random()
}
