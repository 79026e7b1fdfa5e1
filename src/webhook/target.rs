//! Where a webhook's messages go.

use chrono::{DateTime, Utc};

use crate::{
    Address, Format, GenericTarget, MatrixTarget, Message, NtfyTarget, Outgoing, discord, generic, matrix,
    ntfy, slack,
};

/// A format with the settings that it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Generic(GenericTarget),
    Discord(Address),
    Slack(Address),
    Matrix(MatrixTarget),
    Ntfy(NtfyTarget),
}

impl Target {
    pub const fn format(&self) -> Format {
        match self {
            Self::Generic(_) => Format::Generic,
            Self::Discord(_) => Format::Discord,
            Self::Slack(_) => Format::Slack,
            Self::Matrix(_) => Format::Matrix,
            Self::Ntfy(_) => Format::Ntfy,
        }
    }

    /// As the user entered it; requests may go to another path of the same server.
    pub const fn address(&self) -> &Address {
        match self {
            Self::Generic(target) => target.address(),
            Self::Discord(address) | Self::Slack(address) => address,
            Self::Matrix(target) => target.homeserver(),
            Self::Ntfy(target) => target.address(),
        }
    }
}

/// Why a target is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    #[error("That is not an address. Copy all of it, with https:// at the beginning.")]
    NotAnAddress,
    #[error("The address must begin with https:// or http://.")]
    Scheme,
    #[error("The address must not contain a user name or a password.")]
    UserInfo,
    /// Longer than [`Address::LONGEST`].
    #[error("The address is too long: at most 2,000 characters.")]
    TooLong,
    #[error("A generic webhook needs a secret for its signatures.")]
    NoSecret,
    #[error("The address must be that of a topic, such as https://ntfy.sh/my-topic.")]
    Topic,
    #[error("The room ID must begin with an exclamation mark. An alias, which begins with #, doesn't work.")]
    Room,
    #[error("That is not an access token. Copy all of it, without spaces.")]
    Token,
}

/// The request that brings a message to its target. `attempt_at` is the time of this attempt, for receivers that refuse old
/// messages; all else is the same at each attempt.
pub fn request(target: &Target, message: &Message, attempt_at: DateTime<Utc>) -> Outgoing {
    match target {
        Target::Generic(target) => generic::request(target, message, attempt_at),
        Target::Discord(address) => discord::request(address, message),
        Target::Slack(address) => slack::request(address, message),
        Target::Matrix(target) => matrix::request(target, message),
        Target::Ntfy(target) => ntfy::request(target, message),
    }
}
