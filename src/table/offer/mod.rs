//! Offers: what people are open to play, and who fits together.

mod game;
mod seeker;
mod terms;

pub use game::{GameKey, OfferedGame};
pub use seeker::{Seeker, group};
pub use terms::{OfferRefusal, OfferTerms, OfferedRules, RatedChoice};

use chrono::{DateTime, Utc};

use account::{OfferId, UserId};

/// What a person is open to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub id: OfferId,
    pub user: UserId,
    pub terms: OfferTerms,
    /// How many games of it can be in progress at a time.
    pub at_once: u8,
    /// Whether it ends with its first game.
    pub once: bool,
    pub since: DateTime<Utc>,
    /// How many games of it are in progress.
    pub playing: u8,
    /// Since when it waits for others who fit; `None` while `playing` is `at_once`.
    pub waits: Option<DateTime<Utc>>,
}

/// An offer to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewOffer {
    pub terms: OfferTerms,
    pub at_once: u8,
    pub once: bool,
}

impl Offer {
    /// How many offers a person can have.
    pub const MOST: u32 = 5;
    /// The most games of an offer that can be in progress at a time.
    pub const MOST_AT_ONCE: u8 = 20;
    /// The most games in progress that a person can name as what they want.
    pub const MOST_GAMES: u16 = 200;
}

impl NewOffer {
    pub fn check(&self) -> Result<(), OfferRefusal> {
        if !(1..=Offer::MOST_AT_ONCE).contains(&self.at_once) {
            return Err(OfferRefusal::AtOnce { most: Offer::MOST_AT_ONCE });
        }
        self.terms.check()
    }
}
