//! Randomness for what browsers keep: the one place of the web layer that asks for it.

/// Random bytes that nobody can guess.
#[allow(clippy::disallowed_methods, reason = "masks and visitors' secrets are not arguments")]
pub(in crate::web) fn bytes<const N: usize>() -> [u8; N]
where
    rand::distr::StandardUniform: rand::distr::Distribution<[u8; N]>,
{
    rand::random()
}
