//! Message encryption for Web Push (RFC 8291): only the browser can read the message, not its push service.

use hkdf::Hkdf;
use p256::{PublicKey, SecretKey};
use sha2::Sha256;

use crate::key::{Point, point, secret_key};
use crate::{Subscription, record};

/// The value of the header `Content-Encoding`.
pub const CONTENT_ENCODING: &str = "aes128gcm";

/// In bytes. The standard allows 3,993, but Firefox on Android drops messages that are little longer than this.
pub const LONGEST_MESSAGE: usize = 3000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncryptError {
    #[error("the message has {0} bytes, more than {LONGEST_MESSAGE}")]
    TooLong(usize),
    /// The random bytes are zero or not below the order of the curve: fewer than one in four billion are. Take others.
    #[error("the random bytes are not a secret key")]
    EphemeralKey,
}

/// The body of a request to a push service. Both `salt` and `ephemeral`, the secret key of this message, must be random and
/// new for each message.
pub fn encrypt(
    subscription: &Subscription,
    message: &[u8],
    salt: [u8; 16],
    ephemeral: [u8; 32],
) -> Result<Vec<u8>, EncryptError> {
    if message.len() > LONGEST_MESSAGE {
        return Err(EncryptError::TooLong(message.len()));
    }
    let secret = secret_key(&ephemeral).ok_or(EncryptError::EphemeralKey)?;
    let sender = point(&secret.public_key());
    let receiver = point(subscription.key());
    let input_key =
        input_key(&secret, subscription.key(), subscription.auth_secret(), &Pair { receiver, sender });
    Ok(record::encode(&salt, &sender, &input_key, message))
}

/// The public keys of both sides.
pub struct Pair {
    pub receiver: Point,
    pub sender: Point,
}

/// The input key of the record. Both sides derive the same, each from its secret key, the other's public key and the secret
/// of the subscription.
pub fn input_key(secret: &SecretKey, other: &PublicKey, auth: &[u8; 16], pair: &Pair) -> [u8; 32] {
    let shared = secret.diffie_hellman(other);
    let derived = Hkdf::<Sha256>::new(Some(auth), shared.raw_secret_bytes());
    record::expand(&derived, &[b"WebPush: info\0", &pair.receiver, &pair.sender])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::key::decode;
    use crate::receiver::Receiver;

    const ENDPOINT: &str = "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV";
    const MESSAGE: &[u8] = b"When I grow up, I want to be a watermelon";
    const BODY: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

    fn bytes<const N: usize>(text: &str) -> [u8; N] {
        decode(text).unwrap().try_into().unwrap()
    }

    /// The browser of RFC 8291, appendix A.
    fn browser() -> Receiver {
        Receiver::new(bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), bytes("BTBZMqHH6r4Tts7J_aSIgg"))
            .unwrap()
    }

    fn sender() -> [u8; 32] {
        bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    }

    #[test]
    fn the_keys_of_rfc_8291() {
        let public =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        assert_eq!(browser().p256dh(), public);
        let subscription = browser().subscription(ENDPOINT).unwrap();
        let secret = secret_key(&sender()).unwrap();
        let shared = secret.diffie_hellman(subscription.key());
        assert_eq!(shared.raw_secret_bytes()[..], bytes::<32>("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"));
        let pair = Pair { receiver: bytes(public), sender: point(&secret.public_key()) };
        assert_eq!(
            pair.sender,
            bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8")
        );
        let input = input_key(&secret, subscription.key(), subscription.auth_secret(), &pair);
        assert_eq!(input, bytes("S4lYMb_L0FxCeq0WhDx813KgSYqU26kOyzWUdsXYyrg"));
        let derived = Hkdf::<Sha256>::new(Some(&bytes::<16>("DGv6ra1nlYgDCS1FRnbzlw")), &input);
        let (key, nonce): ([u8; 16], [u8; 12]) = (
            record::expand(&derived, &[b"Content-Encoding: aes128gcm\0"]),
            record::expand(&derived, &[b"Content-Encoding: nonce\0"]),
        );
        assert_eq!(key, bytes("oIhVW04MRdy2XN9CiKLxTg"));
        assert_eq!(nonce, bytes("4h_95klXJ5E_qnoN"));
    }

    #[test]
    fn the_message_of_rfc_8291() {
        let subscription = browser().subscription(ENDPOINT).unwrap();
        let body = encrypt(&subscription, MESSAGE, bytes("DGv6ra1nlYgDCS1FRnbzlw"), sender()).unwrap();
        assert_eq!(body, decode(BODY).unwrap());
        assert_eq!(browser().decrypt(&body).unwrap(), MESSAGE);
    }

    #[test]
    fn a_message_has_at_most_3000_bytes() {
        let subscription = browser().subscription(ENDPOINT).unwrap();
        let longest = encrypt(&subscription, &[b'a'; 3000], [1; 16], sender()).unwrap();
        assert_eq!(longest.len(), 16 + 4 + 1 + 65 + 3000 + 1 + 16);
        assert_eq!(browser().decrypt(&longest).unwrap(), [b'a'; 3000]);
        let error = encrypt(&subscription, &[b'a'; 3001], [1; 16], sender()).unwrap_err();
        assert_eq!(error, EncryptError::TooLong(3001));
        assert_eq!(error.to_string(), "the message has 3001 bytes, more than 3000");
    }

    #[test]
    fn bytes_that_are_no_secret_key_are_refused() {
        let subscription = browser().subscription(ENDPOINT).unwrap();
        for ephemeral in [[0; 32], [0xff; 32]] {
            assert_eq!(encrypt(&subscription, b"", [1; 16], ephemeral), Err(EncryptError::EphemeralKey));
        }
    }

    proptest! {
        // In debug builds, elliptic curves are slow.
        #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

        #[test]
        fn only_the_browser_reads_what_was_encrypted(
            message in prop::collection::vec(any::<u8>(), 0..=LONGEST_MESSAGE),
            browser: [u8; 32], auth: [u8; 16], salt: [u8; 16], ephemeral: [u8; 32],
            flipped: (prop::sample::Index, u8),
        ) {
            let receiver = Receiver::new(browser, auth);
            prop_assume!(receiver.is_some() && secret_key(&ephemeral).is_some());
            let receiver = receiver.unwrap();
            let subscription = receiver.subscription(ENDPOINT).unwrap();
            let mut body = encrypt(&subscription, &message, salt, ephemeral).unwrap();
            prop_assert_eq!(receiver.decrypt(&body).unwrap(), message);
            let other = Receiver::new(browser, auth.map(|byte| !byte)).unwrap();
            prop_assert!(other.decrypt(&body).is_err());
            // The record size is not authenticated: a larger one decrypts to the same message.
            let at = flipped.0.index(body.len());
            prop_assume!(!(16..20).contains(&at));
            body[at] ^= flipped.1.max(1);
            prop_assert!(receiver.decrypt(&body).is_err());
        }
    }
}
