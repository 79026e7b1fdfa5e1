//! When to try again, and when to stop.

use chrono::{DateTime, TimeDelta, Utc};

/// The time before each retry, in seconds: about 75 hours together.
const DELAYS: [i64; 9] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/// How long to wait after so many failed attempts; `None` once the message is given up. An hour-long outage of a receiver
/// then costs two retries, and a weekend loses nothing.
pub fn retry_after(attempts: u32) -> Option<TimeDelta> {
    let Some(failures_before) = attempts.checked_sub(1) else { return Some(TimeDelta::zero()) };
    let seconds = DELAYS.get(usize::try_from(failures_before).ok()?)?;
    Some(TimeDelta::seconds(*seconds))
}

/// Whether to switch a webhook off: five days of failures only. `first_failure` is the first since the last message that was
/// delivered.
pub fn is_exhausted(first_failure: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now - first_failure >= TimeDelta::days(5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_tried_ten_times_within_about_75_hours() {
        let (second, minute, hour) = (TimeDelta::seconds(1), TimeDelta::minutes(1), TimeDelta::hours(1));
        let schedule = [
            second * 5,
            minute * 5,
            minute * 30,
            hour * 2,
            hour * 5,
            hour * 10,
            hour * 14,
            hour * 20,
            hour * 24,
        ];
        let mut attempts = 0;
        for delay in schedule {
            attempts += 1;
            assert_eq!(retry_after(attempts), Some(delay), "after {attempts} attempts");
        }
        assert_eq!(retry_after(0), Some(TimeDelta::zero()));
        assert_eq!(retry_after(10), None);
        assert_eq!(retry_after(u32::MAX), None);
        assert_eq!(schedule.into_iter().sum::<TimeDelta>(), hour * 75 + minute * 35 + second * 5);
    }

    #[test]
    fn a_webhook_is_switched_off_after_five_days_to_the_second() {
        let first = DateTime::from_timestamp(1_700_000_000, 0).unwrap();
        let after = |seconds| first + TimeDelta::seconds(seconds);
        assert!(!is_exhausted(first, first));
        assert!(!is_exhausted(first, after(5 * 86_400 - 1)));
        assert!(is_exhausted(first, after(5 * 86_400)));
        assert!(!is_exhausted(after(60), first), "a clock that was set back");
    }
}
