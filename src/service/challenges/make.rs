//! Challenging somebody, and answering with other terms.

use super::ChallengeError;
use crate::lobby::person_of;
use crate::{Principal, Scope, Service};
use account::{ChallengeId, RestrictionKind, UserId};
use store::{AddedChallenge, ChangedChallenge};
use table::{Challenge, ChallengeRefusal, Person, Terms};

/// Challenges without a decision that one user may have made.
const MOST_OPEN: u32 = 20;

impl Service {
    /// Challenges another user. Sending the same challenge twice makes one.
    pub async fn challenge(
        &self,
        principal: &Principal,
        to: &UserId,
        terms: Terms,
    ) -> Result<ChallengeId, ChallengeError> {
        let (from, to) = self.opponents(principal, to).await?;
        let id = ChallengeId::new(self.chance.bytes());
        let challenge = Challenge::new(id, &from, &to, terms, self.now())?;
        self.count_challenge(&from.id).await??;
        let changes = self.challenge_changes(&challenge);
        let message = self.change_message(&changes);
        match self.store.add_game_challenge(&challenge, MOST_OPEN, message).await? {
            AddedChallenge::Added => {
                self.wake(&changes);
                Ok(challenge.id)
            }
            AddedChallenge::TooMany(open) => Err(ChallengeError::TooMany(open)),
            AddedChallenge::Blocked => Err(ChallengeError::Blocked),
            AddedChallenge::Exists(other) => {
                let same = other.from == challenge.from && other.n == 1 && other.terms == challenge.terms;
                if same { Ok(other.id) } else { Err(ChallengeError::Exists(other.id)) }
            }
        }
    }

    /// Whom a form challenges, unless the principal can't challenge them.
    pub async fn challengeable(&self, principal: &Principal, to: &UserId) -> Result<Person, ChallengeError> {
        let (from, to) = self.opponents(principal, to).await?;
        if from.id == to.id {
            return Err(ChallengeRefusal::Yourself.into());
        }
        if from.is_bot() || to.is_bot() {
            return Err(ChallengeRefusal::Bot.into());
        }
        if !self.store.blocked_among(&from.id, &[&to.id]).await?.is_empty() {
            return Err(ChallengeError::Blocked);
        }
        Ok(to)
    }

    /// The principal and another user, if both have accounts and may sit at new tables.
    async fn opponents(
        &self,
        principal: &Principal,
        to: &UserId,
    ) -> Result<(Person, Person), ChallengeError> {
        let user = principal.require(Scope::Play)?;
        self.check_restriction(user, RestrictionKind::Tables).await??;
        let stored = self.store.user(user).await?;
        if stored.as_ref().is_some_and(|stored| stored.user.guest) {
            return Err(ChallengeError::Guest);
        }
        let other = self.store.user(to).await?.filter(|other| !other.user.guest && !other.closed);
        let other = other.ok_or(ChallengeError::NoSuchPlayer)?;
        if user != to && self.check_restriction(to, RestrictionKind::Tables).await?.is_err() {
            return Err(ChallengeError::Unavailable);
        }
        Ok((person_of(user, stored.as_ref()), other.person()))
    }

    /// Answers offer `n` with other terms, which the other one can accept, decline or answer in turn.
    pub async fn counter_challenge(
        &self,
        principal: &Principal,
        id: &ChallengeId,
        n: u32,
        terms: Terms,
    ) -> Result<(), ChallengeError> {
        let user = principal.require(Scope::Play)?;
        let challenge = self.own_challenge(user, id).await?;
        let countered = challenge.counter(user, n, terms.clone(), self.now());
        if countered.is_err() && challenge.was_countered(user, n, &terms) {
            return Ok(());
        }
        let countered = countered?;
        self.check_restriction(user, RestrictionKind::Tables).await??;
        self.count_challenge(user).await??;
        self.store_answer(&countered, n).await
    }

    /// A challenge that the user is in.
    pub(super) async fn own_challenge(
        &self,
        user: &UserId,
        id: &ChallengeId,
    ) -> Result<Challenge, ChallengeError> {
        let found = self.store.game_challenge(id).await?.filter(|challenge| challenge.is_between(user));
        found.ok_or(ChallengeError::NoSuchChallenge)
    }

    /// Stores what has become of offer `n`.
    pub(super) async fn store_answer(&self, after: &Challenge, n: u32) -> Result<(), ChallengeError> {
        let changes = self.challenge_changes(after);
        let message = self.change_message(&changes);
        match self.store.change_game_challenge(after, n, message).await? {
            ChangedChallenge::Stored => {
                self.wake(&changes);
                Ok(())
            }
            ChangedChallenge::Blocked => Err(ChallengeError::Blocked),
            ChangedChallenge::Stale => Err(self.changed_since(after, n).await?),
        }
    }

    /// Why offer `n` of a challenge can't be answered any more.
    pub(super) async fn changed_since(
        &self,
        challenge: &Challenge,
        n: u32,
    ) -> Result<ChallengeError, ChallengeError> {
        let now = self.store.game_challenge(&challenge.id).await?.ok_or(ChallengeError::NoSuchChallenge)?;
        let is_decided = !now.is_open(self.now());
        let changed = now.n != n && !is_decided;
        Ok(if changed { ChallengeRefusal::Changed.into() } else { ChallengeRefusal::Decided.into() })
    }
}
