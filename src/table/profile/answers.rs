//! How long players take to answer, as a histogram.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

/// The upper bounds of the buckets, in seconds; a last one has all that took longer. Bounds are part of stored histograms: they never change.
const BOUNDS: [i64; 20] = [
    10,
    30,
    60,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    20 * MINUTE,
    40 * MINUTE,
    HOUR,
    2 * HOUR,
    4 * HOUR,
    8 * HOUR,
    12 * HOUR,
    18 * HOUR,
    DAY,
    2 * DAY,
    3 * DAY,
    5 * DAY,
    7 * DAY,
    14 * DAY,
];
const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// The number of turns by how long they took: by bucket, those that are empty left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AnswerTimes(BTreeMap<usize, i64>);

/// Half of the turns took no longer than that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MedianAnswer {
    Within(TimeDelta),
    /// Longer than any bound.
    Longer(TimeDelta),
}

impl AnswerTimes {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn turns(&self) -> i64 {
        self.0.values().sum()
    }

    pub(super) fn of(times: impl IntoIterator<Item = TimeDelta>) -> Self {
        let mut answers = Self::default();
        for took in times {
            let bucket = BOUNDS.partition_point(|&bound| TimeDelta::seconds(bound) < took);
            *answers.0.entry(bucket).or_default() += 1;
        }
        answers
    }

    pub(super) fn change(&mut self, other: &Self, sign: i64) {
        for (&bucket, turns) in &other.0 {
            *self.0.entry(bucket).or_default() += sign * turns;
        }
        self.0.retain(|_, turns| *turns != 0);
    }

    /// The bound of the bucket that has the median; `None` without turns.
    pub fn median(&self) -> Option<MedianAnswer> {
        let (turns, mut sum) = (self.turns(), 0);
        let of_half = self.0.iter().find(|(_, count)| {
            sum += **count;
            2 * sum >= turns
        });
        let (&bucket, _) = of_half?;
        let bound = |at: usize| TimeDelta::seconds(BOUNDS[at]);
        Some(match BOUNDS.get(bucket) {
            Some(_) => MedianAnswer::Within(bound(bucket)),
            None => MedianAnswer::Longer(bound(BOUNDS.len() - 1)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_turns_took_no_longer_than_the_median() {
        let median = |times: &[i64]| {
            AnswerTimes::of(times.iter().map(|&seconds| TimeDelta::seconds(seconds))).median()
        };
        let within = |seconds| Some(MedianAnswer::Within(TimeDelta::seconds(seconds)));
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[0]), within(10));
        assert_eq!(median(&[10]), within(10));
        assert_eq!(median(&[11, 4000, 100_000]), within(2 * HOUR));
        assert_eq!(median(&[11, 4000]), within(30), "of two, the quicker is half");
        assert_eq!(median(&[30 * DAY]), Some(MedianAnswer::Longer(TimeDelta::days(14))));
    }
}
