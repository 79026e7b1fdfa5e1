//! Stretches of time.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// A stretch of time, without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Period {
    pub from: DateTime<Utc>,
    pub until: DateTime<Utc>,
}

impl Period {
    pub fn contains(&self, at: DateTime<Utc>) -> bool {
        self.from <= at && at < self.until
    }

    /// Zero if it ends before it begins.
    pub fn length(&self) -> TimeDelta {
        (self.until - self.from).max(TimeDelta::zero())
    }
}

/// Whether an instant is within one of the periods, which are in order and apart, and until when that stays so; `None` for ever.
pub(super) fn within(periods: &[Period], at: DateTime<Utc>) -> (bool, Option<DateTime<Utc>>) {
    let next = periods.partition_point(|period| period.until <= at);
    match periods.get(next) {
        Some(period) if period.from <= at => (true, Some(period.until)),
        Some(period) => (false, Some(period.from)),
        None => (false, None),
    }
}

/// Periods in order and apart that cover what these cover.
pub(super) fn merged(mut periods: Vec<Period>) -> Vec<Period> {
    periods.retain(|period| period.from < period.until);
    periods.sort_unstable();
    let mut merged: Vec<Period> = Vec::with_capacity(periods.len());
    for period in periods {
        match merged.last_mut() {
            Some(last) if period.from <= last.until => last.until = last.until.max(period.until),
            _ => merged.push(period),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hour: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::hours(hour)
    }

    fn period(from: i64, until: i64) -> Period {
        Period { from: at(from), until: at(until) }
    }

    #[test]
    fn periods_that_overlap_or_touch_become_one() {
        let periods =
            vec![period(8, 9), period(1, 3), period(2, 5), period(5, 6), period(7, 7), period(12, 11)];
        assert_eq!(merged(periods), [period(1, 6), period(8, 9)]);
    }

    #[test]
    fn an_instant_is_within_a_period_from_its_begin_to_before_its_end() {
        let periods = [period(1, 3), period(5, 6)];
        let hours = [0, 1, 2, 3, 5, 6].map(|hour| within(&periods, at(hour)));
        let expected = [
            (false, Some(at(1))),
            (true, Some(at(3))),
            (true, Some(at(3))),
            (false, Some(at(5))),
            (true, Some(at(6))),
            (false, None),
        ];
        assert_eq!(hours, expected);
    }
}
