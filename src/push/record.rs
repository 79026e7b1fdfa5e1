//! The content encoding aes128gcm (RFC 8188), with a single record.

use aes_gcm::aead::Nonce;
use aes_gcm::{AeadInOut, Aes128Gcm, Key, KeyInit};
use hkdf::Hkdf;
use sha2::Sha256;

/// The most bytes of a record that the header allows, as in the examples of RFC 8291. Push services need not take longer bodies.
pub const RECORD_SIZE: u32 = 4096;

/// Follows the message in the last record, before any padding.
pub const DELIMITER: u8 = 2;

/// Encrypts a single record. Different messages need different salts.
pub struct RecordCipher {
    key: [u8; 16],
    nonce: [u8; 12],
}

impl RecordCipher {
    pub fn new(salt: &[u8; 16], input_key: &[u8]) -> Self {
        let derived = Hkdf::<Sha256>::new(Some(salt), input_key);
        Self {
            key: expand(&derived, &[b"Content-Encoding: aes128gcm\0"]),
            nonce: expand(&derived, &[b"Content-Encoding: nonce\0"]),
        }
    }

    pub fn seal(&self, record: &mut Vec<u8>) {
        if self.cipher().encrypt_in_place(&self.nonce(), b"", record).is_err() {
            unreachable!("a record has less than 64 GiB");
        }
    }

    /// What was sealed, with delimiter and padding.
    #[cfg(any(test, feature = "receiver"))]
    pub fn open(&self, record: &[u8]) -> Option<Vec<u8>> {
        let mut record = record.to_vec();
        self.cipher().decrypt_in_place(&self.nonce(), b"", &mut record).ok()?;
        Some(record)
    }

    fn cipher(&self) -> Aes128Gcm {
        Aes128Gcm::new(&Key::<Aes128Gcm>::from(self.key))
    }

    fn nonce(&self) -> Nonce<Aes128Gcm> {
        self.nonce.into()
    }
}

/// Bytes that follow from a key and what they are for.
pub fn expand<const N: usize>(key: &Hkdf<Sha256>, purpose: &[&[u8]]) -> [u8; N] {
    const { assert!(N <= 32, "one round of the hash") }
    let mut bytes = [0; N];
    if key.expand_multi_info(purpose, &mut bytes).is_err() {
        unreachable!("fewer bytes than 255 rounds give");
    }
    bytes
}

/// The whole body: a header with salt, record size and key id, and the record without padding. The message must fit.
pub fn encode(salt: &[u8; 16], key_id: &[u8], input_key: &[u8], message: &[u8]) -> Vec<u8> {
    let Ok(length) = u8::try_from(key_id.len()) else { unreachable!("a key id has at most 255 bytes") };
    let mut record = [message, &[DELIMITER]].concat();
    RecordCipher::new(salt, input_key).seal(&mut record);
    debug_assert!(record.len() <= RECORD_SIZE as usize, "a single record");
    [&salt[..], &RECORD_SIZE.to_be_bytes(), &[length], key_id, &record].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::decode;
    use crate::receiver::Body;

    /// RFC 8188, section 3.1.
    #[test]
    fn the_example_of_rfc_8188() {
        let (key, salt) =
            (decode("yqdlZ-tYemfogSmv7Ws5PQ").unwrap(), decode("I1BsxtFttlv3u_Oo94xnmw").unwrap());
        let salt: [u8; 16] = salt.try_into().unwrap();
        let cipher = RecordCipher::new(&salt, &key);
        assert_eq!(cipher.key[..], decode("_wniytB-ofscZDh4tbSjHw").unwrap());
        assert_eq!(cipher.nonce[..], decode("Bcs8gkIRKLI8GeI8").unwrap());
        let body = encode(&salt, b"", &key, b"I am the walrus");
        let expected =
            decode("I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg").unwrap();
        assert_eq!(body, expected);
        assert_eq!(Body::parse(&body).unwrap().decrypt(&key).unwrap(), b"I am the walrus");
    }
}
