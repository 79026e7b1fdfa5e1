//! Times in words, in the viewer's zone.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

/// `Fri 20 Nov 2026, 14:05`, with the zone's short name.
pub fn moment(at: DateTime<Utc>, zone: Tz) -> String {
    at.with_timezone(&zone).format("%a %-d %b %Y, %H:%M %Z").to_string()
}

/// `Mon 23 Nov, 18:27 CET`: a moment within days.
pub fn soon(at: DateTime<Utc>, zone: Tz) -> String {
    at.with_timezone(&zone).format("%a %-d %b, %H:%M %Z").to_string()
}

/// `20 Nov 2026`.
pub fn day(at: DateTime<Utc>, zone: Tz) -> String {
    at.with_timezone(&zone).format("%-d %b %Y").to_string()
}

/// How long from `now` to `at`, roughly: `in 2 days`, `in 3 hours`, `5 minutes ago`.
pub fn distance(at: DateTime<Utc>, now: DateTime<Utc>) -> String {
    let delta = at - now;
    let length = length(delta.abs());
    match () {
        () if delta.abs() < TimeDelta::minutes(1) => "now".to_owned(),
        () if delta > TimeDelta::zero() => format!("in {length}"),
        () => format!("{length} ago"),
    }
}

fn length(delta: TimeDelta) -> String {
    let (count, unit) = if delta.num_hours() >= 48 {
        (delta.num_days(), "day")
    } else if delta.num_minutes() >= 120 {
        (delta.num_hours(), "hour")
    } else {
        (delta.num_minutes(), "minute")
    };
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {unit}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_told_in_the_largest_unit_that_says_enough() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let told = |minutes| distance(now + TimeDelta::minutes(minutes), now);
        assert_eq!(told(0), "now");
        assert_eq!(told(-1), "1 minute ago");
        assert_eq!(told(119), "in 119 minutes");
        assert_eq!(told(121), "in 2 hours");
        assert_eq!(told(47 * 60), "in 47 hours");
        assert_eq!(told(-3 * 24 * 60), "3 days ago");
    }

    #[test]
    fn moments_are_told_in_the_viewers_zone() {
        let at = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        assert_eq!(moment(at, Tz::UTC), "Fri 4 Oct 2024, 00:00 UTC");
        assert_eq!(moment(at, Tz::Europe__Berlin), "Fri 4 Oct 2024, 02:00 CEST");
        assert_eq!(day(at, Tz::America__New_York), "3 Oct 2024");
    }
}
