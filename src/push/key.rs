//! Keys of the curve P-256, as bytes and as base64url.

use data_encoding::BASE64URL_NOPAD;
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::{PublicKey, SecretKey};

/// A point as Web Push writes it: the byte 4 and both coordinates.
pub type Point = [u8; 65];

/// `None` for zero, and for numbers that are not below the order of the curve: fewer than one in four billion. Take other
/// bytes then.
pub fn secret_key(bytes: &[u8; 32]) -> Option<SecretKey> {
    SecretKey::from_bytes(bytes.into()).ok()
}

/// `None` unless it is a point of the curve, uncompressed.
pub fn public_key(bytes: &[u8]) -> Option<PublicKey> {
    if bytes.len() != size_of::<Point>() {
        return None;
    }
    PublicKey::from_sec1_bytes(bytes).ok()
}

pub fn point(key: &PublicKey) -> Point {
    let Ok(point) = key.to_sec1_point(false).as_bytes().try_into() else {
        unreachable!("an uncompressed point of P-256 has 65 bytes")
    };
    point
}

/// Reads base64url without padding, as browsers write it, and with correct padding, as some libraries do.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let padding = text.bytes().rev().take_while(|byte| *byte == b'=').count();
    let unpadded = &text[..text.len() - padding];
    if padding > 0 && (padding > 2 || !text.len().is_multiple_of(4)) {
        return None;
    }
    BASE64URL_NOPAD.decode(unpadded.as_bytes()).ok()
}

pub fn encode(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_may_be_there_but_must_be_right() {
        for text in ["_-8", "_-8="] {
            assert_eq!(decode(text), Some(vec![0xff, 0xef]), "{text}");
        }
        assert_eq!(decode("_w=="), Some(vec![0xff]));
        assert_eq!(decode(""), Some(vec![]));
        // Too much, too little or lone padding; the other alphabet; spaces; bits that stand for nothing.
        for text in ["_-8==", "_w=", "=", "====", "_-8=====", "/+8=", "_- 8", "_-8\n", "_-9", "_", "_=8="] {
            assert_eq!(decode(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_secret_is_a_number_between_zero_and_the_order() {
        let order = *b"\xff\xff\xff\xff\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xbc\xe6\xfa\xad\xa7\x17\x9e\x84\xf3\xb9\xca\xc2\xfc\x63\x25\x51";
        let mut below = order;
        below[31] -= 1;
        assert!(secret_key(&below).is_some() && secret_key(&order).is_none());
        assert!(secret_key(&[0; 32]).is_none() && secret_key(&[0xff; 32]).is_none());
    }

    #[test]
    fn only_uncompressed_points_of_the_curve_are_public_keys() {
        let key = secret_key(&[1; 32]).unwrap().public_key();
        let bytes = point(&key);
        assert_eq!(public_key(&bytes), Some(key));
        let mut off_the_curve = bytes;
        off_the_curve[64] ^= 1;
        let mut hybrid = bytes;
        hybrid[0] = 6 + (bytes[64] & 1);
        let compressed = key.to_sec1_point(true);
        let origin = [&[4][..], &[0; 64]].concat();
        for wrong in
            [&off_the_curve[..], &hybrid, compressed.as_bytes(), &origin, &[0], &[], &bytes[..64], &[4; 66]]
        {
            assert_eq!(public_key(wrong), None, "{wrong:?}");
        }
    }
}
