//! Timeouts.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::PlayError;
use crate::metrics::MoveBy;
use crate::{Done, Service, StoreError};
use account::UserId;
use engine::DrawSecret;
use store::Executed;
use table::{GameId, Job, LoggedTimeEvent, Player, PlayerTime, Refreshed, Table};

impl Service {
    /// Times out the player to move, or the players whose salts are missing, if the deadline has passed. A timeout takes the next event number, as a move does,
    /// so only one of them can be stored.
    pub(crate) async fn time_out(&self, game: &GameId) -> Result<Done, PlayError> {
        // This server's clock may just have been set.
        self.compare_clocks().await?;
        let Some((table, secret)) = self.store.table(game).await? else { return Ok(Done::Nothing) };
        if table.revealing().is_some() {
            return Ok(self.time_out_salts(&table, &secret).await?);
        }
        // Where a computer is to move, the seat waits to be taken over.
        let deadline = table.deadline().filter(|_| !table.is_computer_to_move());
        let Some(deadline) = deadline else { return Ok(Done::Nothing) };
        // A move leaves the job where it is, so it may come too early.
        if deadline > self.now() {
            return Ok(Done::Later(deadline));
        }
        self.heartbeat_before_time_out().await?;
        let Some(replay) = self.replay(&table).await? else { return Ok(Done::Nothing) };
        if replay.last() != table.last_event() {
            return Ok(Done::Later(self.now()));
        }
        if let Some(user) = player_to_move(&table) {
            self.forget_player_time(user);
        }
        // The row may not know yet that the clock has stood.
        let deadline = if self.may_have_stood(&table) {
            self.refresh_clock(game).await?.unwrap_or(deadline)
        } else {
            deadline
        };
        if deadline > self.now() || self.take_automatic_leave(&table, deadline).await? {
            // If the deadline was moved, the job has been replaced, and this has no effect.
            return Ok(Done::Later(deadline.max(self.now())));
        }
        // Otherwise the others decide what happens.
        let Some(command) = table.time_out(&replay) else { return Ok(Done::Nothing) };
        if self.holds_time_out(deadline).await? {
            return Ok(Done::Later(self.now() + Self::HELD));
        }
        let absences = self.absences(&table, None).await?;
        let (outcome, after) = table.play(&replay, command, &secret, None, &absences, self.now())?;
        let outcome = match replay.seat_to_move() {
            Some(seat) if self.misses_while_playing(&table, seat).await? => {
                table.missed_while_playing(seat, outcome)
            }
            _ => outcome,
        };
        match self.execute_move(&table, &secret, (outcome, after), MoveBy::Clock).await? {
            Executed::Stored { .. } => Ok(Done::Stored),
            // A move was stored first.
            Executed::Known { .. } | Executed::Stale => Ok(Done::Later(self.now())),
        }
    }

    /// Starts the game of a table whose time for salts is up.
    async fn time_out_salts(&self, table: &Table, secret: &DrawSecret) -> Result<Done, StoreError> {
        let later =
            |deadline: Option<DateTime<Utc>>| Done::Later(deadline.unwrap_or_default().max(self.now()));
        if table.deadline() > Some(self.now()) {
            return Ok(later(table.deadline()));
        }
        self.heartbeat_before_time_out().await?;
        // The row may not know yet of an outage.
        let deadline = if self.may_have_stood(table) {
            self.refresh_clock(&table.id).await?.or_else(|| table.deadline())
        } else {
            table.deadline()
        };
        if deadline > Some(self.now()) {
            return Ok(later(deadline));
        }
        Ok(match self.start_without_salts(table, secret).await? {
            Some(Executed::Stored { .. }) => Done::Stored,
            // A salt was stored first, or there is time left.
            Some(_) | None => later(deadline),
        })
    }

    /// Takes leave for a player whose clock has run out, if the table and the player allow it and there is some left. The player's
    /// other clocks stand as well.
    async fn take_automatic_leave(&self, table: &Table, deadline: DateTime<Utc>) -> Result<bool, StoreError> {
        let allowed = table.settings.leave && table.respects_absence();
        let Some(user) = player_to_move(table).filter(|_| allowed) else { return Ok(false) };
        let Some(time) = self.player_time(user).await? else { return Ok(false) };
        if time.on_leave(deadline).is_some() {
            // Another server has just taken it.
            return Ok(true);
        }
        let Some(event) = time.automatic_leave(deadline) else { return Ok(false) };
        let logged = LoggedTimeEvent { n: time.revision + 1, at: self.now(), event };
        let game = (!time.goes_on_leave(deadline)).then_some(&table.id);
        // If another event was stored first, this is looked at again at once.
        self.add_time_event(user, &time, logged, game).await?;
        Ok(true)
    }

    /// Stores what a user has said about their time, and works out their deadlines again. `false`: something else was stored first.
    /// With the game for which leave was taken, the user is notified.
    pub(crate) async fn add_time_event(
        &self,
        user: &UserId,
        time: &PlayerTime,
        logged: LoggedTimeEvent,
        game: Option<&GameId>,
    ) -> Result<bool, StoreError> {
        self.forget_player_time(user);
        if !self.store.add_time_event(user, logged, game).await? {
            return Ok(false);
        }
        self.cache_player_time(user, &Arc::new(time.with(&logged)));
        self.schedule(Job::RefreshClocks(Refreshed::User(user.clone())), self.now() + Refreshed::AFTER)
            .await?;
        self.refresh_clocks_of(user).await?;
        Ok(true)
    }
}

fn player_to_move(table: &Table) -> Option<&UserId> {
    table.to_move().and_then(|seat| table.player(seat)).and_then(Player::user)
}
