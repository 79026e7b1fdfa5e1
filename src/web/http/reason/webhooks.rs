//! Reasons why a webhook was refused.

use super::FAILURE;
use crate::locale::Message;
use outbound::{Address, AddressError};
use service::{MOST_WEBHOOKS, WebhookError};
use webhook::{MatrixTarget, NtfyTarget, TargetError};

impl From<&WebhookError> for Message {
    fn from(why: &WebhookError) -> Self {
        match why {
            WebhookError::Format => Self::new("refused-webhook-format"),
            WebhookError::Address(why) => why.into(),
            WebhookError::Target(why) => why.into(),
            WebhookError::TooMany => Self::new("refused-webhook-too-many").with("n", MOST_WEBHOOKS),
            WebhookError::Unknown => Self::new("refused-webhook-unknown"),
            WebhookError::Off => Self::new("refused-webhook-off"),
            WebhookError::UnknownFailure => Self::new("refused-webhook-failure"),
            WebhookError::NoNotifier => Self::new("refused-push-off"),
            WebhookError::Denied(why) => why.into(),
            WebhookError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&AddressError> for Message {
    fn from(why: &AddressError) -> Self {
        match why {
            AddressError::Length => Self::new("refused-address-length").with("n", Address::LONGEST),
            AddressError::Syntax => Self::new("refused-address-syntax"),
            AddressError::Scheme => Self::new("refused-address-scheme"),
            AddressError::UserInfo => Self::new("refused-address-user-info"),
            AddressError::Fragment => Self::new("refused-address-fragment"),
            AddressError::Host => Self::new("refused-address-host"),
            AddressError::Port => Self::new("refused-address-port"),
            AddressError::Forbidden => Self::new("refused-address-forbidden"),
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
            TargetError::Topic => Self::new("refused-webhook-topic").with("n", NtfyTarget::LONGEST_TOPIC),
            TargetError::Room => Self::new("refused-webhook-room").with("n", MatrixTarget::LONGEST_ROOM),
            TargetError::Token => Self::new("refused-webhook-token"),
            TargetError::NoSecret => Self::new(FAILURE),
        }
    }
}
