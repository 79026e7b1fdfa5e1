//! Taking the best offer there is, or making one.

use crate::offers::OfferError;
use crate::{JoinError, Principal, Service, StoreError};
use account::{OfferId, UserId};
use table::{Filter, GameId, NewOffer, Offer, OfferTerms, OfferedGame, Person, Status, Table};

/// What came of looking for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The user has a seat at it.
    Game(GameId),
    /// An offer of the user waits for others who fit.
    Waits(OfferId),
}

impl Service {
    /// Finds a game: takes a seat at a table that waits, or takes the offer that has waited longest, or makes one that ends with its first game.
    pub async fn play_now(&self, principal: &Principal, terms: OfferTerms) -> Result<Found, OfferError> {
        let user = self.offerer(principal).await?.id;
        terms.check()?;
        if let Some(game) = self.join_some(principal, &user, &terms).await? {
            return Ok(Found::Game(game));
        }
        let mut own = self.store.offers_of(&user).await?.into_iter();
        let offer = match own.find(|offer| offer.once && offer.terms == terms) {
            Some(same) => same,
            None => self.make(principal, NewOffer { terms, at_once: 1, once: true }).await?,
        };
        Ok(match self.begin_some(&offer, Some(&user)).await? {
            Some(game) => Found::Game(game),
            None => Found::Waits(offer.id),
        })
    }

    /// Takes a seat at a public table that waits for players and is such a game, the one first that has waited longest.
    async fn join_some(
        &self,
        principal: &Principal,
        user: &UserId,
        terms: &OfferTerms,
    ) -> Result<Option<GameId>, OfferError> {
        let open = Filter { status: Some(Status::Open), ..Filter::default() };
        let games = terms.games();
        let is_such = |table: &Table| {
            let seats = table.seats();
            let same = |OfferedGame(open): &OfferedGame| {
                open.settings == table.settings && usize::from(open.seats) == seats.len()
            };
            table.is_waiting()
                && table.seat_of(user).is_none()
                && !table.is_opened_by(user)
                && games.iter().any(same)
        };
        let tables = self.store.public_games(&open, None).await?.games;
        for table in tables.into_iter().rev().filter(is_such) {
            match self.join(principal, &table.id, None, None).await {
                Ok(_) => return Ok(Some(table.id)),
                Err(JoinError::Denied(why)) => return Err(why.into()),
                Err(JoinError::Store(failure)) => return Err(failure.into()),
                // Somebody was quicker, or the two don't fit.
                Err(_) => {}
            }
        }
        Ok(None)
    }

    /// Takes somebody's offer: a game of two begins at once. For larger games, the principal makes the same offer.
    pub async fn take_offer(&self, principal: &Principal, id: &OfferId) -> Result<Found, OfferError> {
        let person = self.offerer(principal).await?;
        let offer = self.store.offer(id).await?.ok_or(OfferError::NoSuchOffer)?;
        if offer.user == person.id {
            return Err(OfferError::Own);
        }
        let me = self.newcomer(principal, &person.id).await?;
        if let Some(why) = me.refused_by(&offer) {
            return Err(why.into());
        }
        if !self.store.blocked_among(&person.id, &[&offer.user]).await?.is_empty() {
            return Err(JoinError::Blocked.into());
        }
        if self.store.met_by_offers(&person.id).await?.contains(&offer.user) {
            return Err(OfferError::Met);
        }
        let games = offer.terms.games();
        let duels = || games.iter().filter(|OfferedGame(open)| open.seats == 2);
        if duels().next().is_none() {
            return self.play_now(principal, offer.terms).await;
        }
        let Some(game) = duels().find(|game| offer.terms.rating.allows(me.points(game))) else {
            let yours = duels().next().map_or(0, |game| me.points(game));
            return Err(JoinError::Rating { range: offer.terms.rating, yours }.into());
        };
        self.begin_with(game, offer, person).await?.map(Found::Game).ok_or(OfferError::Taken)
    }

    /// `None` if the offer is taken, or its user can't play now.
    async fn begin_with(
        &self,
        game: &OfferedGame,
        offer: Offer,
        person: Person,
    ) -> Result<Option<GameId>, StoreError> {
        let found = self.seekers(&person.id, game, |found| found.offer.id == offer.id).await?;
        let Some(other) = found.into_iter().next() else { return Ok(None) };
        let knows = person.id.clone();
        self.begin(game, vec![person, other.person], vec![offer.id], Some(&knows)).await
    }
}
