//! Reasons why a use case refused, as messages for pages.

mod accounts;
mod bots;
mod challenges;
mod imports;
mod offers;
mod publication;
mod reports;
mod tables;
mod tokens;
mod webhooks;

pub use tables::{allowance, playing_hours};

use crate::locale::{Message, key};
use service::{Denied, Limited, REASON_LONGEST, StaffError, SubscribeError, Throttled};

/// For internal failures. They have a page of their own, so this is never shown as a reason.
const FAILURE: &str = key("error-internal-text");

impl From<&Throttled> for Message {
    fn from(why: &Throttled) -> Self {
        Self::new(match why {
            Throttled::TooManyAttempts { what: Limited::Attempts, .. } => key("refused-too-many-attempts"),
            Throttled::TooManyAttempts { what: Limited::Accounts, .. } => key("refused-too-many-accounts"),
            Throttled::TooManyAttempts { what: Limited::Bots, .. } => key("refused-too-many-new-bots"),
            Throttled::TooManyAttempts { what: Limited::Guests, .. } => key("refused-too-many-guests"),
            Throttled::TooManyAttempts { what: Limited::Games, .. } => key("refused-too-many-games"),
            Throttled::TooManyAttempts { what: Limited::Invitations, .. } => {
                key("refused-too-many-invitations-a-day")
            }
            Throttled::TooManyAttempts { what: Limited::Challenges, .. } => {
                key("refused-too-many-challenges-a-day")
            }
            Throttled::TooManyAttempts { what: Limited::Imports, .. } => key("refused-too-many-imports"),
            Throttled::TooManyAttempts { what: Limited::Reports, .. } => key("refused-too-many-reports"),
            Throttled::TooManyAttempts { what: Limited::Analyses, .. } => key("refused-too-many-analyses"),
            Throttled::TooManyAttempts { what: Limited::AnalysesFromNetwork, .. } => {
                key("refused-too-many-analyses-network")
            }
            Throttled::Busy => key("refused-busy"),
        })
    }
}

impl From<&Denied> for Message {
    fn from(why: &Denied) -> Self {
        Self::new(match why {
            Denied::SignedOut => key("error-sign-in-text"),
            Denied::Scope(_) => key("refused-scope"),
            Denied::Unconfirmed => key("refused-unconfirmed"),
            Denied::Locked => key("refused-locked"),
            Denied::Restricted { kind, until } => return reports::restricted(*kind, *until),
        })
    }
}

impl From<&StaffError> for Message {
    fn from(why: &StaffError) -> Self {
        match why {
            StaffError::NotFound => Self::new("error-not-found-text"),
            StaffError::Colleague => Self::new("refused-colleague"),
            StaffError::Guest => Self::new("refused-guest-name"),
            StaffError::Rule => Self::new("refused-rule").with("n", REASON_LONGEST),
            StaffError::Answer => Self::new("refused-answer").with("n", REASON_LONGEST),
            StaffError::RestrictionLength => Self::new("refused-restriction-length"),
            StaffError::Length => Self::new("refused-stop-length"),
            StaffError::NoTimeOut => Self::new("refused-no-time-out"),
            StaffError::Reason => Self::new("refused-reason").with("n", REASON_LONGEST),
            StaffError::Name(why) => why.into(),
            StaffError::Taken => Self::new("refused-name-taken"),
            StaffError::LooksTaken => Self::new("refused-name-looks-taken"),
            StaffError::Stale => Self::new("refused-overtaken"),
            StaffError::Denied(why) => why.into(),
            StaffError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&SubscribeError> for Message {
    fn from(why: &SubscribeError) -> Self {
        match why {
            SubscribeError::Off => Self::new("refused-push-off"),
            SubscribeError::Malformed => Self::new("refused-push-malformed"),
            SubscribeError::Unknown { host } => Self::new("refused-push-service").with("host", host.as_str()),
            SubscribeError::Denied(why) => why.into(),
            SubscribeError::Store(_) => Self::new(FAILURE),
        }
    }
}
