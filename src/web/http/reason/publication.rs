//! Why a table was not made public.

use super::FAILURE;
use crate::locale::Message;
use service::MakePublicError;

impl From<&MakePublicError> for Message {
    fn from(why: &MakePublicError) -> Self {
        match why {
            MakePublicError::NoSuchGame => Message::new("refused-no-table"),
            MakePublicError::NotOpener => Message::new("refused-not-opener-public"),
            MakePublicError::Guest => Message::new("refused-guest-opens"),
            MakePublicError::Begun => Message::new("refused-begun"),
            MakePublicError::Denied(why) => why.into(),
            MakePublicError::Store(_) => Message::new(FAILURE),
        }
    }
}
