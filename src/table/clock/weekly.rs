//! Hours of the day and days of the week, in a time zone.

use std::fmt;

use chrono::{
    DateTime, Datelike, Days, LocalResult, NaiveDate, NaiveDateTime, TimeDelta, TimeZone, Utc, Weekday,
};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use crate::Period;

/// A time of day, in minutes since midnight: `07:30` in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeOfDay(u16);

impl TimeOfDay {
    pub const MIDNIGHT: Self = Self(0);
    pub(crate) const EIGHT: Self = Self(8 * 60);
    const PER_DAY: u16 = 24 * 60;

    /// From 0:00 to 23:59.
    pub fn parse(text: &str) -> Option<Self> {
        let (hours, minutes) = text.split_once(':')?;
        let number = |digits: &str, most: u16| {
            let plain = (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|&number: &u16| plain && number <= most)
        };
        Some(Self(number(hours, 23)? * 60 + number(minutes, 59)?))
    }

    pub(crate) const fn next_minute(self) -> Self {
        Self((self.0 + 1) % Self::PER_DAY)
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

impl From<TimeOfDay> for String {
    fn from(time: TimeOfDay) -> Self {
        time.to_string()
    }
}

impl TryFrom<String> for TimeOfDay {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or("not a time of day")
    }
}

/// Hours of the day, past midnight if they end before they begin, and all day if they end as they begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DayHours {
    pub from: TimeOfDay,
    pub until: TimeOfDay,
}

impl DayHours {
    const ALL_DAY: Self = Self { from: TimeOfDay::MIDNIGHT, until: TimeOfDay::MIDNIGHT };

    /// In minutes: 1 to 1,440.
    pub const fn minutes(self) -> u16 {
        let (from, until) = (self.from.0, self.until.0);
        if until > from { until - from } else { until + TimeOfDay::PER_DAY - from }
    }
}

/// Days of the week: a list such as `["sat", "sun"]` in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<&'static str>")]
pub struct Weekdays(u8);

impl Weekdays {
    pub const NONE: Self = Self(0);
    pub const ALL: Self = Self(0b111_1111);
    /// From Monday to Sunday.
    pub const WEEK: [Weekday; 7] =
        [Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri, Weekday::Sat, Weekday::Sun];

    /// In forms, URLs and JSON.
    pub const fn word(day: Weekday) -> &'static str {
        match day {
            Weekday::Mon => "mon",
            Weekday::Tue => "tue",
            Weekday::Wed => "wed",
            Weekday::Thu => "thu",
            Weekday::Fri => "fri",
            Weekday::Sat => "sat",
            Weekday::Sun => "sun",
        }
    }

    pub fn parse_day(word: &str) -> Option<Weekday> {
        Self::WEEK.into_iter().find(|&day| Self::word(day) == word)
    }

    pub const fn contains(self, day: Weekday) -> bool {
        self.0 & 1 << day.num_days_from_monday() != 0
    }

    #[must_use]
    pub const fn with(self, day: Weekday) -> Self {
        Self(self.0 | 1 << day.num_days_from_monday())
    }

    pub const fn is_none(&self) -> bool {
        self.0 == 0
    }

    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// From Monday to Sunday.
    pub fn iter(self) -> impl Iterator<Item = Weekday> {
        Self::WEEK.into_iter().filter(move |&day| self.contains(day))
    }
}

impl FromIterator<Weekday> for Weekdays {
    fn from_iter<T: IntoIterator<Item = Weekday>>(days: T) -> Self {
        days.into_iter().fold(Self::NONE, Self::with)
    }
}

impl From<Weekdays> for Vec<&'static str> {
    fn from(days: Weekdays) -> Self {
        days.iter().map(Weekdays::word).collect()
    }
}

impl TryFrom<Vec<String>> for Weekdays {
    type Error = &'static str;

    fn try_from(words: Vec<String>) -> Result<Self, Self::Error> {
        words.iter().map(|word| Self::parse_day(word).ok_or("not a day of the week")).collect()
    }
}

/// A time zone in JSON: its name in the IANA database.
pub(super) mod zone_name {
    use chrono_tz::Tz;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
    pub fn serialize<S: Serializer>(zone: &Tz, serializer: S) -> Result<S::Ok, S::Error> {
        zone.name().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Tz, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(|_| D::Error::custom(format_args!("no time zone is called {name:?}")))
    }
}

/// Stretches of time that come again every week by the clocks of a time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weekly {
    pub zone: Tz,
    /// On which the stretches begin.
    pub days: Weekdays,
    pub hours: DayHours,
}

impl Weekly {
    /// Whole days.
    pub const fn days(zone: Tz, days: Weekdays) -> Self {
        Self { zone, days, hours: DayHours::ALL_DAY }
    }

    /// Whether an instant is within a stretch, and until when at least that stays so.
    pub fn at(self, at: DateTime<Utc>) -> (bool, DateTime<Utc>) {
        match self.current_or_next(at) {
            Some(Period { from, until }) if from <= at => (true, until),
            Some(Period { from, .. }) => (false, from),
            None => (false, at + TimeDelta::weeks(1)),
        }
    }

    /// The stretch that an instant is within.
    pub fn stretch(self, at: DateTime<Utc>) -> Option<Period> {
        self.current_or_next(at).filter(|stretch| stretch.contains(at))
    }

    /// The first stretch that ends after an instant.
    fn current_or_next(self, at: DateTime<Utc>) -> Option<Period> {
        let today = at.with_timezone(&self.zone).date_naive();
        // A stretch of yesterday may go on until today, and the next one is at most a week away.
        let days = today.pred_opt().into_iter().flat_map(|yesterday| yesterday.iter_days().take(9));
        let mut stretches = days.filter(|day| self.days.contains(day.weekday())).map(|day| self.on(day));
        stretches.find(|stretch| stretch.until > at)
    }

    /// The stretch that begins on a day.
    fn on(self, day: NaiveDate) -> Period {
        let DayHours { from, until } = self.hours;
        let last = if until > from { day } else { day.checked_add_days(Days::new(1)).unwrap_or(day) };
        let instant = |day, time| local_instant(self.zone, local(day, time));
        Period { from: instant(day, from), until: instant(last, until) }
    }
}

fn local(day: NaiveDate, time: TimeOfDay) -> NaiveDateTime {
    NaiveDateTime::from(day) + TimeDelta::minutes(time.0.into())
}

/// When the clocks of a zone show this time: the first time if they show it twice, and the end of the gap if they skip it.
pub fn local_instant(zone: Tz, local: NaiveDateTime) -> DateTime<Utc> {
    // Gaps are up to a day long, and begin and end on the quarter of an hour.
    let quarters = (0..=4 * 25).map(|quarters| local + TimeDelta::minutes(15 * quarters));
    let mut shown = quarters.filter_map(|local| match zone.from_local_datetime(&local) {
        LocalResult::Single(at) | LocalResult::Ambiguous(at, _) => Some(at.with_timezone(&Utc)),
        LocalResult::None => None,
    });
    shown.next().unwrap_or_else(|| local.and_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> TimeOfDay {
        TimeOfDay::parse(text).unwrap()
    }

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn nights(zone: Tz) -> Weekly {
        let hours = DayHours { from: time("22:00"), until: time("07:00") };
        Weekly { zone, days: Weekdays::ALL, hours }
    }

    #[test]
    fn a_time_of_day_has_hours_and_minutes() {
        assert_eq!(["0:00", "7:5", "23:59"].map(|text| time(text).to_string()), ["00:00", "07:05", "23:59"]);
        for text in ["25:00", "24:00", "12:60", "12", "", ":", "-1:00", "+1:00", "007:00", "7:00:00", "７:00"]
        {
            assert_eq!(TimeOfDay::parse(text), None, "{text}");
        }
    }

    #[test]
    fn hours_that_end_before_they_begin_go_past_midnight() {
        let hours = |from, until| DayHours { from: time(from), until: time(until) }.minutes();
        assert_eq!(
            [hours("22:00", "07:00"), hours("08:00", "22:00"), hours("00:00", "00:00")],
            [540, 840, 1440]
        );
    }

    #[test]
    fn days_are_stored_by_their_words() {
        let weekend = Weekdays::from_iter([Weekday::Sun, Weekday::Sat]);
        let json = serde_json::to_string(&weekend).unwrap();
        assert_eq!(json, r#"["sat","sun"]"#);
        assert_eq!(serde_json::from_str::<Weekdays>(&json).unwrap(), weekend);
        assert!(serde_json::from_str::<Weekdays>(r#"["caturday"]"#).is_err());
        assert_eq!((weekend.count(), Weekdays::ALL.count()), (2, 7));
    }

    #[test]
    fn a_night_lasts_as_long_as_clocks_say_when_they_change() {
        let nights = nights(Tz::Europe__Berlin);
        for (evening, morning, hours) in [
            // An ordinary night, the one in which an hour is skipped, and the one in which an hour comes twice.
            ("2026-01-10T21:00:00Z", "2026-01-11T06:00:00Z", 9),
            ("2026-03-28T21:00:00Z", "2026-03-29T05:00:00Z", 8),
            ("2026-10-24T20:00:00Z", "2026-10-25T06:00:00Z", 10),
        ] {
            let (evening, morning) = (utc(evening), utc(morning));
            assert_eq!((morning - evening).num_hours(), hours);
            assert_eq!(nights.at(evening - TimeDelta::milliseconds(1)), (false, evening));
            assert_eq!(nights.at(evening), (true, morning));
            assert_eq!(nights.at(morning - TimeDelta::milliseconds(1)), (true, morning));
            assert!(!nights.at(morning).0);
        }
    }

    #[test]
    fn hours_that_begin_in_a_gap_begin_at_its_end() {
        let hours = DayHours { from: time("02:30"), until: time("06:00") };
        let weekly = Weekly { zone: Tz::Europe__Berlin, days: Weekdays::ALL, hours };
        let Period { from, until } = weekly.on(NaiveDate::from_ymd_opt(2026, 3, 29).unwrap());
        assert_eq!((from, until), (utc("2026-03-29T01:00:00Z"), utc("2026-03-29T04:00:00Z")));
    }

    #[test]
    fn whole_days_begin_and_end_at_midnight_of_their_zone() {
        let sundays = Weekly::days(Tz::Pacific__Auckland, Weekdays::NONE.with(Weekday::Sun));
        // Sunday in Auckland, UTC+13 in January.
        let (begin, end) = (utc("2026-01-10T11:00:00Z"), utc("2026-01-11T11:00:00Z"));
        assert_eq!(sundays.at(begin - TimeDelta::hours(1)), (false, begin));
        assert_eq!(sundays.at(begin), (true, end));
        assert_eq!(sundays.at(end), (false, begin + TimeDelta::weeks(1)));
    }

    #[test]
    fn without_days_there_is_no_stretch() {
        let never = Weekly::days(Tz::UTC, Weekdays::NONE);
        let at = utc("2026-01-10T11:00:00Z");
        assert_eq!(never.at(at), (false, at + TimeDelta::weeks(1)));
    }

    #[test]
    fn every_zone_has_stretches_in_order_the_whole_year() {
        for zone in chrono_tz::TZ_VARIANTS {
            let nights = nights(zone);
            let (mut at, mut inside) = (utc("2026-01-01T12:00:00Z"), 0);
            while at < utc("2027-01-01T12:00:00Z") {
                let (is_inside, until) = nights.at(at);
                assert!(until > at && until - at <= TimeDelta::hours(17), "{zone} {at} {until}");
                inside += i64::from(is_inside) * (until - at).num_minutes();
                at = until;
            }
            assert!((inside - 365 * 540).abs() <= 24 * 60, "{zone}: {inside}");
        }
    }
}
