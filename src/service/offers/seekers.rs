//! Who looks for a game, and what the others ask about them.

use std::collections::BTreeSet;

use crate::ratings::points_in;
use crate::{JoinError, Principal, Service, StoreError};
use account::{OfferId, RestrictionKind, UserId};
use chrono::{DateTime, Utc};
use rating::Pool;
use store::WaitingOffer;
use table::{GameKey, Offer, OfferedGame, Person, PlayerRating, Reliability, Seeker};

/// Offers that are looked at together.
const PAGE: u32 = 50;
/// So many pages are looked at for a game.
const PAGES: usize = 20;

/// A person who could take an offer.
pub(super) struct Newcomer {
    pub person: Option<Person>,
    pub reliability: Reliability,
    ratings: Vec<(Pool, PlayerRating)>,
}

impl Newcomer {
    /// What keeps them from all games of an offer.
    pub fn refused_by(&self, offer: &Offer) -> Option<JoinError> {
        let person = self.person.as_ref();
        if person.is_none_or(Person::is_bot) {
            return Some(if person.is_some() { JoinError::Bot } else { JoinError::Guest });
        }
        if !offer.terms.reliability.allows(self.reliability) {
            return Some(JoinError::unreliable(offer.terms.reliability, self.reliability));
        }
        let range = offer.terms.rating;
        let mut points = offer.terms.games().into_iter().map(|game| self.points(&game));
        let yours = points.next()?;
        let fits = range.allows(yours) || points.any(|points| range.allows(points));
        (!fits).then_some(JoinError::Rating { range, yours })
    }

    /// In the pool of a game.
    pub fn points(&self, game: &OfferedGame) -> i64 {
        points_in(game.pool(), &self.ratings)
    }
}

impl Service {
    /// The principal as a person who could take offers.
    pub(super) async fn newcomer(
        &self,
        principal: &Principal,
        user: &UserId,
    ) -> Result<Newcomer, StoreError> {
        let stored = self.store.user(user).await?.filter(|_| !principal.is_guest());
        self.newcomer_called(user, stored.map(|stored| stored.person())).await
    }

    pub(super) async fn newcomer_called(
        &self,
        user: &UserId,
        person: Option<Person>,
    ) -> Result<Newcomer, StoreError> {
        let each = self.reliability_of_each(&[user]).await?;
        let reliability = each.get(user).copied().unwrap_or(Reliability::New);
        Ok(Newcomer { person, reliability, ratings: self.store.ratings(user).await? })
    }

    /// Those whose wanted offers welcome a game and who can play it now, except the user: those first who have waited longest. Who can't meet the user is
    /// left out.
    pub(super) async fn seekers(
        &self,
        user: &UserId,
        game: &OfferedGame,
        wanted: impl Fn(&WaitingOffer) -> bool,
    ) -> Result<Vec<Seeker>, StoreError> {
        let key = game.key();
        let mut seekers = Vec::new();
        let mut after: Option<(DateTime<Utc>, OfferId)> = None;
        for _ in 0..PAGES {
            let page = self.page_of(&key, after.as_ref()).await?;
            let last = page.last().map(|last| (last.waits, last.offer.id.clone()));
            let is_last = page.len() < PAGE as usize;
            let others = page.into_iter().filter(|found| found.offer.user != *user && wanted(found));
            let found = self.with_room(others.collect()).await?;
            seekers.extend(self.free_seekers(user, game, found).await?);
            if is_last {
                break;
            }
            after = last;
        }
        Ok(seekers)
    }

    /// Those of these whose people want another game.
    pub(super) async fn with_room(&self, found: Vec<WaitingOffer>) -> Result<Vec<WaitingOffer>, StoreError> {
        let mut open = Vec::new();
        for one in found {
            let has_room = match one.games_wanted {
                Some(wanted) => self.store.games_with_others(&one.offer.user).await? < wanted,
                None => true,
            };
            if has_room {
                open.push(one);
            }
        }
        Ok(open)
    }

    async fn page_of(
        &self,
        key: &GameKey,
        after: Option<&(DateTime<Utc>, OfferId)>,
    ) -> Result<Vec<WaitingOffer>, StoreError> {
        self.store.offers_for(key, after.map(|(waits, id)| (*waits, id)), PAGE).await
    }

    /// Those of these who can play now and whom no block separates from the user.
    async fn free_seekers(
        &self,
        user: &UserId,
        game: &OfferedGame,
        found: Vec<WaitingOffer>,
    ) -> Result<Vec<Seeker>, StoreError> {
        let users: Vec<&UserId> = found.iter().map(|found| &found.offer.user).collect();
        let mut gone: BTreeSet<UserId> = self.store.blocked_among(user, &users).await?.into_iter().collect();
        gone.extend(self.store.restricted_among(&users, RestrictionKind::Tables, self.now()).await?);
        let reliability = self.reliability_of_each(&users).await?;
        let mut seekers = Vec::new();
        for WaitingOffer { offer, person, .. } in &found {
            if gone.contains(&person.id) || self.is_on_leave(&person.id).await? {
                continue;
            }
            seekers.push(Seeker {
                offer: offer.clone(),
                person: person.clone(),
                reliability: reliability.get(&person.id).copied().unwrap_or(Reliability::New),
                points: points_in(game.pool(), &self.store.ratings(&person.id).await?),
            });
        }
        Ok(seekers)
    }

    /// Offers wait until their people are back.
    pub(super) async fn is_on_leave(&self, user: &UserId) -> Result<bool, StoreError> {
        let time = self.player_time(user).await?;
        Ok(time.is_some_and(|time| time.on_leave(self.now()).is_some()))
    }

    /// Pairs of these people that a block separates.
    pub(super) async fn apart(&self, seekers: &[Seeker]) -> Result<BTreeSet<(UserId, UserId)>, StoreError> {
        let mut apart = BTreeSet::new();
        for (n, seeker) in seekers.iter().enumerate() {
            let others: Vec<&UserId> = seekers[n + 1..].iter().map(|other| &other.person.id).collect();
            for other in self.store.blocked_among(&seeker.person.id, &others).await? {
                apart.insert((seeker.person.id.clone(), other));
            }
        }
        Ok(apart)
    }
}
