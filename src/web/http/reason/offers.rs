//! Why offers are refused.

use super::FAILURE;
use crate::locale::Message;
use service::OfferError;
use table::{OfferRefusal, RatingRange};

impl From<&OfferError> for Message {
    fn from(why: &OfferError) -> Self {
        match why {
            OfferError::Refused(why) => why.into(),
            OfferError::TooMany(most) => Self::new("refused-too-many-offers").with("most", most),
            OfferError::Guest => Self::new("refused-guest-offers"),
            OfferError::Bot => Self::new("refused-bot-offers"),
            OfferError::NoSuchOffer => Self::new("refused-no-offer"),
            OfferError::Own => Self::new("refused-own-offer"),
            OfferError::Taken => Self::new("refused-offer-taken"),
            OfferError::Met => Self::new("refused-offer-met"),
            OfferError::Unfit(why) => why.into(),
            OfferError::GamesWanted { most } => Self::new("refused-games-wanted").with("most", most),
            OfferError::Denied(why) => why.into(),
            OfferError::Store(_) => Self::new(FAILURE),
        }
    }
}

impl From<&OfferRefusal> for Message {
    fn from(why: &OfferRefusal) -> Self {
        match why {
            OfferRefusal::NoRules => Self::new("refused-offer-rules"),
            OfferRefusal::TooManyRules { most } => Self::new("refused-offer-many-rules").with("most", most),
            OfferRefusal::Seats { most } => Self::new("refused-offer-seats").with("most", most),
            OfferRefusal::NoClock => Self::new("refused-offer-clock"),
            OfferRefusal::AtOnce { most } => Self::new("refused-offer-at-once").with("most", most),
            OfferRefusal::RatingRange => Self::new("refused-rating-range").with("most", RatingRange::MOST),
            OfferRefusal::Reliability => Self::new("request-reliability"),
            OfferRefusal::Open(why) => why.into(),
        }
    }
}
