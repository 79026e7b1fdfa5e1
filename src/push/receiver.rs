//! What a browser and its push service do, for tests: a local push service can check and read what arrives.

use std::fmt;

use p256::SecretKey;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};

use crate::encryption::{Pair, input_key};
use crate::key::{decode, encode, point, public_key, secret_key};
use crate::record::{DELIMITER, RecordCipher};
use crate::{Subscription, SubscriptionError};

pub use crate::vapid::Claims;

/// The secrets of a browser's subscription.
pub struct Receiver {
    secret: SecretKey,
    auth: [u8; 16],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecryptError {
    /// Shorter than its header says, or with a record size that cannot be.
    #[error("the header is wrong")]
    Header,
    /// Web Push has a single record.
    #[error("there is more than one record")]
    Records,
    #[error("the key id is not a public key")]
    Sender,
    /// For another browser, or changed on the way.
    #[error("the record is not authentic")]
    Record,
    /// All zero, or with a delimiter that announces another record.
    #[error("there is no delimiter behind the message")]
    Padding,
}

impl Receiver {
    /// `None` if the bytes are not a secret key.
    pub fn new(secret: [u8; 32], auth: [u8; 16]) -> Option<Self> {
        Some(Self { secret: secret_key(&secret)?, auth })
    }

    /// The public key, as a browser sends it to the server.
    pub fn p256dh(&self) -> String {
        encode(&point(&self.secret.public_key()))
    }

    /// The secret of the subscription, as a browser sends it to the server.
    pub fn auth(&self) -> String {
        encode(&self.auth)
    }

    /// With an endpoint that may be http.
    pub fn subscription(&self, endpoint: &str) -> Result<Subscription, SubscriptionError> {
        Subscription::parse(endpoint, &self.p256dh(), &self.auth(), true)
    }

    /// Inverse of [`crate::encrypt`].
    pub fn decrypt(&self, body: &[u8]) -> Result<Vec<u8>, DecryptError> {
        let body = Body::parse(body)?;
        let sender = public_key(body.key_id).ok_or(DecryptError::Sender)?;
        let pair = Pair { receiver: point(&self.secret.public_key()), sender: point(&sender) };
        body.decrypt(&input_key(&self.secret, &sender, &self.auth, &pair))
    }
}

/// Redacted.
impl fmt::Debug for Receiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Receiver(…)")
    }
}

/// A body in the content encoding aes128gcm (RFC 8188), with a single record.
pub(crate) struct Body<'a> {
    salt: &'a [u8; 16],
    key_id: &'a [u8],
    record: &'a [u8],
}

impl<'a> Body<'a> {
    pub(crate) fn parse(body: &'a [u8]) -> Result<Self, DecryptError> {
        let (salt, rest) = body.split_first_chunk().ok_or(DecryptError::Header)?;
        let (size, rest) = rest.split_first_chunk().ok_or(DecryptError::Header)?;
        let (&length, rest) = rest.split_first().ok_or(DecryptError::Header)?;
        let (key_id, record) = rest.split_at_checked(length.into()).ok_or(DecryptError::Header)?;
        let size = u32::from_be_bytes(*size);
        // A delimiter and the tag alone have 17 bytes.
        if size < 18 {
            return Err(DecryptError::Header);
        }
        if record.len() as u64 > size.into() {
            return Err(DecryptError::Records);
        }
        Ok(Self { salt, key_id, record })
    }

    /// The message without its padding.
    pub(crate) fn decrypt(&self, input_key: &[u8]) -> Result<Vec<u8>, DecryptError> {
        let cipher = RecordCipher::new(self.salt, input_key);
        let mut message = cipher.open(self.record).ok_or(DecryptError::Record)?;
        let delimiter = message.iter().rposition(|byte| *byte != 0).ok_or(DecryptError::Padding)?;
        if message[delimiter] != DELIMITER {
            return Err(DecryptError::Padding);
        }
        message.truncate(delimiter);
        Ok(message)
    }
}

/// Checks the header `Authorization` of a request to a subscription that was made with the key `public`. `None` if it is for
/// another key, or not genuine. The caller compares origin and time.
pub fn verify(authorization: &str, public: &str) -> Option<Claims> {
    let (token, key) = authorization.strip_prefix("vapid t=")?.split_once(", k=")?;
    let (signed, signature) = token.rsplit_once('.')?;
    let (header, claims) = signed.split_once('.')?;
    if key != public || decode(header)? != br#"{"typ":"JWT","alg":"ES256"}"# {
        return None;
    }
    let key = VerifyingKey::from(public_key(&decode(key)?)?);
    let signature = Signature::from_slice(&decode(signature)?).ok()?;
    key.verify(signed.as_bytes(), &signature).ok()?;
    serde_json::from_slice(&decode(claims)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encrypt;

    fn receiver() -> Receiver {
        Receiver::new([1; 32], [2; 16]).unwrap()
    }

    fn body() -> Vec<u8> {
        let subscription = receiver().subscription("http://127.0.0.1:9000/a").unwrap();
        encrypt(&subscription, b"hello", [3; 16], [4; 32]).unwrap()
    }

    #[test]
    fn bodies_cut_short_are_refused() {
        let body = body();
        for length in 0..body.len() {
            let error = receiver().decrypt(&body[..length]).unwrap_err();
            let expected = if length < 86 { DecryptError::Header } else { DecryptError::Record };
            assert_eq!(error, expected, "{length}");
        }
        assert_eq!(receiver().decrypt(&body).unwrap(), b"hello");
    }

    #[test]
    fn bodies_with_a_wrong_header_are_refused() {
        let changed = |at: usize, bytes: &[u8]| {
            let mut body = body();
            body[at..at + bytes.len()].copy_from_slice(bytes);
            receiver().decrypt(&body).unwrap_err()
        };
        assert_eq!(changed(16, &[0, 0, 0, 17]), DecryptError::Header);
        assert_eq!(changed(16, &[0, 0, 0, 18]), DecryptError::Records);
        assert_eq!(changed(20, &[255]), DecryptError::Header);
        assert_eq!(changed(20, &[64]), DecryptError::Sender);
        assert_eq!(changed(21, &[5]), DecryptError::Sender);
        assert_eq!(changed(0, &[0]), DecryptError::Record);
        assert_eq!(changed(90, &[0, 0]), DecryptError::Record);
    }

    #[test]
    fn padding_is_removed() {
        let padded = |record: &[u8]| {
            let mut record = record.to_vec();
            RecordCipher::new(&[3; 16], b"key").seal(&mut record);
            let header = [&[3; 16][..], &4096_u32.to_be_bytes(), &[0]].concat();
            Body::parse(&[header, record].concat()).unwrap().decrypt(b"key")
        };
        assert_eq!(padded(b"\x02").unwrap(), b"");
        assert_eq!(padded(b"a\0\x02\x02").unwrap(), b"a\0\x02");
        assert_eq!(padded(b"hello\x02\0\0\0").unwrap(), b"hello");
        assert_eq!(padded(b"\x02\0").unwrap(), b"");
        for record in [&b""[..], b"\0\0\0", b"hello\x01", b"hello\x01\0\0", b"hello"] {
            assert_eq!(padded(record), Err(DecryptError::Padding), "{record:?}");
        }
    }

    #[test]
    fn a_receiver_stays_out_of_debug_output() {
        assert_eq!(format!("{:?}", receiver()), "Receiver(…)");
    }
}
