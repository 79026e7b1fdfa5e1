//! The servers of a database go by its clock, so that they agree on when counts began and jobs are due.

use std::sync::atomic::{AtomicI64, Ordering};

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
    /// Measures how far this server's clock is from the database's, and goes by the latter if that is far. Does nothing on SQLite, which
    /// has no clock of its own.
    pub(crate) async fn compare_clocks(&self) -> Result<(), StoreError> {
        if self.clock.is_manual() {
            return Ok(());
        }
        let before = self.clock.now();
        let Some(theirs) = self.store.clock().await? else { return Ok(()) };
        let took = self.clock.now() - before;
        let ahead = theirs - (before + took / 2);
        if took < TOLERANCE
            && let Some(correction) = corrected(self.correction.get(), ahead)
        {
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

/// The correction for a database's clock that is `ahead`; `None` if the present one is good enough.
fn corrected(present: TimeDelta, ahead: TimeDelta) -> Option<TimeDelta> {
    let right = if ahead.abs() > TOLERANCE { ahead } else { TimeDelta::zero() };
    ((ahead - present).abs() > TOLERANCE).then_some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_corrected_when_it_differs_by_more_than_two_seconds() {
        for (present, ahead, expected) in [
            (0, 1_900, None),
            (0, -2_000, None),
            (0, 2_001, Some(2_001)),
            (0, -3_600_000, Some(-3_600_000)),
            (-3_600_000, -3_599_000, None),
            (-3_600_000, -3_590_000, Some(-3_590_000)),
            (-3_600_000, 40, Some(0)),
        ] {
            let [present, ahead] = [present, ahead].map(TimeDelta::milliseconds);
            assert_eq!(corrected(present, ahead), expected.map(TimeDelta::milliseconds), "{present} {ahead}");
        }
    }
}
