//! The servers of a database go by its clock, so that they agree on when counts began and jobs are due.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;

use chrono::TimeDelta;

use crate::{Service, StoreError};

/// Clocks that differ by less agree: a correction that follows every measurement would let time jitter.
const TOLERANCE: TimeDelta = TimeDelta::seconds(2);

/// By how much the database's clock is ahead of this server's, in milliseconds; 0 while they agree.
#[derive(Debug, Default)]
pub(crate) struct Correction(AtomicI64);

impl Correction {
    pub fn get(&self) -> TimeDelta {
        TimeDelta::milliseconds(self.0.load(Ordering::Relaxed))
    }
}

impl Service {
    /// By how much the database's clock is ahead of this server's; zero while they agree.
    pub fn clock_correction(&self) -> TimeDelta {
        self.correction.get()
    }

    /// Measures how far this server's clock is from the database's, and goes by the latter if that is far. Does nothing on SQLite, which
    /// has no clock of its own.
    pub(crate) async fn compare_clocks(&self) -> Result<(), StoreError> {
        if self.clock.is_manual() {
            return Ok(());
        }
        let (before, asked) = (self.clock.now(), Instant::now());
        let Some(theirs) = self.store.clock().await? else { return Ok(()) };
        // Not on the wall clock, which may be set meanwhile.
        let took = TimeDelta::from_std(asked.elapsed()).unwrap_or(TimeDelta::MAX);
        let ahead = theirs - (before + took / 2);
        if let Some(correction) = corrected(self.correction.get(), ahead, took / 2) {
            self.correction.0.store(correction.num_milliseconds(), Ordering::Relaxed);
            log(correction);
        }
        Ok(())
    }
}

fn log(correction: TimeDelta) {
    let by = correction.abs().num_seconds();
    match correction.num_milliseconds() {
        0 => tracing::info!("this server's clock agrees with the database's again"),
        1.. => tracing::warn!("this server's clock is {by} s behind the database's, using the database's"),
        _ => tracing::warn!("this server's clock is {by} s ahead of the database's, using the database's"),
    }
}

/// The correction for a database's clock that is `ahead`, give or take `error`; `None` if the present one is good enough.
fn corrected(present: TimeDelta, ahead: TimeDelta, error: TimeDelta) -> Option<TimeDelta> {
    let tolerance = TOLERANCE + error;
    let right = if ahead.abs() > tolerance { ahead } else { TimeDelta::zero() };
    ((ahead - present).abs() > tolerance).then_some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_corrected_when_it_differs_by_more_than_two_seconds() {
        for (present, ahead, error, expected) in [
            (0, 1_900, 0, None),
            (0, -2_000, 0, None),
            (0, 2_001, 0, Some(2_001)),
            (0, -3_600_000, 0, Some(-3_600_000)),
            (-3_600_000, -3_599_000, 0, None),
            (-3_600_000, -3_590_000, 0, Some(-3_590_000)),
            (-3_600_000, 40, 0, Some(0)),
            // A database that answers late says less about its time, but enough about an hour.
            (0, 4_500, 2_500, None),
            (0, 3_600_000, 2_500, Some(3_600_000)),
        ] {
            let [present, ahead, error] = [present, ahead, error].map(TimeDelta::milliseconds);
            let correction = corrected(present, ahead, error);
            assert_eq!(correction, expected.map(TimeDelta::milliseconds), "{present} {ahead} {error}");
        }
    }
}
