//! Challenges to games and series, and the games that follow from them.

mod answer;
mod error;
mod make;
mod series;

pub use error::ChallengeError;
pub use series::SeriesView;

use chrono::{DateTime, Utc};

use crate::changes::Change;
use crate::{AccessError, Principal, Scope, Service, StoreError};
use account::{ChallengeId, RestrictionKind, UserId};
use table::{Challenge, ChallengeState, ChallengeView, Job, Outcome, Person, SeriesGame, Settings, Terms};

impl Service {
    /// `None`: there is no such challenge, or the principal is not in it.
    pub async fn challenge_view(
        &self,
        principal: &Principal,
        id: &ChallengeId,
    ) -> Result<Option<ChallengeView>, AccessError> {
        let user = principal.require(Scope::Read)?;
        let found = self.challenge_with_people(id).await?;
        Ok(found.filter(|view| view.challenge.is_between(user)))
    }

    pub(crate) async fn challenge_with_people(
        &self,
        id: &ChallengeId,
    ) -> Result<Option<ChallengeView>, StoreError> {
        let Some(challenge) = self.store.game_challenge(id).await? else { return Ok(None) };
        let people = self.store.people(&[&challenge.from, &challenge.to]).await?;
        Ok(Some(ChallengeView { challenge, people }))
    }

    /// The principal's challenges, made and received: those that are open and those of the last weeks, the last offer first.
    pub async fn challenges(&self, principal: &Principal) -> Result<Vec<ChallengeView>, AccessError> {
        let user = principal.require(Scope::Read)?;
        Ok(self.with_people(self.store.game_challenges_of(user).await?).await?)
    }

    /// What is current about the user's challenges, the last offer first: those without a decision, and answers to the user's since then.
    pub(crate) async fn current_challenges(
        &self,
        user: &UserId,
        since: DateTime<Utc>,
    ) -> Result<Vec<ChallengeView>, StoreError> {
        let now = self.now();
        let is_current = |challenge: &Challenge| match &challenge.state {
            ChallengeState::Open => challenge.is_open(now),
            ChallengeState::Ended(_, at) => {
                *at >= since && challenge.notice().is_some_and(|(told, _)| told == user)
            }
        };
        let mut challenges = self.store.game_challenges_of(user).await?;
        challenges.retain(is_current);
        self.with_people(challenges).await
    }

    /// Those that wait for the user's answer, the last offer first.
    pub(crate) async fn challenges_to_answer(&self, user: &UserId) -> Result<Vec<ChallengeView>, StoreError> {
        let mut current = self.current_challenges(user, DateTime::<Utc>::MAX_UTC).await?;
        current.retain(|view| view.challenge.to_answer() == user);
        Ok(current)
    }

    async fn with_people(&self, challenges: Vec<Challenge>) -> Result<Vec<ChallengeView>, StoreError> {
        let mut users: Vec<&UserId> = challenges.iter().flat_map(|one| [&one.from, &one.to]).collect();
        users.sort();
        users.dedup();
        let people = self.store.people(&users).await?;
        let view = |challenge: Challenge| {
            let people = people.iter().filter(|person| challenge.is_between(&person.id)).cloned().collect();
            ChallengeView { challenge, people }
        };
        Ok(challenges.into_iter().map(view).collect())
    }

    /// The terms with which a form begins: those of a table that the principal may see. `None`: there is no such table.
    pub async fn terms_like(
        &self,
        principal: &Principal,
        game: &table::GameId,
    ) -> Result<Option<Terms>, StoreError> {
        let Some(view) = self.table(principal, game, None).await? else { return Ok(None) };
        Ok(Some(Terms::like(view.table.settings)))
    }

    /// Opens a table for two people and starts the game. `knows` is not notified of it.
    async fn begin_for_two(
        &self,
        settings: &Settings,
        [first, second]: [Person; 2],
        knows: Option<&UserId>,
        series: Option<SeriesGame>,
    ) -> Result<Outcome, StoreError> {
        let absences = self.absences_of(settings, [&first.id, &second.id].into_iter()).await?;
        let randomness = self.table_randomness();
        let people = randomness.seated(first, second);
        let open = table::OpenTable { settings: settings.clone(), seats: 2, computers: Vec::new() };
        let begun = open.begin(&people, knows, randomness, &absences, self.now())?;
        Ok(match series {
            Some(game) => begun.in_series(game),
            None => begun,
        })
    }

    /// Whether moderators keep one of the two from new tables, or one has closed their account.
    async fn unavailable_among(&self, users: &[&UserId]) -> Result<(Vec<UserId>, Vec<UserId>), StoreError> {
        let restricted = self.store.restricted_among(users, RestrictionKind::Tables, self.now()).await?;
        Ok((self.store.closed_among(users).await?, restricted))
    }

    /// What a change of a challenge changes for others.
    fn challenge_changes(&self, challenge: &Challenge) -> Vec<Change> {
        let users = [&challenge.from, &challenge.to].map(|user| Change::User(user.clone()));
        let expires = challenge.expires();
        let lane = Job::ExpireChallenge(challenge.id.clone()).lane();
        let push = challenge.push(self.now()).filter(|_| self.notifier.is_some());
        let push = push.map(|push| Change::Jobs(Job::Push(push.clone()).lane(), push.made));
        users.into_iter().chain([Change::Jobs(lane, expires)]).chain(push).collect()
    }
}
