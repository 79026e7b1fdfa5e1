//! Finding a game without choosing a table: offers, which jobs match.

mod matching;
mod play_now;
mod seekers;

pub use play_now::Found;

use crate::changes::Change;
use crate::{AccessError, Denied, JoinError, Principal, Scope, Service, StoreError};
use account::{OfferId, RestrictionKind, UserId};
use store::MakeOfferResult;
use table::{Job, JobChange, NewOffer, Offer, OfferRefusal, OfferedGame, Person, Reliability};

/// Offers of others that a page lists.
const LISTED: u32 = 30;

#[derive(Debug, thiserror::Error)]
pub enum OfferError {
    #[error(transparent)]
    Refused(#[from] OfferRefusal),
    /// The limit of offers that a person can have.
    #[error("too-many-offers")]
    TooMany(u32),
    /// Guests can only play the computer.
    #[error("account-needed")]
    Guest,
    /// Offers are for people.
    #[error("offers-for-people")]
    Bot,
    /// It has ended, or never was.
    #[error("no-such-offer")]
    NoSuchOffer,
    /// Nobody takes their own offer.
    #[error("own-offer")]
    Own,
    /// Somebody else was quicker.
    #[error("offer-taken")]
    Taken,
    /// The two have a game in progress that began with an offer.
    #[error("offer-met")]
    Met,
    /// The two don't fit together.
    #[error(transparent)]
    Unfit(#[from] JoinError),
    /// More games than anybody can want.
    #[error("games-wanted")]
    GamesWanted { most: u16 },
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl OfferError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Refused(why) => why.code(),
            Self::TooMany(_) => "too-many-offers",
            Self::Guest => "guest",
            Self::Bot => "bots-not-allowed",
            Self::NoSuchOffer => "no-such-offer",
            Self::Own => "own-offer",
            Self::Taken => "offer-taken",
            Self::Met => "already-playing",
            Self::Unfit(why) => why.code(),
            Self::GamesWanted { .. } => "bad-games-wanted",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

/// What the principal is open to.
#[derive(Clone, Debug, Default)]
pub struct OwnOffers {
    /// The oldest first.
    pub offers: Vec<Offer>,
    /// How many games with other people the principal wants to have in progress; `None` is no limit.
    pub games_wanted: Option<u16>,
}

/// What somebody else is open to.
#[derive(Debug)]
pub struct OpenOffer {
    pub offer: Offer,
    pub person: Person,
    pub reliability: Reliability,
    /// Why the principal can't take it.
    pub why_not: Option<JoinError>,
}

impl Service {
    pub async fn own_offers(&self, principal: &Principal) -> Result<OwnOffers, AccessError> {
        let user = principal.require(Scope::Read)?;
        Ok(OwnOffers {
            offers: self.store.offers_of(user).await?,
            games_wanted: self.store.games_wanted(user).await?,
        })
    }

    /// The offers of others that have waited longest. A visitor may ask.
    pub async fn open_offers(&self, principal: &Principal) -> Result<Vec<OpenOffer>, StoreError> {
        let viewer = principal.reader();
        let mut found = self.store.open_offers(None, LISTED).await?;
        found.retain(|found| Some(&found.offer.user) != viewer);
        let mut found = self.with_room(found).await?;
        let me = match viewer {
            Some(user) => {
                let others: Vec<&UserId> = found.iter().map(|found| &found.offer.user).collect();
                let mut apart = self.store.blocked_among(user, &others).await?;
                apart.extend(self.store.met_by_offers(user).await?);
                found.retain(|found| !apart.contains(&found.offer.user));
                Some(self.newcomer(principal, user).await?)
            }
            None => None,
        };
        let others: Vec<&UserId> = found.iter().map(|found| &found.offer.user).collect();
        let reliability = self.reliability_of_each(&others).await?;
        let open = found.into_iter().map(|one| OpenOffer {
            why_not: me.as_ref().and_then(|me| me.refused_by(&one.offer)),
            reliability: reliability.get(&one.person.id).copied().unwrap_or(Reliability::New),
            offer: one.offer,
            person: one.person,
        });
        Ok(open.collect())
    }

    /// Makes an offer, which waits until somebody fits.
    pub async fn make_offer(&self, principal: &Principal, offer: NewOffer) -> Result<OfferId, OfferError> {
        Ok(self.make(principal, offer).await?.id)
    }

    async fn make(&self, principal: &Principal, offer: NewOffer) -> Result<Offer, OfferError> {
        let user = self.offerer(principal).await?;
        offer.check()?;
        let NewOffer { terms, at_once, once } = offer;
        let now = self.now();
        let id = OfferId::new(self.chance.bytes());
        let offer =
            Offer { id, user: user.id, terms, at_once, once, since: now, playing: 0, waits: Some(now) };
        let job = Job::MatchOffer(offer.id.clone()).at(now);
        let changes = [Change::Jobs(job.job.lane(), now), Change::User(offer.user.clone())];
        let message = self.change_message(&changes);
        let keys = offer.terms.games().iter().map(OfferedGame::key).collect();
        match self.store.make_offer(&offer, keys, JobChange::Put(job), message).await? {
            MakeOfferResult::TooMany => Err(OfferError::TooMany(Offer::MOST)),
            MakeOfferResult::Done => {
                self.wake(&changes);
                Ok(offer)
            }
        }
    }

    /// The user, if they may make or take offers.
    async fn offerer(&self, principal: &Principal) -> Result<Person, OfferError> {
        let user = principal.require(Scope::Play)?;
        self.check_restriction(user, RestrictionKind::Tables).await??;
        let stored = self.store.user(user).await?.ok_or(Denied::SignedOut)?;
        if stored.user.guest {
            return Err(OfferError::Guest);
        }
        let person = stored.person();
        if person.is_bot() { Err(OfferError::Bot) } else { Ok(person) }
    }

    /// Its games go on.
    pub async fn end_offer(&self, principal: &Principal, id: &OfferId) -> Result<(), OfferError> {
        let user = principal.require(Scope::Play)?;
        if !self.store.end_offer(user, id).await? {
            return Err(OfferError::NoSuchOffer);
        }
        self.wake(&[Change::User(user.clone())]);
        Ok(())
    }

    /// How many games with other people the principal wants to have in progress: offers begin no more.
    pub async fn set_games_wanted(
        &self,
        principal: &Principal,
        games: Option<u16>,
    ) -> Result<(), OfferError> {
        let user = principal.require(Scope::Play)?;
        if self.is_guest(user).await? {
            return Err(OfferError::Guest);
        }
        if games.is_some_and(|games| games > Offer::MOST_GAMES) {
            return Err(OfferError::GamesWanted { most: Offer::MOST_GAMES });
        }
        self.store.set_games_wanted(user, games).await?;
        for offer in self.store.offers_of(user).await? {
            self.match_offer(&offer.id).await?;
        }
        Ok(())
    }
}
