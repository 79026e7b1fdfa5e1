//! A user's time: nights, free days and leave, which stop their clocks.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::{AccessError, Denied, Principal, Scope, Service, StoreError, TRIES};
use account::UserId;
use table::{LoggedTimeEvent, Period, PlayerTime, RestHours, TimeEvent, TimeRefusal};

/// Why something about a user's time was not stored.
#[derive(Debug, thiserror::Error)]
pub enum TimeError {
    #[error(transparent)]
    Refused(#[from] TimeRefusal),
    /// Others keep changing the same account.
    #[error("time-changed")]
    Stale,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Service {
    /// The user's own nights, free days and leave.
    pub async fn time(&self, principal: &Principal) -> Result<Arc<PlayerTime>, AccessError> {
        let user = principal.require(Scope::Account)?;
        Ok(self.time_of(user).await?)
    }

    /// Sets nights and free days, from the next turn on.
    pub async fn change_rest(&self, principal: &Principal, rest: RestHours) -> Result<(), TimeError> {
        self.change_time(principal, |time, now| time.change_rest(rest, now)).await
    }

    /// Says whether leave is taken by itself when a turn would time out.
    pub async fn set_automatic_leave(&self, principal: &Principal, on: bool) -> Result<(), TimeError> {
        self.change_time(principal, |time, _| Ok(time.change_automatic_leave(on))).await
    }

    /// Takes leave from now on or later.
    pub async fn take_leave(&self, principal: &Principal, period: Period) -> Result<(), TimeError> {
        self.change_time(principal, |time, now| time.take_leave(period, now).map(Some)).await
    }

    /// Ends the leave of event `n` early, or calls it off.
    pub async fn end_leave(&self, principal: &Principal, n: u32) -> Result<(), TimeError> {
        self.change_time(principal, |time, now| time.end_leave(n, now).map(Some)).await
    }

    pub(super) async fn change_time(
        &self,
        principal: &Principal,
        decide: impl Fn(&PlayerTime, DateTime<Utc>) -> Result<Option<TimeEvent>, TimeRefusal>,
    ) -> Result<(), TimeError> {
        let user = principal.require(Scope::Account)?;
        for _ in 0..TRIES {
            let (time, at) = (self.time_of(user).await?, self.now());
            let Some(event) = decide(&time, at)? else { return Ok(()) };
            let logged = LoggedTimeEvent { n: time.revision + 1, at, event };
            if self.add_time_event(user, &time, logged, None).await? {
                return Ok(());
            }
        }
        Err(TimeError::Stale)
    }

    async fn time_of(&self, user: &UserId) -> Result<Arc<PlayerTime>, StoreError> {
        // An account that is being deleted has said nothing.
        let time = self.player_time(user).await?;
        Ok(time.unwrap_or_else(|| Arc::new(PlayerTime::new(self.now()))))
    }
}
