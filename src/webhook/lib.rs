//! Webhooks: what is sent to them, what their answers mean and when to try again. Pure values: the time and random bytes are
//! arguments, and nothing is sent from here.
//!
//! ```
//! use bastide_webhook::{Address, GenericTarget, Message, MessageId, Secret, Target, request};
//! use chrono::DateTime;
//!
//! let address = Address::parse("https://example.org/hook").unwrap();
//! let target = Target::Generic(GenericTarget::new(address, vec![Secret::new([7; 32])]).unwrap());
//! let message = Message {
//!     id: MessageId::parse("turn-1").unwrap(),
//!     kind: "your_turn".to_owned(),
//!     at: DateTime::UNIX_EPOCH,
//!     title: "Your turn".to_owned(),
//!     text: "Ann has moved.".to_owned(),
//!     url: "https://bastide.example/games/1".to_owned(),
//!     urgent: false,
//!     game: None,
//! };
//! let outgoing = request(&target, &message, DateTime::UNIX_EPOCH);
//! assert_eq!(outgoing.url, "https://example.org/hook");
//! ```

mod address;
mod discord;
mod format;
mod generic;
mod matrix;
mod message;
mod ntfy;
mod outgoing;
mod reply;
mod retry;
mod secret;
mod slack;
mod target;
mod text;

#[cfg(test)]
mod hostile;

pub use address::Address;
pub use format::Format;
pub use generic::GenericTarget;
pub use matrix::{AccessToken, MatrixTarget};
pub use message::{GameSummary, Message, MessageId, PlayerSummary};
pub use ntfy::NtfyTarget;
pub use outgoing::{Method, Outgoing};
pub use reply::Reply;
pub use retry::{is_exhausted, retry_after};
pub use secret::{Secret, SecretError};
pub use target::{Target, TargetError, request};
