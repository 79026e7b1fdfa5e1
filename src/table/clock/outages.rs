//! Times at which no server was up.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::Period;
use super::period::merged;

/// Times at which no server was up: all clocks stood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outages(Arc<[Period]>);

impl Outages {
    /// How long no clock runs out after an outage: as long as it lasted, within these.
    const LEAST_MERCY: TimeDelta = TimeDelta::hours(1);
    const MOST_MERCY: TimeDelta = TimeDelta::days(1);

    pub fn new(periods: Vec<Period>) -> Self {
        Self(merged(periods).into())
    }

    /// In order.
    pub fn periods(&self) -> &[Period] {
        &self.0
    }

    /// When a clock runs out that would run out at `deadline`. `goes_on` is when it next runs, if it stands at an instant: mercy that
    /// ends while it stands lasts until then.
    pub(super) fn with_mercy(
        &self,
        deadline: DateTime<Utc>,
        goes_on: impl Fn(DateTime<Utc>) -> DateTime<Utc>,
    ) -> DateTime<Utc> {
        let first = self.0.partition_point(|outage| outage.until + Self::MOST_MERCY <= deadline);
        self.0[first..].iter().fold(deadline, |deadline, outage| {
            let mercy = outage.until + outage.length().clamp(Self::LEAST_MERCY, Self::MOST_MERCY);
            if outage.from <= deadline && deadline < mercy { goes_on(mercy) } else { deadline }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hour: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::hours(hour)
    }

    fn outages(periods: &[(i64, i64)]) -> Outages {
        let period = |&(from, until): &(i64, i64)| Period { from: at(from), until: at(until) };
        Outages::new(periods.iter().map(period).collect())
    }

    /// Of a clock that never stands.
    fn runs(at: DateTime<Utc>) -> DateTime<Utc> {
        at
    }

    #[test]
    fn after_an_outage_no_clock_runs_out_for_as_long_as_it_lasted() {
        let outages = outages(&[(100, 103)]);
        let deadlines = [99, 100, 103, 105, 106, 107].map(|hour| outages.with_mercy(at(hour), runs));
        assert_eq!(deadlines, [99, 106, 106, 106, 106, 107].map(at));
    }

    #[test]
    fn mercy_lasts_at_least_an_hour_and_at_most_a_day() {
        let short = Outages::new(vec![Period { from: at(0), until: at(0) + TimeDelta::minutes(3) }]);
        assert_eq!(short.with_mercy(at(0), runs), at(1) + TimeDelta::minutes(3));
        assert_eq!(outages(&[(0, 100)]).with_mercy(at(50), runs), at(124));
    }

    #[test]
    fn an_outage_during_the_mercy_of_another_brings_its_own() {
        assert_eq!(outages(&[(0, 10), (15, 16)]).with_mercy(at(5), runs), at(20));
        assert_eq!(outages(&[(0, 10), (15, 25)]).with_mercy(at(5), runs), at(35));
    }

    #[test]
    fn mercy_lasts_until_a_clock_goes_on_that_stands_at_its_end() {
        let until = |end| move |from: DateTime<Utc>| from.max(at(end));
        assert_eq!(outages(&[(100, 103)]).with_mercy(at(101), until(110)), at(110));
        assert_eq!(outages(&[(100, 103)]).with_mercy(at(99), until(110)), at(99));
        // Then the next outage may matter.
        assert_eq!(outages(&[(100, 103), (108, 112)]).with_mercy(at(101), until(110)), at(116));
    }
}
