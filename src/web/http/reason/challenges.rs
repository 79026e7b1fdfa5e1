//! Reasons why a challenge is not made or answered.

use super::FAILURE;
use crate::locale::{Message, key};
use service::ChallengeError;
use table::{ChallengeRefusal, TermsRefusal};

impl From<&ChallengeError> for Message {
    fn from(why: &ChallengeError) -> Self {
        match why {
            ChallengeError::NoSuchChallenge => Message::new("error-not-found-text"),
            ChallengeError::NoSuchPlayer => Message::new("refused-no-player"),
            ChallengeError::Guest => Message::new("refused-challenge-guest"),
            ChallengeError::Blocked => Message::new("refused-challenge-blocked"),
            ChallengeError::Unavailable => Message::new("refused-invite-unavailable"),
            ChallengeError::TooMany(n) => Message::new("refused-too-many-challenges").with("n", n),
            ChallengeError::Exists(_) => Message::new("refused-challenge-exists"),
            ChallengeError::Refused(why) => why.into(),
            ChallengeError::Throttled(why) => why.into(),
            ChallengeError::Denied(why) => why.into(),
            ChallengeError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&ChallengeRefusal> for Message {
    fn from(why: &ChallengeRefusal) -> Self {
        Self::new(match why {
            ChallengeRefusal::Yourself => key("refused-challenge-yourself"),
            ChallengeRefusal::Bot => key("refused-challenge-bot"),
            ChallengeRefusal::Terms(TermsRefusal::Table(why)) => return why.into(),
            ChallengeRefusal::Terms(TermsRefusal::SeatsOffered) => key("refused-challenge-seats"),
            ChallengeRefusal::Terms(TermsRefusal::Handicaps) => key("refused-challenge-handicaps"),
            ChallengeRefusal::NotYours => key("refused-challenge-not-yours"),
            ChallengeRefusal::Changed => key("refused-challenge-changed"),
            ChallengeRefusal::Decided => key("refused-challenge-decided"),
            ChallengeRefusal::SameTerms => key("refused-challenge-same"),
            ChallengeRefusal::TooManyOffers => key("refused-challenge-offers"),
        })
    }
}
