//! Reasons why a token was not made or revoked.

use super::FAILURE;
use crate::locale::Message;
use service::{LONGEST_TOKEN_NAME, MOST_TOKENS, TokenError};

impl From<&TokenError> for Message {
    fn from(why: &TokenError) -> Self {
        match why {
            TokenError::Name => Message::new("refused-token-name").with("n", LONGEST_TOKEN_NAME),
            TokenError::NoScope => Message::new("refused-token-scopes"),
            TokenError::TooMany => Message::new("refused-token-too-many").with("n", MOST_TOKENS),
            TokenError::Unknown => Message::new("refused-token-unknown"),
            TokenError::Denied(why) => why.into(),
            TokenError::Store(_) => Message::new(FAILURE),
        }
    }
}
