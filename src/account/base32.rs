//! Random bytes as text that people can read aloud and type.

/// Digits and small letters without `i`, `l`, `o`, `u`: none looks like another.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The bytes in base 32, five bits a letter; a remainder of less than five bits is left out.
pub fn base32(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 8 / 5);
    let (mut held, mut bits) = (0_u32, 0);
    for &byte in bytes {
        held = held << 8 | u32::from(byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(char::from(ALPHABET[(held >> bits & 31) as usize]));
        }
        held &= (1 << bits) - 1;
    }
    text
}

/// Whether `text` could come from [`base32`], and has that many letters.
pub(super) fn is_base32(text: &str, letters: usize) -> bool {
    text.len() == letters && text.bytes().all(|byte| ALPHABET.contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_bits_become_a_letter() {
        assert_eq!(base32(&[0xff; 5]), "zzzzzzzz");
        assert_eq!(base32(&[0, 0, 0, 0, 1]), "00000001");
        assert_eq!(base32(&[0x08, 0x42]), "111", "the sixteenth bit is left out");
        assert!(is_base32("0123abyz", 8) && !is_base32("0123abil", 8) && !is_base32("0123", 8));
    }
}
