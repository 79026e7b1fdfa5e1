//! Months in UTC, as the files of finished games go by them.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc};

/// A month of the years 0 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month {
    year: i32,
    /// From 1.
    month: u32,
}

impl Month {
    pub fn of(time: DateTime<Utc>) -> Self {
        Self { year: time.year(), month: time.month() }
    }

    /// Its first moment.
    pub fn begin(self) -> DateTime<Utc> {
        let day = NaiveDate::from_ymd_opt(self.year, self.month, 1);
        day.map_or(DateTime::<Utc>::MAX_UTC, |day| day.and_time(NaiveTime::MIN).and_utc())
    }

    /// The first moment of the next one.
    pub fn end(self) -> DateTime<Utc> {
        self.next().begin()
    }

    #[must_use]
    pub const fn next(self) -> Self {
        if self.month == 12 {
            Self { year: self.year + 1, month: 1 }
        } else {
            Self { year: self.year, month: self.month + 1 }
        }
    }
}

/// As in the database and in addresses: `2026-11`.
impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

/// Why a text is no month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a month is a year and two digits, such as 2026-11")]
pub struct BadMonth;

impl FromStr for Month {
    type Err = BadMonth;

    fn from_str(text: &str) -> Result<Self, BadMonth> {
        let (year, month) = text.split_once('-').ok_or(BadMonth)?;
        let number = |digits: &str, length: usize| {
            let is_number = digits.len() == length && digits.bytes().all(|digit| digit.is_ascii_digit());
            if is_number { digits.parse::<u32>().map_err(|_| BadMonth) } else { Err(BadMonth) }
        };
        let (year, month) = (number(year, 4)?, number(month, 2)?);
        if !(1..=12).contains(&month) {
            return Err(BadMonth);
        }
        Ok(Self { year: i32::try_from(year).map_err(|_| BadMonth)?, month })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_goes_from_its_first_moment_to_that_of_the_next() {
        let december: Month = "2026-12".parse().unwrap();
        assert_eq!(december.begin().to_rfc3339(), "2026-12-01T00:00:00+00:00");
        assert_eq!(december.end().to_rfc3339(), "2027-01-01T00:00:00+00:00");
        assert_eq!(Month::of(december.end()), december.next());
        assert_eq!(Month::of(december.end() - chrono::TimeDelta::milliseconds(1)), december);
        assert_eq!(december.next().to_string(), "2027-01");
        assert!(december < december.next());
    }

    #[test]
    fn what_is_no_month_is_refused() {
        for wrong in ["", "2026", "2026-1", "2026-00", "2026-13", "26-11", "2026-+1", "2026-11-01", "+026-11"]
        {
            assert_eq!(wrong.parse::<Month>(), Err(BadMonth), "{wrong}");
        }
    }
}
