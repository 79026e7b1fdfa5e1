//! Reasons why a webhook was refused.

use super::FAILURE;
use crate::locale::Message;
use outbound::{Address, AddressError};
use service::{MOST_WEBHOOKS, WebhookError};
use webhook::{MatrixTarget, NtfyTarget, TargetError};

impl From<&WebhookError> for Message {
    fn from(why: &WebhookError) -> Self {
        match why {
            WebhookError::Format => Message::new("refused-webhook-format"),
            WebhookError::Address(why) => why.into(),
            WebhookError::Target(why) => why.into(),
            WebhookError::TooMany => Message::new("refused-webhook-too-many").with("n", MOST_WEBHOOKS),
            WebhookError::Unknown => Message::new("refused-webhook-unknown"),
            WebhookError::Off => Message::new("refused-webhook-off"),
            WebhookError::UnknownFailure => Message::new("refused-webhook-failure"),
            WebhookError::NoNotifier => Message::new("refused-push-off"),
            WebhookError::Denied(why) => why.into(),
            WebhookError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&AddressError> for Message {
    fn from(why: &AddressError) -> Self {
        match why {
            AddressError::Length => Message::new("refused-address-length").with("n", Address::LONGEST),
            AddressError::Syntax => Message::new("refused-address-syntax"),
            AddressError::Scheme => Message::new("refused-address-scheme"),
            AddressError::UserInfo => Message::new("refused-address-user-info"),
            AddressError::Fragment => Message::new("refused-address-fragment"),
            AddressError::Host => Message::new("refused-address-host"),
            AddressError::Port => Message::new("refused-address-port"),
            AddressError::Forbidden => Message::new("refused-address-forbidden"),
        }
    }
}

impl From<&TargetError> for Message {
    fn from(why: &TargetError) -> Self {
        match why {
            TargetError::NotAnAddress => (&AddressError::Syntax).into(),
            TargetError::Scheme => (&AddressError::Scheme).into(),
            TargetError::UserInfo => (&AddressError::UserInfo).into(),
            TargetError::TooLong => (&AddressError::Length).into(),
            TargetError::Topic => Message::new("refused-webhook-topic").with("n", NtfyTarget::LONGEST_TOPIC),
            TargetError::Room => Message::new("refused-webhook-room").with("n", MatrixTarget::LONGEST_ROOM),
            TargetError::Token => Message::new("refused-webhook-token"),
            TargetError::NoSecret => Message::new(FAILURE),
        }
    }
}
