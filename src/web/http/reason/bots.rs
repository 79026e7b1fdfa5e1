//! Reasons why a bot was not made or removed.

use super::FAILURE;
use crate::locale::Message;
use service::{BotError, MOST_BOTS};

impl From<&BotError> for Message {
    fn from(why: &BotError) -> Self {
        match why {
            BotError::Name(why) => why.into(),
            BotError::Taken => Message::new("refused-name-taken"),
            BotError::LooksTaken => Message::new("refused-name-looks-taken"),
            BotError::TooMany => Message::new("refused-bot-too-many").with("n", MOST_BOTS),
            BotError::Guest => Message::new("refused-bot-guest"),
            BotError::Unknown => Message::new("refused-bot-unknown"),
            BotError::Token(why) => why.into(),
            BotError::Throttled(why) => why.into(),
            BotError::Denied(why) => why.into(),
            BotError::Store(_) => Message::new(FAILURE),
        }
    }
}
