//! How reliably people play in time.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};

use crate::{AccessError, Principal, Scope, Service, StoreError};
use account::UserId;
use engine::Seat;
use table::{GameId, Player, Reliability, ReliabilityDetails, Table};

impl Service {
    /// The user's own reliability, with the turns that lower it.
    pub async fn reliability(&self, principal: &Principal) -> Result<ReliabilityDetails, AccessError> {
        Ok(self.reliability_of(principal.require(Scope::Account)?).await?)
    }

    pub(crate) async fn reliability_of(&self, user: &UserId) -> Result<ReliabilityDetails, StoreError> {
        Ok(ReliabilityDetails::of(self.store.attendance_of(user).await?, self.now()))
    }

    /// The reliability of the people at tables that wait for players; nobody's where all others are computers.
    pub async fn reliability_at(
        &self,
        _: &Principal,
        tables: impl IntoIterator<Item = &Table>,
    ) -> Result<HashMap<UserId, Reliability>, StoreError> {
        let people: BTreeSet<&UserId> = tables.into_iter().flat_map(people_to_wait_for).collect();
        self.reliability_of_each(&people.into_iter().collect::<Vec<_>>()).await
    }

    pub(crate) async fn reliability_of_each(
        &self,
        people: &[&UserId],
    ) -> Result<HashMap<UserId, Reliability>, StoreError> {
        let mut records = self.store.attendance_of_each(people).await?;
        let now = self.now();
        let reliability = |user: &UserId| {
            let record = records.remove(user).unwrap_or_default();
            (user.clone(), ReliabilityDetails::of(record, now).reliability)
        };
        Ok(people.iter().copied().map(reliability).collect())
    }

    /// The reliability of a user who may not join a table because of it.
    pub(crate) async fn too_unreliable(
        &self,
        table: &Table,
        user: &UserId,
    ) -> Result<Option<Reliability>, StoreError> {
        if !table.asks_reliability_of(user) {
            return Ok(None);
        }
        let reliability = self.reliability_of(user).await?.reliability;
        Ok((!table.settings.reliability.allows(reliability)).then_some(reliability))
    }

    /// Whether the player of a seat, whose turn times out now, has missed another less than a day before and has played elsewhere since.
    pub(crate) async fn misses_while_playing(&self, table: &Table, seat: Seat) -> Result<bool, StoreError> {
        let user = table.player(seat).and_then(Player::user).filter(|_| table.counts_attendance());
        let Some(user) = user else { return Ok(false) };
        let record = self.store.attendance_of(user).await?;
        let missed = record.iter().filter(|entry| entry.kind.is_missed()).map(|entry| entry.at).max();
        let Some(missed) = missed.filter(|&at| self.now() - at < ReliabilityDetails::TOGETHER) else {
            return Ok(false);
        };
        let ended = record.iter().filter(|entry| entry.at > missed).map(|entry| entry.game.clone());
        let games: BTreeSet<GameId> =
            self.store.games_changed_since(user, missed).await?.into_iter().chain(ended).collect();
        for game in games.iter().filter(|game| **game != table.id) {
            if self.last_played(user, game).await?.is_some_and(|played| played > missed) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn last_played(&self, user: &UserId, game: &GameId) -> Result<Option<DateTime<Utc>>, StoreError> {
        let Some((table, _)) = self.store.table(game).await? else { return Ok(None) };
        let replay = self.replay(&table).await?;
        Ok(table.seat_of(user).zip(replay).and_then(|(seat, replay)| replay.last_played(seat)))
    }
}

/// The people who have a seat at a table that waits for players, unless all other seats are those of computers.
pub(crate) fn people_to_wait_for(table: &Table) -> Vec<&UserId> {
    let seats = table.seats();
    let people = seats.iter().filter(|player| player.is_none_or(|player| player.level().is_none()));
    if !table.is_waiting() || people.count() < 2 {
        return Vec::new();
    }
    seats.into_iter().flatten().filter_map(Player::user).collect()
}
