//! What time it is: the only place that asks the system.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, TimeDelta, Utc};

/// Tells the time: the system's, or one that is set by hand.
#[derive(Clone, Debug, Default)]
pub struct Clock(Source);

#[derive(Clone, Debug, Default)]
enum Source {
    #[default]
    System,
    Set(Arc<AtomicI64>),
}

impl Clock {
    /// The system's time.
    pub const fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that stands still at `now` until it is moved; its clones move with it.
    pub fn standing_at(now: DateTime<Utc>) -> Self {
        Self(Source::Set(Arc::new(AtomicI64::new(now.timestamp_millis()))))
    }

    /// Now, to the millisecond, as it is stored.
    #[allow(clippy::disallowed_methods)]
    pub fn now(&self) -> DateTime<Utc> {
        let millis = match &self.0 {
            Source::System => Utc::now().timestamp_millis(),
            Source::Set(millis) => millis.load(Ordering::SeqCst),
        };
        DateTime::from_timestamp_millis(millis).unwrap_or_default()
    }

    /// Moves a clock that stands still; the system's goes on as it likes.
    pub fn advance(&self, by: TimeDelta) {
        if let Source::Set(millis) = &self.0 {
            millis.fetch_add(by.num_milliseconds(), Ordering::SeqCst);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standing_clock_moves_only_by_hand_and_with_its_clones() {
        let start = DateTime::from_timestamp_millis(1_790_000_000_000).unwrap();
        let clock = Clock::standing_at(start);
        let clone = clock.clone();
        clone.advance(TimeDelta::days(3));
        assert_eq!(clock.now(), start + TimeDelta::days(3));
    }

    #[test]
    fn the_system_knows_the_time() {
        let clock = Clock::system();
        assert!(clock.now().timestamp() > 1_700_000_000);
    }
}
