//! Randomness for what browsers keep: the one place of the web floor that asks for it.

/// Random bytes that nobody can guess.
#[allow(clippy::disallowed_methods, reason = "masks and visitors' secrets are nobody's argument")]
pub(in crate::web) fn bytes<const N: usize>() -> [u8; N]
where
    rand::distr::StandardUniform: rand::distr::Distribution<[u8; N]>,
{
    rand::random()
}

/// The bytes in hexadecimal.
pub(in crate::web) fn hex(bytes: impl IntoIterator<Item = u8>) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| char::from(DIGITS[usize::from(value & 15)]);
    bytes.into_iter().flat_map(|byte| [digit(byte >> 4), digit(byte)]).collect()
}
