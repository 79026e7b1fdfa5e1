//! Web Push: subscriptions of browsers, encrypted messages, the server's key and the answers of push services. Pure values:
//! the time and random bytes are arguments, and the caller sends the request.
//!
//! A request is a `POST` to [`Subscription::endpoint`] (RFC 8030) with the body from [`encrypt`] and these headers:
//!
//! | header | value |
//! |---|---|
//! | `Authorization` | [`VapidKey::authorization`] |
//! | `Content-Encoding` | [`CONTENT_ENCODING`] |
//! | `TTL` | seconds for which the push service keeps the message; required |
//! | `Topic` | [`Topic::as_str`] |
//! | `Urgency` | [`Urgency::as_str`] |
//!
//! [`Answer`] says what the response means for the subscription and the message.
//!
//! ```
//! use bastide_push::{Message, Subscription, VapidKey, encrypt};
//!
//! let key = VapidKey::new([7; 32]).unwrap();
//! let subscription = Subscription::parse(
//!     "https://push.example.net/send/9f3a",
//!     "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
//!     "BTBZMqHH6r4Tts7J_aSIgg",
//!     false,
//! )?;
//! let message = Message {
//!     title: "Your turn".into(),
//!     navigate: "https://bastide.example.org/games/k3f98qtz".parse()?,
//!     body: "Ben completed a city.".into(),
//!     tag: "k3f98qtz".into(),
//!     lang: "en".into(),
//!     badge: Some(2),
//! };
//! let body = encrypt(&subscription, message.json().as_bytes(), [1; 16], [2; 32])?;
//! let expires = chrono::DateTime::from_timestamp(1_800_000_000, 0).unwrap();
//! let header = key.authorization(&subscription.origin(), "mailto:host@example.org", expires);
//! assert!(header.starts_with("vapid t=") && body.len() < 4096);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod encryption;
mod key;
mod message;
#[cfg(any(test, feature = "receiver"))]
pub mod receiver;
mod record;
mod subscription;
mod topic;
mod urgency;
mod vapid;

pub use answer::Answer;
pub use encryption::{CONTENT_ENCODING, EncryptError, LONGEST_MESSAGE, encrypt};
pub use message::Message;
pub use subscription::{Subscription, SubscriptionError};
pub use topic::Topic;
pub use urgency::Urgency;
pub use url::Url;
pub use vapid::VapidKey;
