//! Times in words, in the viewer's time zone.

use std::time::Duration;

use chrono::{DateTime, Datelike, TimeDelta, Utc, Weekday};
use chrono_tz::Tz;

use crate::locale::{Locale, key};

const WEEKDAYS: [&str; 7] = [
    key("weekday-monday"),
    key("weekday-tuesday"),
    key("weekday-wednesday"),
    key("weekday-thursday"),
    key("weekday-friday"),
    key("weekday-saturday"),
    key("weekday-sunday"),
];

const MONTHS: [&str; 12] = [
    key("month-january"),
    key("month-february"),
    key("month-march"),
    key("month-april"),
    key("month-may"),
    key("month-june"),
    key("month-july"),
    key("month-august"),
    key("month-september"),
    key("month-october"),
    key("month-november"),
    key("month-december"),
];

impl Locale {
    /// `Fri 20 Nov 2026, 14:05 CET`.
    pub fn moment(self, at: DateTime<Utc>, zone: Tz) -> String {
        let date = self.date(at, zone);
        self.text("time-moment")
            .with("weekday", date.weekday)
            .with("day", &date.day)
            .with("month", date.month)
            .with("year", &date.year)
            .with("clock", &date.clock)
            .with("zone", &date.zone)
            .to_string()
    }

    /// `Mon 23 Nov, 18:27 CET`: for times in the next days.
    pub fn soon(self, at: DateTime<Utc>, zone: Tz) -> String {
        let date = self.date(at, zone);
        self.text("time-soon")
            .with("weekday", date.weekday)
            .with("day", &date.day)
            .with("month", date.month)
            .with("clock", &date.clock)
            .with("zone", &date.zone)
            .to_string()
    }

    /// `Mon 23 Nov, 18:27`: beside [`Self::time_left`], which needs no zone.
    pub fn clock(self, at: DateTime<Utc>, zone: Tz) -> String {
        let date = self.date(at, zone);
        self.text("time-clock")
            .with("weekday", date.weekday)
            .with("day", &date.day)
            .with("month", date.month)
            .with("clock", &date.clock)
            .to_string()
    }

    /// `Mon`.
    pub fn weekday(self, day: Weekday) -> &'static str {
        self.say(WEEKDAYS[day.num_days_from_monday() as usize])
    }

    /// `20 Nov 2026`.
    pub fn day(self, at: DateTime<Utc>, zone: Tz) -> String {
        let date = self.date(at, zone);
        let text = self.text("time-day");
        text.with("day", &date.day).with("month", date.month).with("year", &date.year).to_string()
    }

    /// The rounded distance from `now` to `at`: `in 2 days`, `in 3 hours`, `5 minutes ago`.
    pub fn distance(self, at: DateTime<Utc>, now: DateTime<Utc>) -> String {
        let delta = at - now;
        if delta.abs() < TimeDelta::minutes(1) {
            return self.say("time-now").to_owned();
        }
        let future = delta > TimeDelta::zero();
        let delta = delta.abs();
        let (n, text) = if delta.num_hours() >= 48 {
            (delta.num_days(), if future { key("time-in-days") } else { key("time-days-ago") })
        } else if delta.num_minutes() >= 120 {
            (delta.num_hours(), if future { key("time-in-hours") } else { key("time-hours-ago") })
        } else {
            (delta.num_minutes(), if future { key("time-in-minutes") } else { key("time-minutes-ago") })
        };
        self.text(text).with("n", n).to_string()
    }

    /// The time until a deadline: `2 d 23 h left`, `5 h 10 min left`, `time is up`.
    pub fn time_left(self, until: DateTime<Utc>, now: DateTime<Utc>) -> String {
        let left = until - now;
        if left <= TimeDelta::zero() {
            return self.say("time-up").to_owned();
        }
        let (days, hours, minutes) = (left.num_days(), left.num_hours() % 24, left.num_minutes() % 60);
        let (text, first, second) = match (days, hours) {
            (1.., _) => (key("time-left-days"), days, hours),
            (_, 1..) => (key("time-left-hours"), hours, minutes),
            _ => (key("time-left-minutes"), minutes, 0),
        };
        self.text(text).with("n", first).with("more", second).to_string()
    }

    /// `3 days`, `5 hours`, `20 seconds`.
    pub fn time_span(self, span: Duration) -> String {
        let seconds = span.as_secs();
        let (n, text) = match seconds {
            0..120 => (seconds, key("time-span-seconds")),
            120..7_200 => (seconds / 60, key("time-span-minutes")),
            7_200..172_800 => (seconds / 3_600, key("time-span-hours")),
            _ => (seconds / 86_400, key("time-span-days")),
        };
        self.text(text).with("n", n).to_string()
    }

    /// The same, rounded: `40 minutes`, `30 hours`, `12 days`, `5 weeks`.
    pub fn rough_span(self, span: TimeDelta) -> String {
        self.in_whole(span, |seconds, unit| (seconds + unit / 2) / unit)
    }

    /// The same, rounded up.
    pub fn rough_span_at_most(self, span: TimeDelta) -> String {
        self.in_whole(span, u64::div_ceil)
    }

    fn in_whole(self, span: TimeDelta, round: impl Fn(u64, u64) -> u64) -> String {
        const WEEK: u64 = 604_800;
        let seconds = u64::try_from(span.num_seconds()).unwrap_or_default();
        let unit = match seconds {
            0..7_200 => 60,
            7_200..172_800 => 3_600,
            172_800..1_209_600 => 86_400,
            _ => WEEK,
        };
        let n = round(seconds, unit);
        match unit {
            WEEK => self.text("time-span-weeks").with("n", n).to_string(),
            unit => self.time_span(Duration::from_secs(n.max(1) * unit)),
        }
    }

    /// `35 ms`.
    pub fn milliseconds(self, span: Duration) -> String {
        let millis = u64::try_from(span.as_millis()).unwrap_or(u64::MAX);
        self.text("time-milliseconds").with("n", self.count(millis)).to_string()
    }

    fn date(self, at: DateTime<Utc>, zone: Tz) -> Date {
        let at = at.with_timezone(&zone);
        let name = |keys: &[&'static str], index: u32| {
            usize::try_from(index).ok().and_then(|index| keys.get(index)).map_or("", |key| self.say(key))
        };
        Date {
            weekday: name(&WEEKDAYS, at.weekday().num_days_from_monday()),
            day: at.day().to_string(),
            month: name(&MONTHS, at.month0()),
            year: at.year().to_string(),
            clock: at.format("%H:%M").to_string(),
            zone: at.format("%Z").to_string(),
        }
    }
}

/// The parts of a local time.
struct Date {
    weekday: &'static str,
    day: String,
    month: &'static str,
    year: String,
    clock: String,
    zone: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_given_in_the_largest_unit_that_says_enough() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let said = |minutes| Locale::default().distance(now + TimeDelta::minutes(minutes), now);
        assert_eq!(said(0), "now");
        assert_eq!(said(-1), "1 minute ago");
        assert_eq!(said(119), "in 119 minutes");
        assert_eq!(said(121), "in 2 hours");
        assert_eq!(said(47 * 60), "in 47 hours");
        assert_eq!(said(-3 * 24 * 60), "3 days ago");
    }

    #[test]
    fn the_time_left_is_given_in_two_units_and_never_lies_in_the_past() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let said = |minutes| Locale::default().time_left(now + TimeDelta::minutes(minutes), now);
        assert_eq!(said(3 * 24 * 60 - 1), "2 d 23 h left");
        assert_eq!(said(24 * 60), "1 d 0 h left");
        assert_eq!(said(24 * 60 - 1), "23 h 59 min left");
        assert_eq!(said(59), "59 min left");
        assert_eq!([0, -180].map(said), ["time is up", "time is up"]);
    }

    #[test]
    fn spans_are_given_in_one_unit() {
        let said = |seconds| Locale::default().time_span(Duration::from_secs(seconds));
        assert_eq!([0, 1, 119, 120].map(said), ["0 seconds", "1 second", "119 seconds", "2 minutes"]);
        assert_eq!([7_200, 172_800].map(said), ["2 hours", "2 days"]);
        assert_eq!(Locale::default().milliseconds(Duration::from_millis(1_234)), "1,234 ms");
    }

    #[test]
    fn moments_are_shown_in_the_viewers_zone() {
        let at = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let locale = Locale::default();
        assert_eq!(locale.moment(at, Tz::UTC), "Fri 4 Oct 2024, 00:00 UTC");
        assert_eq!(locale.moment(at, Tz::Europe__Berlin), "Fri 4 Oct 2024, 02:00 CEST");
        assert_eq!(locale.soon(at, Tz::Europe__Berlin), "Fri 4 Oct, 02:00 CEST");
        assert_eq!(locale.day(at, Tz::America__New_York), "3 Oct 2024");
    }
}
