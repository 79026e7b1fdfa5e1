//! Random bytes as text that is easy to read aloud and type.

use std::sync::LazyLock;

use data_encoding::{Encoding, Specification};

/// Crockford's alphabet in lower case: no `i`, `l`, `o` or `u`, so that no character looks like another.
static ENCODING: LazyLock<Encoding> = LazyLock::new(|| {
    let mut specification = Specification::new();
    specification.symbols.push_str("0123456789abcdefghjkmnpqrstvwxyz");
    specification.encoding().unwrap_or_else(|error| unreachable!("32 different letters: {error}"))
});

/// Encodes five bytes as eight characters.
pub fn base32<const N: usize>(bytes: &[u8; N]) -> String {
    const { assert!(N.is_multiple_of(5), "every letter stands for five bits") }
    ENCODING.encode(bytes)
}

/// Whether `text` has the given length and only characters that [`base32`] writes.
pub(super) fn is_base32(text: &str, letters: usize) -> bool {
    text.len() == letters && ENCODING.decode(text.as_bytes()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_five_bits_become_one_character() {
        assert_eq!(base32(&[0xff; 5]), "zzzzzzzz");
        assert_eq!(base32(&[0, 0, 0, 0, 1]), "00000001");
        assert_eq!(base32(&[0, 68, 50, 20, 199, 66, 84, 182, 53, 207]), "0123456789abcdef");
        assert!(is_base32("0123abyz", 8) && !is_base32("0123abil", 8) && !is_base32("0123", 8));
        assert!(!is_base32("0123ABYZ", 8));
    }
}
