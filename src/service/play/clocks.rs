//! Clocks of running games: what stops them, and their deadlines when that changes.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use quick_cache::sync::Cache;

use crate::changes::Change;
use crate::{Done, Principal, Service, StoreError, TableView};
use account::UserId;
use table::{
    Absences, Clocks, GameId, Job, JobChange, Outages, Player, PlayerTime, Refreshed, Replay, Row, Settings,
    Stop, Table,
};

/// How often a server says that it is up.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(30);
/// After so long without a heartbeat there may have been an outage.
const OUTDATED: TimeDelta = TimeDelta::seconds(60);
/// Games fetched at a time when all deadlines are worked out again.
const PAGE: u32 = 500;
/// How many people's hours and leave are kept in memory.
const PEOPLE: usize = 10_000;

/// What stops clocks, as far as this process knows.
#[derive(Debug)]
pub(crate) struct AbsenceCache {
    /// With the time of the heartbeat that they were read after.
    outages: RwLock<(Outages, DateTime<Utc>)>,
    /// `None` where other servers may change them.
    players: Option<Cache<UserId, Arc<PlayerTime>>>,
}

impl AbsenceCache {
    pub fn new(alone: bool) -> Self {
        Self {
            outages: RwLock::new((Outages::default(), DateTime::<Utc>::MIN_UTC)),
            players: alone.then(|| Cache::new(PEOPLE)),
        }
    }

    fn outages(&self) -> (Outages, DateTime<Utc>) {
        self.outages.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Service {
    /// Says that a server is up, and learns of outages. After one, all deadlines are worked out again.
    pub async fn heartbeat(&self) -> Result<(), StoreError> {
        let now = self.now();
        if self.store.add_heartbeat(now).await? {
            self.schedule(Job::RefreshClocks(Refreshed::All), now).await?;
        }
        self.read_outages(now).await
    }

    /// Learns of outages. `heartbeat` is when a server was last known to be up.
    pub(crate) async fn read_outages(&self, heartbeat: DateTime<Utc>) -> Result<(), StoreError> {
        let outages = Outages::new(self.store.outages().await?);
        *self.absence_cache.outages.write().unwrap_or_else(PoisonError::into_inner) = (outages, heartbeat);
        Ok(())
    }

    /// [`Self::heartbeat`], unless a test sets the clock: each jump of its time would be an outage.
    pub(crate) async fn heartbeat_unless_manual(&self) -> Result<(), StoreError> {
        if self.clock.is_manual() { Ok(()) } else { self.heartbeat().await }
    }

    /// [`Self::heartbeat`], unless it was done a moment ago: a process that was suspended may not know of an outage.
    pub(super) async fn heartbeat_before_time_out(&self) -> Result<(), StoreError> {
        let (_, heartbeat) = self.absence_cache.outages();
        if self.now() - heartbeat > OUTDATED { self.heartbeat_unless_manual().await } else { Ok(()) }
    }

    /// What stops the clocks of a table, at which another user may be about to sit down.
    pub(crate) async fn absences(
        &self,
        table: &Table,
        joining: Option<&UserId>,
    ) -> Result<Absences, StoreError> {
        let seats = table.seats();
        let former = table.agreements.handovers().iter().map(|handover| &handover.from);
        let users = seats.iter().filter_map(|player| (*player)?.user()).chain(former).chain(joining);
        self.absences_of(&table.settings, users).await
    }

    /// What stops the clocks of these users at a table with these settings.
    pub(crate) async fn absences_of(
        &self,
        settings: &Settings,
        users: impl Iterator<Item = &UserId>,
    ) -> Result<Absences, StoreError> {
        let (outages, _) = self.absence_cache.outages();
        let users: Vec<&UserId> = users.filter(|_| settings.respects_absence()).collect();
        Ok(Absences { outages, players: self.player_times(&users).await? })
    }

    /// Whether a clock of the table can have stood after its deadline was worked out.
    pub(super) fn may_have_stood(&self, table: &Table) -> bool {
        table.clocks_may_stop() || !self.absence_cache.outages().0.periods().is_empty()
    }

    /// What stops the clock of a person who plays against computers only.
    pub(crate) fn outages_only(&self) -> Absences {
        Absences { outages: self.absence_cache.outages().0, ..Absences::default() }
    }

    /// The hours and the leave of users.
    async fn player_times(&self, users: &[&UserId]) -> Result<HashMap<UserId, Arc<PlayerTime>>, StoreError> {
        let known = |user: &&UserId| {
            let time = self.absence_cache.players.as_ref()?.get(*user)?;
            Some(((*user).clone(), time))
        };
        let mut times: HashMap<UserId, Arc<PlayerTime>> = users.iter().filter_map(known).collect();
        let unknown: Vec<&UserId> = users.iter().copied().filter(|user| !times.contains_key(*user)).collect();
        for (user, time) in self.store.player_times(&unknown).await? {
            let time = Arc::new(time);
            self.cache_player_time(&user, &time);
            times.insert(user, time);
        }
        Ok(times)
    }

    pub(crate) async fn player_time(&self, user: &UserId) -> Result<Option<Arc<PlayerTime>>, StoreError> {
        Ok(self.player_times(&[user]).await?.remove(user))
    }

    pub(crate) fn cache_player_time(&self, user: &UserId, time: &Arc<PlayerTime>) {
        if let Some(players) = &self.absence_cache.players {
            players.insert(user.clone(), time.clone());
        }
    }

    pub(crate) fn forget_player_time(&self, user: &UserId) {
        if let Some(players) = &self.absence_cache.players {
            players.remove(user);
        }
    }

    /// The clocks of a started game, for those who may see its table; `None` before the start, and without a time control.
    pub async fn clocks(&self, _: &Principal, game: &TableView) -> Result<Option<Clocks>, StoreError> {
        match &game.play {
            Some(replay) => self.clocks_of(&game.table, replay).await,
            None => Ok(None),
        }
    }

    async fn clocks_of(&self, table: &Table, replay: &Replay) -> Result<Option<Clocks>, StoreError> {
        let absences = self.absences(table, None).await?;
        Ok(replay.clocks(table.settings.time_control, table.stops(&absences)))
    }

    /// Why the clock of the person to move stands, if it does.
    pub(crate) async fn clock_stop(
        &self,
        table: &Table,
        replay: &Replay,
    ) -> Result<Option<Stop>, StoreError> {
        let (Some(seat), Some(_)) = (table.to_move(), table.deadline()) else { return Ok(None) };
        if !table.clocks_may_stop() || table.is_vacant() {
            return Ok(None);
        }
        let clocks = self.clocks_of(table, replay).await?;
        Ok(clocks.and_then(|clocks| clocks.running(seat, replay.turn_since, self.now()).stop))
    }

    /// Works out the deadline of a game again, and stores it if it has moved. Returns what it is now; `None` if no clock runs, or if a
    /// move was stored meanwhile.
    pub(crate) async fn refresh_clock(&self, game: &GameId) -> Result<Option<DateTime<Utc>>, StoreError> {
        let Some((table, _)) = self.store.table(game).await? else { return Ok(None) };
        let right = self.deadline_of(&table).await?;
        let (Some(deadline), true) = (right, right != table.deadline()) else { return Ok(right) };
        let people = table.seats().into_iter().flatten().filter_map(Player::user);
        let mut changes: Vec<Change> = people.map(|user| Change::User(user.clone())).collect();
        changes.push(Change::Game(game.clone()));
        changes.extend(Change::of_jobs(&[JobChange::Put(Job::TimeOut(game.clone()).at(deadline))]));
        let message = self.change_message(&changes);
        if !self.store.move_deadline(game, table.last_event(), deadline, self.now(), message).await? {
            return Ok(None);
        }
        self.wake(&changes);
        Ok(Some(deadline))
    }

    /// Works out the deadline of a table's game, or of its salts. `None` if no clock runs, or if a move was stored meanwhile.
    async fn deadline_of(&self, table: &Table) -> Result<Option<DateTime<Utc>>, StoreError> {
        if table.deadline().is_none() {
            return Ok(None);
        }
        let Some(row) = table.row() else {
            let log = self.store.table_log(&table.id).await?;
            return Ok(table.clone().with_outages(&log, &self.outages_only().outages).deadline());
        };
        let Some(replay) = self.replay(table).await?.filter(|replay| replay.last() == row.last) else {
            return Ok(None);
        };
        let absences = self.absences(table, None).await?;
        Ok(Row::of(&replay, &table.seats(), &table.settings, table.stops(&absences), row.changed).deadline)
    }

    pub(crate) async fn refresh_clocks(&self, refreshed: &Refreshed) -> Result<Done, StoreError> {
        match refreshed {
            Refreshed::All => self.refresh_all_clocks().await?,
            Refreshed::User(user) => self.refresh_clocks_of(user).await?,
            Refreshed::Game(game) => drop(self.refresh_clock(game).await?),
        }
        Ok(Done::Nothing)
    }

    /// Works out the deadlines again of all games in which the user's clock runs.
    pub(super) async fn refresh_clocks_of(&self, user: &UserId) -> Result<(), StoreError> {
        for game in self.store.games_on_clock(user).await? {
            self.refresh_clock(&game).await?;
        }
        Ok(())
    }

    async fn refresh_all_clocks(&self) -> Result<(), StoreError> {
        let mut after: Option<String> = None;
        while let Some((games, last)) = self.store.games_with_deadline(after.as_deref(), PAGE).await? {
            for game in &games {
                // A game that can't be read keeps no others from it.
                if let Err(error) = self.refresh_clock(game).await {
                    if !error.is_damage() {
                        return Err(error);
                    }
                    tracing::error!(%game, %error, "failed to work out a deadline again");
                }
            }
            after = Some(last);
        }
        Ok(())
    }

    /// Adds a job that belongs to no outcome.
    pub(crate) async fn schedule(&self, job: Job, due: DateTime<Utc>) -> Result<(), StoreError> {
        let job = job.at(due);
        self.store.ensure_job(&job).await?;
        self.wake(&Change::of_jobs(&[JobChange::Put(job)]).collect::<Vec<_>>());
        Ok(())
    }
}
