//! Signing secrets and signatures of Standard Webhooks 1.0.0.

use std::fmt;

use chrono::{DateTime, Utc};
use data_encoding::BASE64;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::MessageId;

/// What receivers check signatures with. It is stored as it is, because each message is signed with it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Vec<u8>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SecretError {
    #[error("The secret must begin with whsec_.")]
    Prefix,
    #[error("What follows whsec_ must be base64.")]
    Encoding,
    /// Shorter than [`Secret::SHORTEST`] or longer than [`Secret::LONGEST`].
    #[error("The secret must have 24 to 64 bytes before it is encoded as base64.")]
    Length,
}

const PREFIX: &str = "whsec_";

impl Secret {
    /// In bytes.
    pub const SHORTEST: usize = 24;
    /// In bytes.
    pub const LONGEST: usize = 64;

    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes.to_vec())
    }

    /// Inverse of [`Secret::reveal`]. Surrounding white space is ignored.
    pub fn parse(text: &str) -> Result<Self, SecretError> {
        let encoded = text.trim().strip_prefix(PREFIX).ok_or(SecretError::Prefix)?;
        let bytes = BASE64.decode(encoded.as_bytes()).map_err(|_| SecretError::Encoding)?;
        if !(Self::SHORTEST..=Self::LONGEST).contains(&bytes.len()) {
            return Err(SecretError::Length);
        }
        Ok(Self(bytes))
    }

    /// The secret itself, for its owner and the database.
    pub fn reveal(&self) -> String {
        format!("{PREFIX}{}", BASE64.encode(&self.0))
    }

    /// One entry of the header `webhook-signature`.
    pub(crate) fn sign(&self, id: &MessageId, attempt_at: DateTime<Utc>, body: &[u8]) -> String {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else {
            unreachable!("a key can have any length")
        };
        mac.update(format!("{}.{}.", id.as_str(), attempt_at.timestamp()).as_bytes());
        mac.update(body);
        format!("v1,{}", BASE64.encode(&mac.finalize().into_bytes()))
    }
}

/// Redacted.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_standard_gets_its_signature() {
        let secret = Secret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let id = MessageId::parse("msg_p5jXN8AQM9LWM0D4loKWxJek").unwrap();
        let at = DateTime::from_timestamp(1_614_265_330, 0).unwrap();
        assert_eq!(
            secret.sign(&id, at, br#"{"test": 2432232314}"#),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        );
    }

    #[test]
    fn a_secret_survives_the_database_and_stays_out_of_debug_output() {
        let secret = Secret::new([0xab; 32]);
        let shown = secret.reveal();
        assert_eq!(Secret::parse(&format!(" {shown}\n")), Ok(secret.clone()));
        assert_eq!(format!("{secret:?}"), "Secret(…)");
    }

    #[test]
    fn a_bad_secret_is_refused_with_its_reason() {
        let of = |bytes: usize| format!("whsec_{}", BASE64.encode(&vec![1; bytes]));
        for bytes in [24, 32, 64] {
            assert!(Secret::parse(&of(bytes)).is_ok(), "{bytes}");
        }
        let unpadded = of(32).trim_end_matches('=').to_owned();
        for (text, error) in [
            (String::new(), SecretError::Prefix),
            (BASE64.encode(&[1; 32]), SecretError::Prefix),
            (of(32).to_uppercase(), SecretError::Prefix),
            (unpadded, SecretError::Encoding),
            (of(24).replace('A', "é"), SecretError::Encoding),
            (of(24).replace('A', "-"), SecretError::Encoding),
            ("whsec_".to_owned(), SecretError::Length),
            (of(23), SecretError::Length),
            (of(65), SecretError::Length),
        ] {
            assert_eq!(Secret::parse(&text), Err(error), "{text}");
        }
    }
}
