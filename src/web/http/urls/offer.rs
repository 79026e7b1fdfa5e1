//! Addresses of offers.

use std::fmt;

use account::OfferId;
use table::GameId;

/// A page, or the action of a form.
#[derive(Clone, Copy, Debug)]
pub enum OfferUrl<'a> {
    /// What the viewer and others are open to, and the action that makes an offer.
    All,
    /// The form, with the rules of a game.
    Like(&'a GameId),
    /// Finds a game at once, or as soon as somebody comes.
    Now,
    /// Plays with somebody who has made an offer.
    Take(&'a OfferId),
    /// Ends one of the viewer's offers.
    End(&'a OfferId),
    /// Says how many games the viewer wants to have in progress.
    Games,
}

impl fmt::Display for OfferUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("/offers"),
            Self::Like(game) => write!(f, "/offers?like={game}"),
            Self::Now => f.write_str("/offers/now"),
            Self::Take(offer) => write!(f, "/offers/{offer}/take"),
            Self::End(offer) => write!(f, "/offers/{offer}/end"),
            Self::Games => f.write_str("/offers/games"),
        }
    }
}
