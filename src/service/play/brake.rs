//! The brake: if more turns than usual would time out at once, none does until an administrator has looked at it.

use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use crate::people::log_audited;
use crate::staff::{Role, StaffError};
use crate::{Principal, Service, StoreError};
use account::AuditAction;
use table::{Job, Period, Refreshed};

/// So many may always time out within [`WITHIN`].
const ALWAYS: u64 = 50;
/// Of a hundred games in progress.
const PERCENT: u64 = 2;
const WITHIN: TimeDelta = TimeDelta::minutes(10);
/// How long a count is used.
const FRESH: TimeDelta = TimeDelta::seconds(5);
/// How many of the turns that are held are counted, and looked at before all clocks are stopped.
const MOST: u32 = 10_000;

/// When it was last counted, and whether there were too many.
#[derive(Debug, Default)]
pub(crate) struct Brake(Mutex<Option<(DateTime<Utc>, bool)>>);

/// Turns that don't time out until an administrator decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldTimeOuts {
    /// Counted up to 10,000.
    pub count: u64,
    /// The earliest deadline of those counted.
    pub first: DateTime<Utc>,
}

impl Service {
    /// For how long all clocks can be stopped instead.
    pub const LONGEST_STOP: TimeDelta = TimeDelta::hours(72);

    /// How long a turn waits that is held, before it is looked at again.
    pub(super) const HELD: TimeDelta = TimeDelta::minutes(1);

    /// Whether a turn with this deadline must not time out yet.
    pub(super) async fn holds_time_out(&self, deadline: DateTime<Utc>) -> Result<bool, StoreError> {
        if !self.brake_is_on().await? {
            return Ok(false);
        }
        Ok(self.store.time_outs_released().await?.is_none_or(|released| released < deadline))
    }

    async fn brake_is_on(&self) -> Result<bool, StoreError> {
        let now = self.now();
        let last = || self.brake.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, on)) = *last()
            && (TimeDelta::zero()..FRESH).contains(&(now - at))
        {
            return Ok(on);
        }
        let on = self.too_many_time_outs(now).await?;
        let before = last().replace((now, on));
        if on && before.is_none_or(|(_, on)| !on) {
            tracing::error!("more turns than usual would time out: none does until an administrator decides");
        }
        Ok(on)
    }

    async fn too_many_time_outs(&self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        if !self.more_time_out_than(ALWAYS, now).await? {
            return Ok(false);
        }
        let limit = ALWAYS.max(self.games_in_progress().await? * PERCENT / 100);
        self.more_time_out_than(limit, now).await
    }

    async fn more_time_out_than(&self, limit: u64, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let most = u32::try_from(limit).unwrap_or(u32::MAX).saturating_add(1);
        Ok(self.store.deadlines_until(now + WITHIN, most).await?.len() as u64 > limit)
    }

    /// The turns that are held, for administrators.
    pub async fn held_time_outs(&self, principal: &Principal) -> Result<Option<HeldTimeOuts>, StaffError> {
        self.require_role(principal, Role::Admin)?;
        if !self.brake_is_on().await? {
            return Ok(None);
        }
        let deadlines = self.store.deadlines_until(self.now() + WITHIN, MOST).await?;
        let Some(&first) = deadlines.iter().min() else { return Ok(None) };
        let released = self.store.time_outs_released().await?.is_some_and(|released| first <= released);
        Ok((!released).then_some(HeldTimeOuts { count: deadlines.len() as u64, first }))
    }

    /// Lets the turns time out that are held.
    pub async fn release_time_outs(&self, principal: &Principal) -> Result<(), StaffError> {
        let held = self.held_time_outs(principal).await?.ok_or(StaffError::Stale)?;
        let entry = self.audit(principal, Role::Admin, AuditAction::ReleaseTimeOuts, "", "").await?;
        let entry = account::AuditEntry { detail: held.count.to_string(), ..entry };
        self.store.release_time_outs(&entry).await?;
        log_audited(principal, &entry);
        Ok(())
    }

    /// Stops all clocks from the first deadline that has passed until some time from now, so that no turn times out.
    pub async fn stop_clocks(&self, principal: &Principal, length: TimeDelta) -> Result<(), StaffError> {
        let held = self.held_time_outs(principal).await?.ok_or(StaffError::Stale)?;
        if !(TimeDelta::hours(1)..=Self::LONGEST_STOP).contains(&length) {
            return Err(StaffError::Length);
        }
        let now = self.now();
        let entry = self.audit(principal, Role::Admin, AuditAction::StopClocks, "", "").await?;
        let entry = account::AuditEntry { detail: format!("{} h", length.num_hours()), ..entry };
        let period = Period { from: held.first.min(now), until: now + length };
        self.store.stop_clocks(period, &entry).await?;
        log_audited(principal, &entry);
        self.read_outages(now).await?;
        self.schedule(Job::RefreshClocks(Refreshed::All), now).await?;
        Ok(())
    }
}
