//! What a user enters for a webhook.

use chrono::DateTime;

use crate::{Denied, StoreError};
use ::webhook::{
    AccessToken, Address, Format, GenericTarget, MatrixTarget, Message, MessageId, NtfyTarget, Secret,
    Target, TargetError, request,
};
use outbound::{AddressError, Policy};

/// As typed. `room` and `token` are for Matrix only.
#[derive(Clone, Copy)]
pub struct NewWebhook<'a> {
    pub format: &'a str,
    pub address: &'a str,
    pub room: &'a str,
    pub token: &'a str,
}

#[derive(Debug, thiserror::Error)]
pub enum WebhookError {
    #[error("webhook-format")]
    Format,
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error(transparent)]
    Target(#[from] TargetError),
    /// The user has as many as a user can have, or is a guest.
    #[error("webhook-too-many")]
    TooMany,
    /// The user has no such webhook.
    #[error("webhook-unknown")]
    Unknown,
    #[error("webhook-off")]
    Off,
    /// The user has no such failure.
    #[error("webhook-failure-unknown")]
    UnknownFailure,
    /// The server notifies nobody.
    #[error("webhooks-unavailable")]
    NoNotifier,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl WebhookError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Format => "webhook-format",
            Self::Address(why) => why.code(),
            Self::Target(TargetError::Room) => "webhook-room",
            Self::Target(TargetError::Token) => "webhook-token",
            Self::Target(TargetError::Topic) => "webhook-topic",
            Self::Target(_) => "webhook-address",
            Self::TooMany => "webhook-too-many",
            Self::Unknown => "webhook-unknown",
            Self::Off => "webhook-off",
            Self::UnknownFailure => "webhook-failure-unknown",
            Self::NoNotifier => "webhooks-unavailable",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl NewWebhook<'_> {
    /// Reads it, and checks that requests to it are allowed. The secret is for a generic webhook.
    pub(super) fn target(&self, policy: &Policy, secret: &Secret) -> Result<Target, WebhookError> {
        let format = Format::parse(self.format).ok_or(WebhookError::Format)?;
        let checked = outbound::Address::parse(self.address, policy)?;
        let address = Address::parse(checked.as_str())?;
        let target = match format {
            Format::Generic => Target::Generic(GenericTarget::new(address, vec![secret.clone()])?),
            Format::Discord => Target::Discord(address),
            Format::Slack => Target::Slack(address),
            Format::Matrix => {
                Target::Matrix(MatrixTarget::new(address, self.room, AccessToken::parse(self.token)?)?)
            }
            Format::Ntfy => Target::Ntfy(NtfyTarget::new(address)?),
        };
        // Requests may go to a longer address of the same server.
        outbound::Address::parse(&request(&target, &sample()?, DateTime::UNIX_EPOCH).url, policy)?;
        Ok(target)
    }
}

/// A message with an id as long as any.
fn sample() -> Result<Message, WebhookError> {
    Ok(Message {
        id: MessageId::parse(&"0".repeat(MessageId::LONGEST)).ok_or(WebhookError::Format)?,
        kind: String::new(),
        at: DateTime::UNIX_EPOCH,
        title: String::new(),
        text: String::new(),
        url: String::new(),
        urgent: false,
        game: None,
    })
}
