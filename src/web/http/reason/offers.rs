//! Why offers are refused.

use super::FAILURE;
use crate::locale::Message;
use service::OfferError;
use table::{OfferRefusal, RatingRange};

impl From<&OfferError> for Message {
    fn from(why: &OfferError) -> Self {
        match why {
            OfferError::Refused(why) => why.into(),
            OfferError::TooMany(most) => Message::new("refused-too-many-offers").with("most", most),
            OfferError::Guest => Message::new("refused-guest-offers"),
            OfferError::Bot => Message::new("refused-bot-offers"),
            OfferError::NoSuchOffer => Message::new("refused-no-offer"),
            OfferError::Own => Message::new("refused-own-offer"),
            OfferError::Taken => Message::new("refused-offer-taken"),
            OfferError::Met => Message::new("refused-offer-met"),
            OfferError::Unfit(why) => why.into(),
            OfferError::GamesWanted { most } => Message::new("refused-games-wanted").with("most", most),
            OfferError::Denied(why) => why.into(),
            OfferError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&OfferRefusal> for Message {
    fn from(why: &OfferRefusal) -> Self {
        match why {
            OfferRefusal::NoRules => Message::new("refused-offer-rules"),
            OfferRefusal::TooManyRules { most } => {
                Message::new("refused-offer-many-rules").with("most", most)
            }
            OfferRefusal::Seats { most } => Message::new("refused-offer-seats").with("most", most),
            OfferRefusal::NoClock => Message::new("refused-offer-clock"),
            OfferRefusal::AtOnce { most } => Message::new("refused-offer-at-once").with("most", most),
            OfferRefusal::RatingRange => Message::new("refused-rating-range").with("most", RatingRange::MOST),
            OfferRefusal::Reliability => Message::new("request-reliability"),
            OfferRefusal::Open(why) => why.into(),
        }
    }
}
