//! Reasons why nothing was reported, and why nobody objected.

use super::FAILURE;
use crate::locale::{Message, key};
use account::RestrictionKind;
use chrono::{DateTime, Utc};
use service::{ReportError, RestrictionError};

impl From<&ReportError> for Message {
    fn from(why: &ReportError) -> Self {
        match why {
            ReportError::NoSuchLine => Message::new("refused-no-line"),
            ReportError::NoSuchPlayer => Message::new("refused-no-player"),
            ReportError::Yourself => Message::new("refused-report-yourself"),
            ReportError::Throttled(why) => why.into(),
            ReportError::Denied(why) => why.into(),
            ReportError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&RestrictionError> for Message {
    fn from(why: &RestrictionError) -> Self {
        match why {
            RestrictionError::NoSuchRestriction => Message::new("error-not-found-text"),
            RestrictionError::NotObjectionable => Message::new("refused-objection"),
            RestrictionError::Denied(why) => why.into(),
            RestrictionError::Store(_) => Message::new(FAILURE),
        }
    }
}

/// What a restriction keeps its user from, until when, and where to object. In UTC, because nothing is known about the reader here.
pub(super) fn restricted(kind: RestrictionKind, until: DateTime<Utc>) -> Message {
    let message = Message::new(match kind {
        RestrictionKind::Talk => key("refused-restricted-talk"),
        RestrictionKind::Tables | RestrictionKind::Warning => key("refused-restricted-tables"),
        RestrictionKind::Account => key("refused-locked"),
    });
    message.with("until", until.format("%Y-%m-%d %H:%M").to_string())
}
