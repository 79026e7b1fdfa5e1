//! The hours and the leave of a player, which hold in all their games.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use super::period::{merged, within};
use super::weekly::zone_name;
use super::{Period, RestHours};

/// What a player has said about their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum TimeEvent {
    /// Nights and free days, from the next turn on.
    RestChanged { rest: RestHours },
    /// The player lives by another zone: nights and free days move there, for turns that begin at `from` or later.
    ZoneChanged {
        #[serde(with = "zone_name")]
        zone: Tz,
        from: DateTime<Utc>,
    },
    /// Whether leave is taken by itself when a turn would time out.
    AutomaticLeaveChanged { on: bool },
    LeaveTaken {
        from: DateTime<Utc>,
        until: DateTime<Utc>,
        /// Whether it was taken because a turn would have timed out.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        automatic: bool,
    },
    /// The leave of event `n` ends now, or was called off.
    LeaveEnded { n: u32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggedTimeEvent {
    /// Counts from 1 without gaps.
    pub n: u32,
    pub at: DateTime<Utc>,
    pub event: TimeEvent,
}

/// Leave that was taken, as long as the balance lasted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave {
    /// The number of its event.
    pub n: u32,
    pub period: Period,
    pub automatic: bool,
}

/// The hours and the leave of a player: everything that was said so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerTime {
    /// When the account was created, since when it earns leave.
    since: DateTime<Utc>,
    /// The number of the last event.
    pub revision: u32,
    /// With the time from which each counts; only the last can lie ahead.
    rests: Vec<(DateTime<Utc>, RestHours)>,
    /// When nights and free days were last changed, other than to another zone.
    rest_changed: Option<DateTime<Utc>>,
    /// From when they counted in other zones; only the last can lie ahead.
    zones_changed: Vec<DateTime<Utc>>,
    pub automatic_leave: bool,
    /// In order, and apart.
    leaves: Vec<Leave>,
    /// The same, for clocks.
    periods: Vec<Period>,
    /// What was taken, before it was limited by the balance.
    taken: Vec<Leave>,
}

/// Why something can't be done with a player's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeRefusal {
    #[error("night-long")]
    NightTooLong,
    #[error("free-days-many")]
    TooManyFreeDays,
    /// Changed too short a time ago.
    #[error("rest-changed")]
    ChangedBefore { possible: DateTime<Utc> },
    #[error("leave-past")]
    LeaveInPast,
    #[error("leave-far")]
    LeaveTooFar,
    #[error("leave-short")]
    LeaveTooShort,
    #[error("leave-overlaps")]
    LeaveOverlaps { until: DateTime<Utc> },
    #[error("leave-balance")]
    TooLittleLeft { left: TimeDelta },
    /// It is over, or was never taken.
    #[error("no-such-leave")]
    NoSuchLeave,
}

impl PlayerTime {
    /// What new accounts may take.
    pub const FIRST_LEAVE: TimeDelta = TimeDelta::days(7);
    /// The most that can be saved.
    pub const MOST_LEAVE: TimeDelta = TimeDelta::days(30);
    /// One day is earned in so many.
    pub const LEAVE_EARNED_IN: i32 = 12;
    pub const SHORTEST_LEAVE: TimeDelta = TimeDelta::hours(1);
    /// How long ahead leave can be planned.
    pub const FARTHEST_LEAVE: TimeDelta = TimeDelta::days(365);
    /// What is taken at a time by itself.
    pub const AUTOMATIC_LEAVE: TimeDelta = TimeDelta::hours(1);
    pub const REST_CHANGES: TimeDelta = TimeDelta::days(30);
    /// How long nights and free days stay in a zone at least.
    pub const ZONE_CHANGES: TimeDelta = TimeDelta::days(7);

    /// Of an account that has said nothing yet.
    pub const fn new(since: DateTime<Utc>) -> Self {
        Self {
            since,
            revision: 0,
            rests: Vec::new(),
            rest_changed: None,
            zones_changed: Vec::new(),
            automatic_leave: true,
            leaves: Vec::new(),
            periods: Vec::new(),
            taken: Vec::new(),
        }
    }

    pub fn of(since: DateTime<Utc>, log: &[LoggedTimeEvent]) -> Self {
        let mut time = Self::new(since);
        for logged in log {
            time.add(logged);
        }
        time.with_leaves()
    }

    #[must_use]
    pub fn with(&self, logged: &LoggedTimeEvent) -> Self {
        let mut time = self.clone();
        time.add(logged);
        time.with_leaves()
    }

    fn add(&mut self, &LoggedTimeEvent { n, at, event }: &LoggedTimeEvent) {
        self.revision = n;
        match event {
            TimeEvent::RestChanged { rest } => {
                self.forget_planned(at);
                self.rests.push((at, rest));
                self.rest_changed = Some(at);
            }
            TimeEvent::ZoneChanged { zone, from } => {
                let rest = self.rest().unwrap_or(RestHours::none(zone));
                self.forget_planned(at);
                self.rests.push((from, RestHours { zone, ..rest }));
                self.zones_changed.push(from);
            }
            TimeEvent::AutomaticLeaveChanged { on } => self.automatic_leave = on,
            TimeEvent::LeaveTaken { from, until, automatic } => {
                let [from, until] = [from, until].map(whole_millis);
                self.taken.push(Leave { n, period: Period { from, until }, automatic });
            }
            TimeEvent::LeaveEnded { n } => {
                if let Some(leave) = self.taken.iter_mut().find(|leave| leave.n == n) {
                    leave.period.until = leave.period.until.min(at);
                }
            }
        }
    }

    /// Forgets a change to another zone that lies ahead.
    fn forget_planned(&mut self, now: DateTime<Utc>) {
        self.rests.retain(|&(from, _)| from <= now);
        self.zones_changed.retain(|&from| from <= now);
    }

    /// With what follows from the leave that was taken.
    fn with_leaves(mut self) -> Self {
        self.leaves = self.limited();
        self.periods = merged(self.leaves.iter().map(|leave| leave.period).collect());
        self
    }

    /// The leave that the balance lasted for.
    fn limited(&self) -> Vec<Leave> {
        let mut taken = self.taken.clone();
        taken.sort_unstable_by_key(|leave| leave.period);
        let (mut balance, mut at, mut limited) = (Self::FIRST_LEAVE, self.since, Vec::new());
        for leave in taken {
            let from = leave.period.from.max(at);
            balance = earned(balance, from - at);
            let until = leave.period.until.min(from + balance);
            at = from;
            if until > from {
                balance -= until - from;
                at = until;
                limited.push(Leave { period: Period { from, until }, ..leave });
            }
        }
        limited
    }

    /// How much leave can be taken at an instant, if no more is taken before.
    pub fn balance(&self, at: DateTime<Utc>) -> TimeDelta {
        let mut balance = Self::FIRST_LEAVE;
        let mut since = self.since;
        for Period { from, until } in self.leaves.iter().map(|leave| leave.period) {
            if from >= at {
                break;
            }
            balance = earned(balance, from - since) - (until.min(at) - from);
            since = until;
        }
        earned(balance, at - since)
    }

    /// Past, present and planned, in order.
    pub fn leaves(&self) -> &[Leave] {
        &self.leaves
    }

    /// Whether leave that is taken by itself from then on goes on with such leave: the player has heard of that.
    pub fn goes_on_leave(&self, from: DateTime<Utc>) -> bool {
        let just_ended =
            |&Period { from: begun, until }: &Period| begun < from && until >= from - Self::AUTOMATIC_LEAVE;
        self.leaves.iter().any(|leave| leave.automatic && just_ended(&leave.period))
    }

    pub(super) fn leave(&self) -> &[Period] {
        &self.periods
    }

    /// Until when the player is on leave.
    pub fn on_leave(&self, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let (on_leave, until) = within(&self.periods, at);
        until.filter(|_| on_leave)
    }

    /// What was said last. It counts for turns that begin now, or from [`Self::zone_counts_from`] on.
    pub fn rest(&self) -> Option<RestHours> {
        self.rests.last().map(|&(_, rest)| rest)
    }

    /// What counts for a turn that began then.
    pub(super) fn rest_at(&self, since: DateTime<Utc>) -> Option<RestHours> {
        let before = self.rests.iter().take_while(|&&(at, _)| at <= since);
        before.last().map(|&(_, rest)| rest)
    }

    /// Since when nights and free days can be changed again.
    pub fn rest_changeable(&self) -> Option<DateTime<Utc>> {
        self.rest_changed.map(|at| at + Self::REST_CHANGES)
    }

    /// From when nights and free days count in a zone to which they have not moved yet.
    pub fn zone_counts_from(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.zones_changed.last().copied().filter(|&from| from > now)
    }

    /// Moves nights and free days to another zone from the next turn on, however short a time ago they were changed: players travel.
    /// But one move follows another only after a while, so that nobody has night whenever a turn begins. `None` if there is nothing to
    /// move.
    pub fn change_zone(&self, zone: Tz, now: DateTime<Utc>) -> Option<TimeEvent> {
        self.rest().filter(|&rest| rest != RestHours::none(rest.zone) && rest.zone != zone)?;
        let last = self.zones_changed.iter().rev().find(|&&from| from <= now);
        let from = last.map_or(now, |&last| now.max(last + Self::ZONE_CHANGES));
        Some(TimeEvent::ZoneChanged { zone, from })
    }

    /// Changes nights and free days from the next turn on. `None` if they are so already.
    pub fn change_rest(&self, rest: RestHours, now: DateTime<Utc>) -> Result<Option<TimeEvent>, TimeRefusal> {
        if rest.night.is_some_and(|night| night.minutes() > RestHours::LONGEST_NIGHT) {
            return Err(TimeRefusal::NightTooLong);
        }
        if rest.free_days.count() > RestHours::MOST_FREE_DAYS {
            return Err(TimeRefusal::TooManyFreeDays);
        }
        let said = self.rest().unwrap_or(RestHours::none(rest.zone));
        if (RestHours { zone: rest.zone, ..said }) == rest {
            return Ok(self.change_zone(rest.zone, now));
        }
        match self.rest_changeable() {
            Some(possible) if possible > now => Err(TimeRefusal::ChangedBefore { possible }),
            _ => Ok(Some(TimeEvent::RestChanged { rest })),
        }
    }

    /// `None` if it is so already.
    pub fn change_automatic_leave(&self, on: bool) -> Option<TimeEvent> {
        (on != self.automatic_leave).then_some(TimeEvent::AutomaticLeaveChanged { on })
    }

    /// Takes leave now or later. A beginning that has just passed is now.
    pub fn take_leave(&self, period: Period, now: DateTime<Utc>) -> Result<TimeEvent, TimeRefusal> {
        let Period { from, until } = period;
        if from < now - TimeDelta::minutes(1) || until <= now {
            return Err(TimeRefusal::LeaveInPast);
        }
        let from = from.max(now);
        if until - from < Self::SHORTEST_LEAVE {
            return Err(TimeRefusal::LeaveTooShort);
        }
        if until - now > Self::FARTHEST_LEAVE {
            return Err(TimeRefusal::LeaveTooFar);
        }
        let overlaps = |leave: &&Leave| leave.period.from < until && from < leave.period.until;
        if let Some(leave) = self.leaves.iter().find(overlaps) {
            return Err(TimeRefusal::LeaveOverlaps { until: leave.period.until });
        }
        let left = self.spare(from, until);
        if left < until - from {
            return Err(TimeRefusal::TooLittleLeft { left });
        }
        Ok(TimeEvent::LeaveTaken { from, until, automatic: false })
    }

    /// The most that leave from then on may take: what is planned after it keeps its length.
    fn spare(&self, from: DateTime<Utc>, until: DateTime<Utc>) -> TimeDelta {
        let mut left = self.balance(from);
        let fits = |length: TimeDelta| {
            let event = TimeEvent::LeaveTaken { from, until: from + length, automatic: false };
            let with = self.with(&LoggedTimeEvent { n: self.revision + 1, at: from, event });
            self.leaves.iter().all(|leave| with.leaves.contains(leave))
        };
        left = left.min(until - from);
        if fits(left) {
            return self.balance(from);
        }
        let (mut fitting, mut too_long) = (TimeDelta::zero(), left);
        while too_long - fitting > TimeDelta::minutes(1) {
            let middle = fitting + (too_long - fitting) / 2;
            if fits(middle) { fitting = middle } else { too_long = middle }
        }
        fitting
    }

    /// Ends leave early, or calls it off.
    pub fn end_leave(&self, n: u32, now: DateTime<Utc>) -> Result<TimeEvent, TimeRefusal> {
        let running = self.leaves.iter().find(|leave| leave.n == n && leave.period.until > now);
        running.map(|_| TimeEvent::LeaveEnded { n }).ok_or(TimeRefusal::NoSuchLeave)
    }

    /// The leave that is taken by itself, if a clock runs out then, during no other leave.
    pub fn automatic_leave(&self, deadline: DateTime<Utc>) -> Option<TimeEvent> {
        let length = self.balance(deadline).min(Self::AUTOMATIC_LEAVE);
        let taken = TimeEvent::LeaveTaken { from: deadline, until: deadline + length, automatic: true };
        (self.automatic_leave && length >= TimeDelta::minutes(1)).then_some(taken)
    }
}

/// In whole milliseconds, as all times are stored.
fn earned(balance: TimeDelta, time: TimeDelta) -> TimeDelta {
    let earned = time.num_milliseconds().max(0) / i64::from(PlayerTime::LEAVE_EARNED_IN);
    (balance + TimeDelta::milliseconds(earned)).min(PlayerTime::MOST_LEAVE)
}

/// Balances once had parts of milliseconds, and leave that used one up ended between two of them.
fn whole_millis(at: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(at.timestamp_millis()).unwrap_or(at)
}

#[cfg(test)]
mod tests;
