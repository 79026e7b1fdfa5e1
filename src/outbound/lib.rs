//! Requests to addresses that users enter: endpoints of web push, webhooks, and the buttons that test them. All of them go
//! through one [`Client`], so that no user makes the server reach what only the server can (server-side request forgery).
//!
//! 1. [`Address::parse`] reads the text once. `https://` is required, without user information or fragment.
//! 2. A name is looked up once. Every IP address that it has must be public or in a network that the host allows, and the
//!    connection goes to one that was checked, so a second answer of the name server changes nothing.
//! 3. Redirects are not followed, and no proxy is used. Time, length of the answer and number of connections are limited.
//!
//! ```
//! use bastide_outbound::{Address, AddressError, Policy};
//! let policy = Policy::default();
//! assert_eq!(Address::parse("https://push.example/a?b", &policy)?.host(), "push.example");
//! assert_eq!(Address::parse("https://0x7f.1/", &policy), Err(AddressError::Forbidden));
//! # Ok::<_, AddressError>(())
//! ```

mod address;
mod client;
mod delay;
mod error;
mod exchange;
mod network;
mod policy;
mod public;
mod resolver;
#[cfg(test)]
mod tests;
mod tls;

pub use address::{Address, AddressError};
pub use client::Client;
pub use error::SendError;
pub use exchange::{LONGEST_BODY, Method, Request, Response};
pub use network::{Network, NetworkError};
pub use policy::Policy;
pub use resolver::{LookUp, Resolve, SystemResolver};
