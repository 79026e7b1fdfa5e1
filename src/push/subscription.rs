//! Where and for whom a browser wants push messages.

use std::fmt;

use p256::PublicKey;
use url::Url;

use crate::key::{decode, encode, point, public_key};

/// What a browser's `PushSubscription` has. Its endpoint is as secret as its keys: anyone who has all three can send to it.
#[derive(Clone, PartialEq, Eq)]
pub struct Subscription {
    endpoint: Url,
    key: PublicKey,
    auth: [u8; 16],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SubscriptionError {
    #[error("the endpoint has more than {} bytes", Subscription::LONGEST_ENDPOINT)]
    EndpointLength,
    /// Not an absolute URL, or one with a fragment.
    #[error("the endpoint is not a URL that a request can be sent to")]
    EndpointUrl,
    /// Not https, and not http where that is allowed.
    #[error("the endpoint does not begin with https://")]
    EndpointScheme,
    #[error("the endpoint has a user name or a password")]
    EndpointUser,
    /// Not base64url, not 65 bytes, or not a point of the curve P-256.
    #[error("p256dh is not a public key")]
    Key,
    /// Not base64url, or not 16 bytes.
    #[error("auth does not have 16 bytes")]
    Auth,
}

impl Subscription {
    /// In bytes, before and after the URL is normalised.
    pub const LONGEST_ENDPOINT: usize = 1024;

    /// Parses what `PushSubscription.toJSON()` gives: the endpoint, and the keys as base64url. The host of the endpoint is not
    /// checked: it can be any name or address, also a private one.
    pub fn parse(
        endpoint: &str,
        p256dh: &str,
        auth: &str,
        allow_http: bool,
    ) -> Result<Self, SubscriptionError> {
        let endpoint = parse_endpoint(endpoint, allow_http)?;
        let key = decode(p256dh).and_then(|bytes| public_key(&bytes)).ok_or(SubscriptionError::Key)?;
        let auth = decode(auth).and_then(|bytes| bytes.try_into().ok()).ok_or(SubscriptionError::Auth)?;
        Ok(Self { endpoint, key, auth })
    }

    /// Normalised, so that equal endpoints are equal texts.
    pub const fn endpoint(&self) -> &Url {
        &self.endpoint
    }

    /// Scheme, host and port of the endpoint: the push service, and what a signature for it names.
    pub fn origin(&self) -> String {
        self.endpoint.origin().ascii_serialization()
    }

    /// As [`Self::parse`] reads it.
    pub fn p256dh(&self) -> String {
        encode(&point(&self.key))
    }

    /// As [`Self::parse`] reads it.
    pub fn auth(&self) -> String {
        encode(&self.auth)
    }

    pub(crate) const fn key(&self) -> &PublicKey {
        &self.key
    }

    pub(crate) const fn auth_secret(&self) -> &[u8; 16] {
        &self.auth
    }
}

fn parse_endpoint(text: &str, allow_http: bool) -> Result<Url, SubscriptionError> {
    if text.len() > Subscription::LONGEST_ENDPOINT {
        return Err(SubscriptionError::EndpointLength);
    }
    let url = Url::parse(text).map_err(|_| SubscriptionError::EndpointUrl)?;
    if !(url.scheme() == "https" || allow_http && url.scheme() == "http") {
        return Err(SubscriptionError::EndpointScheme);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(SubscriptionError::EndpointUser);
    }
    // A fragment is not sent: with it, one endpoint would count as many.
    if !url.has_host() || url.fragment().is_some() {
        return Err(SubscriptionError::EndpointUrl);
    }
    // Normalising escapes characters.
    if url.as_str().len() > Subscription::LONGEST_ENDPOINT {
        return Err(SubscriptionError::EndpointLength);
    }
    Ok(url)
}

/// Redacted but for the push service.
impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Subscription({}/…)", self.origin())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDPOINT: &str = "https://push.example.net/send/9f3a?x=1";
    const KEY: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    fn endpoint(text: &str, allow_http: bool) -> Result<String, SubscriptionError> {
        Subscription::parse(text, KEY, AUTH, allow_http).map(|found| found.endpoint().to_string())
    }

    #[test]
    fn a_subscription_survives_being_stored() {
        let subscription = Subscription::parse(ENDPOINT, KEY, AUTH, false).unwrap();
        assert_eq!(subscription.endpoint().as_str(), ENDPOINT);
        assert_eq!((subscription.p256dh(), subscription.auth()), (KEY.into(), AUTH.into()));
        let padded = Subscription::parse(ENDPOINT, &format!("{KEY}="), &format!("{AUTH}=="), false).unwrap();
        assert_eq!(padded, subscription);
    }

    #[test]
    fn debug_output_shows_the_push_service_only() {
        let subscription = Subscription::parse(ENDPOINT, KEY, AUTH, false).unwrap();
        assert_eq!(format!("{subscription:?}"), "Subscription(https://push.example.net/…)");
    }

    #[test]
    fn the_origin_has_a_port_unless_it_is_the_usual_one() {
        for (url, origin) in [
            ("https://push.example.net:443/a", "https://push.example.net"),
            ("https://PUSH.example.net:8443/a", "https://push.example.net:8443"),
            ("https://[2001:db8::1]/a", "https://[2001:db8::1]"),
            ("https://bücher.example/a", "https://xn--bcher-kva.example"),
            ("http://127.0.0.1:9000/a", "http://127.0.0.1:9000"),
        ] {
            assert_eq!(Subscription::parse(url, KEY, AUTH, true).unwrap().origin(), origin);
        }
    }

    #[test]
    fn an_endpoint_is_an_https_url_without_user_and_fragment() {
        use SubscriptionError::{EndpointScheme, EndpointUrl, EndpointUser};
        for (text, error) in [
            ("", EndpointUrl),
            ("/send/9f3a", EndpointUrl),
            ("push.example.net/send", EndpointUrl),
            ("https://", EndpointUrl),
            ("https:///", EndpointUrl),
            ("https://push.example.net:99999/", EndpointUrl),
            ("https://push.example.net/send#1", EndpointUrl),
            ("https://push.example.net/send#", EndpointUrl),
            ("http://push.example.net/send", EndpointScheme),
            ("ftp://push.example.net/send", EndpointScheme),
            ("file:///etc/passwd", EndpointScheme),
            ("javascript:alert(1)", EndpointScheme),
            ("https://ann@push.example.net/", EndpointUser),
            ("https://ann:secret@push.example.net/", EndpointUser),
            ("https://:secret@push.example.net/", EndpointUser),
        ] {
            assert_eq!(endpoint(text, false), Err(error), "{text}");
        }
        assert_eq!(endpoint("http://127.0.0.1:9000/a", true).unwrap(), "http://127.0.0.1:9000/a");
        assert_eq!(endpoint("ftp://push.example.net/", true), Err(EndpointScheme));
        assert_eq!(endpoint(" HTTPS://Push.Example.net ", false).unwrap(), "https://push.example.net/");
    }

    #[test]
    fn an_endpoint_has_at_most_1024_bytes() {
        let start = "https://push.example.net/";
        let with = |letter: &str, bytes: usize| format!("{start}{}", letter.repeat(bytes - start.len()));
        assert!(endpoint(&with("a", 1024), false).is_ok());
        assert_eq!(endpoint(&with("a", 1025), false), Err(SubscriptionError::EndpointLength));
        // Each becomes three.
        assert_eq!(endpoint(&with("\"", 1000), false), Err(SubscriptionError::EndpointLength));
    }

    #[test]
    fn the_keys_are_a_point_and_16_bytes() {
        let off_the_curve = format!("{}5", &KEY[..KEY.len() - 1]);
        let standard = KEY.replace('-', "+").replace('_', "/");
        let (short, long) = (&KEY[..KEY.len() - 4], format!("{KEY}AAAA"));
        for key in ["", "?", AUTH, short, &long, &off_the_curve, &standard, "AA"] {
            let parsed = Subscription::parse(ENDPOINT, key, AUTH, false);
            assert_eq!(parsed, Err(SubscriptionError::Key), "{key}");
        }
        for auth in [
            "",
            "?",
            KEY,
            &AUTH[2..],
            &format!("{AUTH}AA"),
            &AUTH.replace('_', "/"),
            "BTBZMqHH6r4Tts7J_aSIgh",
        ] {
            let parsed = Subscription::parse(ENDPOINT, KEY, auth, false);
            assert_eq!(parsed, Err(SubscriptionError::Auth), "{auth}");
        }
    }
}
