//! The only place that reads the system clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, TimeDelta, Utc};

/// The system clock, or a manual one for tests.
#[derive(Clone, Debug, Default)]
pub struct Clock(Source);

#[derive(Clone, Debug, Default)]
enum Source {
    #[default]
    System,
    /// By so many milliseconds.
    Ahead(Arc<AtomicI64>),
    Set(Arc<AtomicI64>),
}

impl Clock {
    pub const fn system() -> Self {
        Self(Source::System)
    }

    /// The clock of a machine that is ahead by this until it is advanced, for tests. Clones share it.
    pub fn system_ahead(by: TimeDelta) -> Self {
        Self(Source::Ahead(Arc::new(AtomicI64::new(by.num_milliseconds()))))
    }

    /// A manual clock: stands at `now` until advanced. Clones share it.
    pub fn standing_at(now: DateTime<Utc>) -> Self {
        Self(Source::Set(Arc::new(AtomicI64::new(now.timestamp_millis()))))
    }

    /// The current time in whole milliseconds, the resolution of stored times.
    #[expect(clippy::disallowed_methods, reason = "the home of the time")]
    pub fn now(&self) -> DateTime<Utc> {
        let millis = match &self.0 {
            Source::System => Utc::now().timestamp_millis(),
            Source::Ahead(by) => Utc::now().timestamp_millis() + by.load(Ordering::SeqCst),
            Source::Set(millis) => millis.load(Ordering::SeqCst),
        };
        DateTime::from_timestamp_millis(millis).unwrap_or_default()
    }

    /// Whether only [`Self::advance`] moves it.
    pub const fn is_manual(&self) -> bool {
        matches!(self.0, Source::Set(_))
    }

    /// Sets a clock of tests forward, or back. Has no effect on the system clock.
    pub fn advance(&self, by: TimeDelta) {
        if let Source::Set(millis) | Source::Ahead(millis) = &self.0 {
            millis.fetch_add(by.num_milliseconds(), Ordering::SeqCst);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manual_clock_moves_only_when_advanced_and_shares_its_time_with_clones() {
        let start = DateTime::from_timestamp_millis(1_790_000_000_000).unwrap();
        let clock = Clock::standing_at(start);
        let clone = clock.clone();
        clone.advance(TimeDelta::days(3));
        assert_eq!(clock.now(), start + TimeDelta::days(3));
    }

    #[test]
    fn the_system_clock_returns_a_plausible_time() {
        let clock = Clock::system();
        assert!(clock.now().timestamp() > 1_700_000_000);
    }
}
