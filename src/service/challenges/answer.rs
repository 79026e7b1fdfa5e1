//! Accepting, declining and withdrawing challenges, and what happens to those that nobody answers.

use super::ChallengeError;
use crate::changes::Change;
use crate::jobs::Done;
use crate::{Principal, Scope, Service, StoreError};
use account::{ChallengeId, RestrictionKind, SeriesId, UserId};
use store::ChangedChallenge;
use table::{Challenge, ChallengeEnd, ChallengeState, GameId, Person, SeriesGame, Side};

impl Service {
    /// Accepts offer `n`: the game begins. Accepting it twice gives the same game.
    pub async fn accept_challenge(
        &self,
        principal: &Principal,
        id: &ChallengeId,
        n: u32,
    ) -> Result<GameId, ChallengeError> {
        let user = principal.require(Scope::Play)?;
        let challenge = self.own_challenge(user, id).await?;
        if let Some(game) = accepted_before(&challenge, user, n) {
            return Ok(game);
        }
        let now = self.now();
        challenge.check_answer(user, n, now)?;
        self.check_restriction(user, RestrictionKind::Tables).await??;
        let (closed, restricted) = self.unavailable_among(&[challenge.opponent_of(user)]).await?;
        if !closed.is_empty() || !restricted.is_empty() {
            return Err(ChallengeError::Unavailable);
        }
        let chance = if self.chance.bytes::<1>()[0].is_multiple_of(2) { Side::First } else { Side::Second };
        let players = challenge.players(chance);
        let series = challenge.terms.series(SeriesId::new(self.chance.bytes()), players.clone(), now);
        let first = series.as_ref().map(|series| SeriesGame { id: series.id.clone(), n: 1 });
        let people = self.both(&players).await?.ok_or(ChallengeError::NoSuchPlayer)?;
        let opening = self.begin_for_two(&challenge.terms.settings, people, Some(user), first).await?;
        let game = opening.game.clone();
        let opened = (game.clone(), series.as_ref().map(|series| series.id.clone()));
        let accepted = challenge.accept(user, n, opened, now)?;
        let changes: Vec<Change> =
            [self.changes_of(None, &opening), self.challenge_changes(&accepted)].concat();
        let message = self.change_message(&changes);
        match self.store.accept_game_challenge(&accepted, n, (series, opening), message).await? {
            ChangedChallenge::Stored => {
                self.wake(&changes);
                Ok(game)
            }
            ChangedChallenge::Blocked => Err(ChallengeError::Blocked),
            ChangedChallenge::Stale => {
                let present = self.own_challenge(user, id).await?;
                // The same form was sent twice.
                match accepted_before(&present, user, n) {
                    Some(game) => Ok(game),
                    None => Err(self.changed_since(&present, n).await?),
                }
            }
        }
    }

    /// Two people, in this order; `None` if one of them is gone.
    pub(super) async fn both(&self, players: &[UserId; 2]) -> Result<Option<[Person; 2]>, StoreError> {
        let [first, second] = players;
        let people = self.store.people(&[first, second]).await?;
        let find = |user: &UserId| people.iter().find(|person| person.id == *user).cloned();
        Ok(find(first).zip(find(second)).map(<[Person; 2]>::from))
    }

    /// Declines offer `n`. Declining it twice succeeds.
    pub async fn decline_challenge(
        &self,
        principal: &Principal,
        id: &ChallengeId,
        n: u32,
    ) -> Result<(), ChallengeError> {
        let user = principal.require(Scope::Play)?;
        let challenge = self.own_challenge(user, id).await?;
        let twice = ends_with(&challenge, &ChallengeEnd::Declined) && challenge.to_answer() == user;
        if twice && challenge.n == n {
            return Ok(());
        }
        self.store_answer(&challenge.decline(user, n, self.now())?, n).await
    }

    /// Takes back the user's own offer `n`. Doing it twice succeeds.
    pub async fn withdraw_challenge(
        &self,
        principal: &Principal,
        id: &ChallengeId,
        n: u32,
    ) -> Result<(), ChallengeError> {
        let user = principal.require(Scope::Play)?;
        let challenge = self.own_challenge(user, id).await?;
        let twice = ends_with(&challenge, &ChallengeEnd::Withdrawn) && challenge.offered_by() == user;
        if twice && challenge.n == n {
            return Ok(());
        }
        self.store_answer(&challenge.withdraw(user, n, self.now())?, n).await
    }

    /// Ends a challenge whose time is over, and tells the one who waits for an answer.
    pub(crate) async fn expire_challenge(&self, id: &ChallengeId) -> Result<Done, StoreError> {
        let Some(challenge) = self.store.game_challenge(id).await? else { return Ok(Done::Nothing) };
        if challenge.state != ChallengeState::Open {
            return Ok(Done::Nothing);
        }
        let Some(expired) = challenge.expire(self.now()) else {
            return Ok(Done::Later(challenge.expires()));
        };
        let changes = self.challenge_changes(&expired);
        let message = self.change_message(&changes);
        match self.store.change_game_challenge(&expired, challenge.n, message).await? {
            ChangedChallenge::Stored => {
                self.wake(&changes);
                Ok(Done::Stored)
            }
            ChangedChallenge::Stale | ChangedChallenge::Blocked => Ok(Done::Nothing),
        }
    }
}

/// The game that began when this user accepted this offer.
fn accepted_before(challenge: &Challenge, user: &UserId, n: u32) -> Option<GameId> {
    match &challenge.state {
        ChallengeState::Ended(ChallengeEnd::Accepted { game, .. }, _)
            if challenge.to_answer() == user && challenge.n == n =>
        {
            Some(game.clone())
        }
        _ => None,
    }
}

fn ends_with(challenge: &Challenge, expected: &ChallengeEnd) -> bool {
    matches!(&challenge.state, ChallengeState::Ended(end, _) if end == expected)
}
