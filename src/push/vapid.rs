//! How the server identifies itself to push services (RFC 8292, VAPID).

use std::fmt;

use chrono::{DateTime, Utc};
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde::{Deserialize, Serialize};

use crate::key::{decode, encode, point, secret_key};

/// The server's key. Subscriptions are made for it: with another key, all of them are lost.
#[derive(Clone, PartialEq, Eq)]
pub struct VapidKey(SecretKey);

impl VapidKey {
    /// From random bytes. `None` if they are zero or not below the order of the curve, fewer than one in four billion: take
    /// others.
    pub fn new(bytes: [u8; 32]) -> Option<Self> {
        secret_key(&bytes).map(Self)
    }

    /// Inverse of [`Self::reveal`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::new(decode(text)?.try_into().ok()?)
    }

    /// The secret key itself as base64url, for the database only.
    pub fn reveal(&self) -> String {
        encode(&self.0.to_bytes())
    }

    /// As base64url: the `applicationServerKey` with which a browser subscribes.
    pub fn public(&self) -> String {
        encode(&point(&self.0.public_key()))
    }

    /// The value of the header `Authorization`, good for all endpoints of that origin until it expires, at most 24 hours from
    /// now. `subject` is how push services reach the host: a `mailto:` or `https:` URL. Apple refuses hosts that only look like
    /// one, such as `localhost`.
    pub fn authorization(&self, origin: &str, subject: &str, expires: DateTime<Utc>) -> String {
        let claims = Claims { aud: origin.into(), exp: expires.timestamp(), sub: subject.into() };
        let signed = claims.to_signed_text();
        let signature: Signature = SigningKey::from(&self.0).sign(signed.as_bytes());
        format!("vapid t={signed}.{}, k={}", encode(&signature.to_bytes()), self.public())
    }
}

/// Redacted.
impl fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VapidKey(…)")
    }
}

/// What the server signs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// The origin of the push service.
    pub aud: String,
    /// When they expire, in seconds since 1970.
    pub exp: i64,
    /// How to reach the host.
    pub sub: String,
}

impl Claims {
    /// Header and claims of the JSON Web Token (RFC 7515).
    fn to_signed_text(&self) -> String {
        let Ok(claims) = serde_json::to_vec(self) else { unreachable!("texts and numbers become JSON") };
        format!("{}.{}", encode(br#"{"typ":"JWT","alg":"ES256"}"#), encode(&claims))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::receiver::verify;

    /// RFC 8292, section 2.4.
    const SIGNED: &str = "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0";
    const SIGNATURE: &str =
        "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA";
    const KEY: &str =
        "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";

    fn claims() -> Claims {
        Claims {
            aud: "https://push.example.net".into(),
            exp: 1_453_523_768,
            sub: "mailto:push@example.com".into(),
        }
    }

    fn expires() -> DateTime<Utc> {
        DateTime::from_timestamp(1_453_523_768, 0).unwrap()
    }

    #[test]
    fn the_example_of_rfc_8292() {
        let header = format!("vapid t={SIGNED}.{SIGNATURE}, k={KEY}");
        assert_eq!(verify(&header, KEY), Some(claims()));
        assert_eq!(claims().to_signed_text(), SIGNED, "we write the same");
    }

    #[test]
    fn our_signature_is_genuine_and_for_our_key_only() {
        let (key, other) = (VapidKey::new([1; 32]).unwrap(), VapidKey::new([2; 32]).unwrap());
        let header = key.authorization("https://push.example.net", "mailto:push@example.com", expires());
        assert!(header.starts_with(&format!("vapid t={SIGNED}.")));
        assert!(header.ends_with(&format!(", k={}", key.public())));
        assert_eq!(verify(&header, &key.public()), Some(claims()));
        assert_eq!(verify(&header, &other.public()), None);
        let stolen = header.replace(&key.public(), &other.public());
        assert_eq!(verify(&stolen, &other.public()), None);
        let changed = key.authorization("https://push.example.com", "mailto:push@example.com", expires());
        let (ours, theirs) = (header.split('.').nth(1).unwrap(), changed.split('.').nth(1).unwrap());
        assert_eq!(verify(&header.replace(ours, theirs), &key.public()), None);
    }

    #[test]
    fn headers_that_are_not_vapid_are_refused() {
        let key = VapidKey::new([1; 32]).unwrap();
        let header = key.authorization("https://push.example.net", "mailto:a@example.com", expires());
        for (from, to) in [
            ("vapid ", "Bearer "),
            ("t=", "u="),
            (", k=", ", l="),
            (".", "-"),
            ("eyJ0", "eyJ1"),
            (".", ".?"),
            (", k=", "A, k="),
        ] {
            assert_eq!(verify(&header.replacen(from, to, 1), &key.public()), None, "{from} {to}");
        }
        assert_eq!(verify("", &key.public()), None);
    }

    #[test]
    fn odd_subjects_stay_json() {
        let key = VapidKey::new([1; 32]).unwrap();
        let subject = "mailto:\"a\\b\"\n@example.com";
        let header = key.authorization("https://push.example.net", subject, expires());
        assert!(header.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' '));
        assert_eq!(verify(&header, &key.public()).unwrap().sub, subject);
    }

    #[test]
    fn a_key_stays_out_of_debug_output() {
        let key = VapidKey::new([1; 32]).unwrap();
        assert_eq!(format!("{key:?}"), "VapidKey(…)");
    }

    #[test]
    fn texts_that_are_no_key_are_refused() {
        let text = VapidKey::new([1; 32]).unwrap().reveal();
        let zero = encode(&[0; 32]);
        let above = encode(&[0xff; 32]);
        for wrong in ["", "?", &text[..42], &format!("{text}AAA"), &zero, &above, KEY] {
            assert_eq!(VapidKey::parse(wrong), None, "{wrong}");
        }
    }

    proptest! {
        // In debug builds, elliptic curves are slow.
        #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

        #[test]
        fn a_key_survives_being_stored_and_signs_anything(bytes: [u8; 32], origin: String, subject: String, exp: u32) {
            let key = VapidKey::new(bytes);
            prop_assume!(key.is_some());
            let key = key.unwrap();
            let stored = VapidKey::parse(&key.reveal()).unwrap();
            prop_assert_eq!(&stored, &key);
            let header =
                stored.authorization(&origin, &subject, DateTime::from_timestamp(exp.into(), 0).unwrap());
            let claims = Claims { aud: origin, exp: exp.into(), sub: subject };
            prop_assert_eq!(verify(&header, &key.public()), Some(claims));
        }
    }
}
