//! Jobs that begin the games of offers that fit together.

use std::collections::BTreeSet;

use chrono::TimeDelta;

use crate::{Done, Service, StoreError};
use account::{OfferId, RestrictionKind, UserId};
use store::{BeginResult, WaitingOffer};
use table::{GameId, Offer, OfferedGame, Person, Player, Seeker, group};

/// How often offers are matched that nothing has changed about: people come back from leave, get ratings, and end blocks.
const AGAIN: TimeDelta = TimeDelta::minutes(10);
/// Offers that are read together.
const PAGE: u32 = 100;

impl Service {
    /// Begins games of an offer with others that fit, as long as it has room.
    pub(crate) async fn match_offer(&self, id: &OfferId) -> Result<Done, StoreError> {
        while let Some(offer) = self.store.offer(id).await? {
            if offer.waits.is_none() || self.begin_some(&offer, None).await?.is_none() {
                break;
            }
        }
        Ok(Done::Nothing)
    }

    /// Does so for all that wait.
    pub(crate) async fn match_offers(&self) -> Result<Done, StoreError> {
        let begun = self.now();
        let mut after = None;
        loop {
            let page = self.store.open_offers(after.as_ref().map(|(waits, id)| (*waits, id)), PAGE).await?;
            // Those that were matched meanwhile wait again at the end.
            for found in page.iter().filter(|found| found.waits <= begun) {
                self.renew_keys(&found.offer).await?;
                self.match_offer(&found.offer.id).await?;
            }
            match page.last() {
                Some(last) if page.len() == PAGE as usize => {
                    after = Some((last.waits, last.offer.id.clone()));
                }
                _ => break,
            }
        }
        Ok(Done::Later(self.now() + AGAIN))
    }

    async fn renew_keys(&self, offer: &Offer) -> Result<(), StoreError> {
        let keys: Vec<_> = offer.terms.games().iter().map(OfferedGame::key).collect();
        let mut expected: Vec<&str> = keys.iter().map(table::GameKey::as_str).collect();
        expected.sort_unstable();
        if self.store.offer_keys(&offer.id).await? != expected {
            self.store.renew_offer_keys(&offer.id, keys).await?;
        }
        Ok(())
    }

    /// A game is over: the offers of those who played wait again.
    pub(crate) async fn free_offers(&self, game: &GameId) -> Result<Done, StoreError> {
        let freed = self.store.offers_in(game).await?.into_iter().map(|offer| {
            let keys = offer.terms.games().iter().map(OfferedGame::key).collect();
            (offer.id, keys)
        });
        let freed: Vec<_> = freed.collect();
        if !freed.is_empty() {
            self.store.free_offers(game, freed, self.now()).await?;
        }
        let Some((table, _)) = self.store.table(game).await? else { return Ok(Done::Nothing) };
        for user in table.seats().into_iter().flatten().filter_map(Player::user) {
            // Also of others that had no room because somebody had enough games.
            for offer in self.store.offers_of(user).await? {
                self.match_offer(&offer.id).await?;
            }
        }
        Ok(Done::Nothing)
    }

    /// Begins one of the games that an offer welcomes; `None` if nobody fits. `knows` is not notified of it.
    pub(super) async fn begin_some(
        &self,
        offer: &Offer,
        knows: Option<&UserId>,
    ) -> Result<Option<GameId>, StoreError> {
        let restricted = self.check_restriction(&offer.user, RestrictionKind::Tables).await?;
        if restricted.is_err() || self.is_on_leave(&offer.user).await? {
            return Ok(None);
        }
        let met = self.store.met_by_offers(&offer.user).await?;
        for game in offer.terms.games() {
            if let Some(begun) = self.begin_one(offer, &game, &met, knows).await? {
                return Ok(Some(begun));
            }
        }
        Ok(None)
    }

    async fn begin_one(
        &self,
        offer: &Offer,
        game: &OfferedGame,
        met: &[UserId],
        knows: Option<&UserId>,
    ) -> Result<Option<GameId>, StoreError> {
        let wanted = |found: &WaitingOffer| !met.contains(&found.offer.user);
        let others = self.seekers(&offer.user, game, wanted).await?;
        if others.is_empty() {
            return Ok(None);
        }
        let Some(me) = self.seeker(offer, game).await? else { return Ok(None) };
        let seekers: Vec<Seeker> = std::iter::once(me).chain(others).collect();
        let apart = if game.0.seats > 2 { self.apart(&seekers).await? } else { BTreeSet::new() };
        let Some(group) = group(&seekers, game.0.seats, &apart) else { return Ok(None) };
        let offers = group.iter().map(|one| one.offer.id.clone()).collect();
        self.begin(game, group.into_iter().map(|one| one.person).collect(), offers, knows).await
    }

    /// `None` if the user is no more.
    async fn seeker(&self, offer: &Offer, game: &OfferedGame) -> Result<Option<Seeker>, StoreError> {
        let Some(stored) = self.store.user(&offer.user).await? else { return Ok(None) };
        let newcomer = self.newcomer_called(&offer.user, None).await?;
        Ok(Some(Seeker {
            offer: offer.clone(),
            points: newcomer.points(game),
            reliability: newcomer.reliability,
            person: stored.person(),
        }))
    }

    /// Begins a game of these people, in an order that chance decides. `None` if one of the offers is taken, or a block has come in between.
    pub(super) async fn begin(
        &self,
        OfferedGame(open): &OfferedGame,
        mut people: Vec<Person>,
        offers: Vec<OfferId>,
        knows: Option<&UserId>,
    ) -> Result<Option<GameId>, StoreError> {
        people.sort_by_cached_key(|_| self.chance.bytes::<8>());
        let absences = self.absences_of(&open.settings, people.iter().map(|person| &person.id)).await?;
        let begun = open.begin(&people, knows, self.table_randomness(), &absences, self.now())?;
        let game = begun.game.clone();
        let people = people.into_iter().map(|person| person.id).collect();
        Ok(match self.execute_offered(begun, people, offers).await? {
            BeginResult::Stored => Some(game),
            BeginResult::Taken => None,
        })
    }
}
