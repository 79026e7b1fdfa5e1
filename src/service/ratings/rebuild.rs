//! Works ratings out again from the logs, and compares them with what is stored.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use crate::ratings::update_job;
use crate::{Done, Service, StoreError, TRIES};
use account::UserId;
use rating::Pool;
use table::{ABSENCE, GameId, Job, JobChange, PlayerRating, RatedGame, RatingChange, TimeLoss};

/// Games fetched at a time.
const BATCH: u32 = 500;

/// Ratings as they follow from the rated games up to one.
#[derive(Default)]
struct Ledger {
    ratings: HashMap<(UserId, Pool), PlayerRating>,
    /// The games that each player lost on time, in order.
    losses: HashMap<UserId, Vec<TimeLoss>>,
}

impl Service {
    /// Compares what is stored about a rated game with its logs.
    pub(crate) async fn rebuild_rated_game(
        &self,
        game: &GameId,
        check_only: bool,
    ) -> Result<Option<String>, StoreError> {
        let Some((table, _)) = self.store.table(game).await? else { return Ok(None) };
        let stored = match self.store.rated_game(game).await {
            Err(error) if error.is_damage() => Err(error.to_string()),
            other => Ok(other?),
        };
        let right = self.rated_game(&table).await?;
        if stored.as_ref() == Ok(&right) || self.store.is_scheduled(&Job::RateGame(game.clone())).await? {
            return Ok(None);
        }
        if !check_only {
            self.rate_game(game).await?;
        }
        Ok(Some(format!(
            "game {game}, its result for ratings: {stored:?} is stored, {right:?} follows from the log"
        )))
    }

    /// Works all ratings out again from the rated games, and compares each change. If some are wrong and may be repaired, all are worked out
    /// again. What changes meanwhile is compared again.
    pub(crate) async fn rebuild_ratings(&self, check_only: bool) -> Result<Vec<String>, StoreError> {
        let mut differences = Vec::new();
        for _ in 0..TRIES {
            if self.store.is_scheduled(&Job::UpdateRatings).await? {
                if check_only {
                    return Ok(Vec::new());
                }
                self.finish_updating_ratings().await?;
            }
            let revision = self.store.rating_revision().await?;
            differences = match self.wrong_ratings().await {
                Err(error) if error.is_damage() => vec![format!("ratings, unreadable: {error}")],
                compared => compared?,
            };
            if differences.is_empty() || self.store.rating_revision().await? == revision {
                break;
            }
        }
        if !differences.is_empty() && !check_only {
            let now = self.now();
            let losses = self.all_losses().await?.into_iter();
            let losses =
                losses.flat_map(|(user, losses)| losses.into_iter().map(move |loss| (user.clone(), loss)));
            self.store.restart_ratings(losses.collect(), JobChange::Put(update_job(now)), now).await?;
            self.finish_updating_ratings().await?;
        }
        Ok(differences)
    }

    async fn wrong_ratings(&self) -> Result<Vec<String>, StoreError> {
        let mut ledger = Ledger { losses: self.all_losses().await?, ..Ledger::default() };
        let mut differences: Vec<String> = self.wrong_losses(&ledger.losses).await?.into_iter().collect();
        let mut changes = 0;
        let mut after: Option<(DateTime<Utc>, GameId)> = None;
        loop {
            let from = after.as_ref().map(|(ended, game)| (*ended, game));
            let games = self.store.rated_games(from, BATCH).await?;
            let Some((last, _)) = games.last() else { break };
            after = Some((last.ended, last.game.clone()));
            for (game, excluded) in &games {
                let right = ledger.add(game, *excluded);
                changes += right.len();
                differences.extend(self.compare_changes(&right).await?);
            }
        }
        for ((user, pool), right) in &ledger.ratings {
            let stored = self.store.ratings(user).await?.into_iter().find(|(of, _)| of == pool);
            if stored.map(|(_, rating)| rating) != Some(*right) {
                differences.push(format!(
                    "user {user}, rating in {}: {stored:?} is stored, {right:?} follows from the games",
                    pool.word()
                ));
            }
        }
        let (stored, right) = (self.store.count_ratings().await?, (changes, ledger.ratings.len()));
        if differences.is_empty() && stored != right {
            differences
                .push(format!("changes and ratings: {stored:?} are stored, {right:?} follow from the games"));
        }
        Ok(differences)
    }

    /// Compares the games that are stored as lost on time.
    async fn wrong_losses(
        &self,
        right: &HashMap<UserId, Vec<TimeLoss>>,
    ) -> Result<Option<String>, StoreError> {
        let mut stored: HashMap<UserId, Vec<TimeLoss>> = HashMap::new();
        let mut after: Option<(UserId, TimeLoss)> = None;
        loop {
            let part = self.store.all_time_losses(after.as_ref(), BATCH).await?;
            let Some(last) = part.last() else { break };
            after = Some(last.clone());
            for (user, loss) in part {
                stored.entry(user).or_default().push(loss);
            }
        }
        let is_wrong = stored != *right;
        Ok(is_wrong.then(|| "games lost on time: those stored are not those of the logs".to_owned()))
    }

    async fn finish_updating_ratings(&self) -> Result<(), StoreError> {
        while self.update_ratings().await? != Done::Nothing {}
        Ok(())
    }

    /// Excluded games make no other an absence.
    async fn all_losses(&self) -> Result<HashMap<UserId, Vec<TimeLoss>>, StoreError> {
        let mut losses: HashMap<UserId, Vec<TimeLoss>> = HashMap::new();
        let mut after: Option<(DateTime<Utc>, GameId)> = None;
        loop {
            let from = after.as_ref().map(|(ended, game)| (*ended, game));
            let games = self.store.rated_games(from, BATCH).await?;
            let Some((last, _)) = games.last() else { return Ok(losses) };
            after = Some((last.ended, last.game.clone()));
            for (game, _) in games.iter().filter(|(_, excluded)| !excluded) {
                for user in game.lost_on_time() {
                    let loss = TimeLoss { ended: game.ended, game: game.game.clone() };
                    losses.entry(user.clone()).or_default().push(loss);
                }
            }
        }
    }

    async fn compare_changes(&self, right: &[RatingChange]) -> Result<Vec<String>, StoreError> {
        let mut differences = Vec::new();
        for change in right {
            let stored = self.store.rating_change(&change.user, &change.game).await;
            let stored = match stored {
                Err(error) if error.is_damage() => Err(error.to_string()),
                other => Ok(other?),
            };
            if stored.as_ref().ok().and_then(Option::as_ref) != Some(change) {
                differences.push(format!(
                    "user {}, rating after game {}: {stored:?} is stored, {change:?} follows from the games",
                    change.user, change.game
                ));
            }
        }
        Ok(differences)
    }
}

impl Ledger {
    fn add(&mut self, game: &RatedGame, excluded: bool) -> Vec<RatingChange> {
        let before: Vec<Option<PlayerRating>> =
            game.users().map(|user| self.ratings.get(&(user.clone(), game.pool)).copied()).collect();
        let losses: Vec<Vec<TimeLoss>> = game.users().map(|user| self.losses_around(user, game)).collect();
        let changes = game.changes(excluded, &before, &losses);
        for change in changes.iter().filter(|change| change.void.is_none()) {
            self.ratings.insert((change.user.clone(), change.pool), change.rating());
        }
        changes
    }

    /// As the store finds them.
    fn losses_around(&self, user: &UserId, game: &RatedGame) -> Vec<TimeLoss> {
        let all = self.losses.get(user).map(Vec::as_slice).unwrap_or_default();
        let this = (game.ended, &game.game);
        let later = all.partition_point(|loss| (loss.ended, &loss.game) <= this);
        let near = all[later.saturating_sub(3)..].iter().take(later.min(3) + 1);
        let within = |loss: &&TimeLoss| (game.ended - ABSENCE..=game.ended + ABSENCE).contains(&loss.ended);
        near.filter(within).cloned().collect()
    }
}
