//! Ratings: worked out by jobs after rated games, in the order in which the games ended.

mod rebuild;

use chrono::{DateTime, Utc};

use crate::changes::Change;
use crate::people::{is_hidden, log_audited};
use crate::staff::{Role, StaffError, checked_reason};
use crate::{Done, Principal, Service, StoreError};
use account::{AuditAction, AuditEntry, UserId};
use rating::{Pool, Rated};
use store::NextRatedGame;
use table::{
    GameId, HistoryCursor, Job, JobChange, Person, PlayerRating, RANKED_FOR, RankCursor, RankedPlayer,
    RatedGame, RatingBand, RatingChange, RatingCorrection, RatingRange, ScheduledJob, Status, Table, explain,
};

/// Games that are added before other jobs get their turn.
const AT_ONCE: usize = 200;
/// Players or games that a page lists.
const PAGE: u32 = 50;

/// A part of the list of a pool, the strongest first.
#[derive(Clone, Debug, Default)]
pub struct RankPage {
    pub players: Vec<RankedPlayer>,
    pub next: Option<RankCursor>,
}

/// A part of the games of a player in a pool, the last first.
#[derive(Clone, Debug, Default)]
pub struct RatingHistory {
    pub changes: Vec<RatingChange>,
    pub next: Option<HistoryCursor>,
}

/// What a game did to the ratings of its players.
#[derive(Clone, Debug)]
pub struct RatedResult {
    /// By seat.
    pub changes: Vec<RatingChange>,
    /// Why each moved so far, by seat.
    pub explained: Vec<Rated>,
    /// The decisions of administrators about the game, in order.
    pub corrections: Vec<RatingCorrection>,
}

impl Service {
    /// Visible to everyone: the ranked players of a pool.
    pub async fn ranks(
        &self,
        _: &Principal,
        pool: Pool,
        from: Option<&RankCursor>,
    ) -> Result<RankPage, StoreError> {
        let below = from.map(|from| (from.mean, &from.user));
        let mut players = self.store.ranked(pool, below, PAGE + 1).await?;
        let more = players.len() > PAGE as usize;
        players.truncate(PAGE as usize);
        let next = players.last().filter(|_| more).map(|last| RankCursor {
            mean: last.rating.rating.mean,
            user: last.person.id.clone(),
            rank: from.map_or(0, |from| from.rank).saturating_add(PAGE),
        });
        Ok(RankPage { players, next })
    }

    /// Visible to everyone: a player's ratings, by pool.
    pub async fn ratings(
        &self,
        _: &Principal,
        user: &UserId,
    ) -> Result<Vec<(Pool, PlayerRating)>, StoreError> {
        self.store.ratings(user).await
    }

    /// Visible to everyone: a player's rated games in a pool.
    pub async fn rating_history(
        &self,
        _: &Principal,
        user: &UserId,
        pool: Pool,
        from: Option<&HistoryCursor>,
    ) -> Result<RatingHistory, StoreError> {
        let before = from.map(|from| (from.ended, &from.game));
        let mut changes = self.store.rating_changes(user, pool, before, PAGE + 1).await?;
        let more = changes.len() > PAGE as usize;
        changes.truncate(PAGE as usize);
        let last = changes.last().filter(|_| more);
        let next = last.map(|last| HistoryCursor { ended: last.ended, game: last.game.clone() });
        Ok(RatingHistory { changes, next })
    }

    /// The points of a user who may not join a table because of them.
    pub(crate) async fn rating_outside(
        &self,
        table: &Table,
        user: &UserId,
    ) -> Result<Option<i64>, StoreError> {
        if !table.asks_rating_of(user) {
            return Ok(None);
        }
        let points = points_in(table.pool(), &self.store.ratings(user).await?);
        Ok((!table.settings.rating.allows(points)).then_some(points))
    }

    /// What a game did to ratings, for those who may see it; `None` while that isn't worked out.
    pub async fn rated_result(
        &self,
        principal: &Principal,
        table: &Table,
    ) -> Result<Option<RatedResult>, StoreError> {
        if !table.settings.rated
            || table.status() != Status::Finished
            || is_hidden(principal, principal.user(), table, None)
        {
            return Ok(None);
        }
        let Some(game) = self.store.rated_game(&table.id).await? else { return Ok(None) };
        let Some(changes) = self.stored_changes(&game).await? else { return Ok(None) };
        let corrections = self.store.rating_corrections(&table.id).await?;
        Ok(Some(RatedResult { explained: explain(&changes), changes, corrections }))
    }

    /// Excludes a game from ratings, or includes it again. Everything after it is worked out again.
    pub async fn correct_rating(
        &self,
        principal: &Principal,
        game: &GameId,
        excluded: bool,
        reason: &str,
    ) -> Result<(), StaffError> {
        let action = if excluded { AuditAction::ExcludeGame } else { AuditAction::IncludeGame };
        let entry = self.audit(principal, Role::Admin, action, game.as_str(), "").await?;
        let reason = checked_reason(reason)?;
        let entry = AuditEntry { reason: reason.to_owned(), ..entry };
        if self.store.rated_game(game).await?.is_none() {
            return Err(StaffError::NotFound);
        }
        let correction =
            RatingCorrection { game: game.clone(), at: entry.at, excluded, reason: reason.to_owned() };
        let job = update_job(entry.at);
        let changes = [Change::Jobs(job.job.lane(), job.due)];
        let message = self.change_message(&changes);
        if !self.store.correct_rating(&correction, JobChange::Put(job), &entry, message).await? {
            return Err(StaffError::Stale);
        }
        self.wake(&changes);
        log_audited(principal, &entry);
        Ok(())
    }

    /// Stores what a rated game says about its players, or takes it back if the game goes on.
    pub(crate) async fn rate_game(&self, game: &GameId) -> Result<Done, StoreError> {
        let Some((table, _)) = self.store.table(game).await? else { return Ok(Done::Nothing) };
        let rated = self.rated_game(&table).await?;
        let now = self.now();
        let job = update_job(now);
        let changes = [Change::Jobs(job.job.lane(), job.due)];
        let message = self.change_message(&changes);
        if self.store.set_rated_game(game, rated.as_ref(), JobChange::Put(job), now, message).await? {
            self.wake(&changes);
        }
        Ok(Done::Nothing)
    }

    async fn rated_game(&self, table: &Table) -> Result<Option<RatedGame>, StoreError> {
        let replay = if table.settings.rated { self.replay(table).await? } else { None };
        Ok(replay.and_then(|replay| table.rated_game(&replay, table.changed())))
    }

    /// Adds the next games to the ratings.
    pub(crate) async fn update_ratings(&self) -> Result<Done, StoreError> {
        for _ in 0..AT_ONCE {
            let Some(next) = self.store.next_rated_game().await? else { return Ok(Done::Nothing) };
            let (changes, now) = (self.rating_changes(&next).await?, self.now());
            let is_indexed = self.rating_band(&next.game.game).await? == RatingBand::of(&changes);
            let index = || JobChange::Put(Job::IndexGame(next.game.game.clone()).at(now));
            let index = (!is_indexed).then(index);
            let woken: Vec<Change> = Change::of_jobs(index.as_slice()).collect();
            let message = self.change_message(&woken);
            // If that fails, what it follows from has changed, and it is read again.
            if self.store.add_to_ratings(&next, &changes, index, now, message).await? {
                self.wake(&woken);
            }
        }
        Ok(Done::Later(self.now()))
    }

    /// What is stored that a game did to ratings, by seat; `None` while that isn't worked out.
    async fn stored_changes(&self, game: &RatedGame) -> Result<Option<Vec<RatingChange>>, StoreError> {
        let mut changes = Vec::new();
        for user in game.users() {
            changes.extend(self.store.rating_change(user, &game.game).await?);
        }
        Ok((changes.len() == game.players.len()).then_some(changes))
    }

    /// What a game is found by, as its changes are stored. Those that can't be read are none: a repair works them out again.
    pub(crate) async fn rating_band(&self, game: &GameId) -> Result<Option<RatingBand>, StoreError> {
        let changes = async || match self.store.rated_game(game).await? {
            Some(rated) => self.stored_changes(&rated).await,
            None => Ok(None),
        };
        match changes().await {
            Err(error) if error.is_damage() => Ok(None),
            changes => Ok(changes?.and_then(|changes| RatingBand::of(&changes))),
        }
    }

    async fn rating_changes(&self, next: &NextRatedGame) -> Result<Vec<RatingChange>, StoreError> {
        let game = &next.game;
        let (mut before, mut losses) = (Vec::new(), Vec::new());
        for user in game.users() {
            before.push(self.store.rating_before(user, game).await?);
            losses.push(self.store.time_losses(user, game).await?);
        }
        Ok(game.changes(next.excluded, &before, &losses))
    }

    /// Takes those out of the lists who have not played for long.
    pub(crate) async fn unrank_idle(&self) -> Result<(), StoreError> {
        self.store.unrank_idle(self.now() - RANKED_FOR).await
    }

    /// All rated games of a player, by pool.
    pub(crate) async fn all_rating_changes(&self, user: &UserId) -> Result<Vec<RatingChange>, StoreError> {
        let mut all: Vec<RatingChange> = Vec::new();
        for pool in Pool::ALL {
            let mut before: Option<(DateTime<Utc>, GameId)> = None;
            loop {
                let from = before.as_ref().map(|(ended, game)| (*ended, game));
                let part = self.store.rating_changes(user, pool, from, PAGE).await?;
                let Some(last) = part.last() else { break };
                before = Some((last.ended, last.game.clone()));
                all.extend(part);
            }
        }
        Ok(all)
    }

    /// Somebody with an account that is not closed, visible to everyone whom they haven't blocked.
    pub async fn player(&self, principal: &Principal, user: &UserId) -> Result<Option<Person>, StoreError> {
        if let Some(viewer) = principal.reader()
            && self.store.is_blocked_by(viewer, user).await?
        {
            return Ok(None);
        }
        let found = self.store.user(user).await?;
        Ok(found.filter(|found| !found.user.guest && !found.closed).map(|found| found.person()))
    }
}

/// The points with these ratings that count in a pool.
pub(crate) fn points_in(pool: Pool, ratings: &[(Pool, PlayerRating)]) -> i64 {
    let known = ratings.iter().find(|(of, _)| *of == pool);
    known.map_or(RatingRange::START, |(_, known)| known.rating.points())
}

fn update_job(now: DateTime<Utc>) -> ScheduledJob {
    Job::UpdateRatings.at(now)
}
