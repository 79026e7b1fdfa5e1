//! How long a server asks to wait.

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};

use crate::Response;

impl Response {
    /// What the header `Retry-After` of a response asks for that came in `now`, at most a day. `None` without one that can be read.
    pub fn delay(&self, now: DateTime<Utc>) -> Option<TimeDelta> {
        self.retry_after.as_deref().and_then(|text| delay(text, now))
    }
}

const LONGEST_DELAY: TimeDelta = TimeDelta::days(1);

/// The three forms of a date in HTTP (RFC 9110, section 5.6.7). The last two are obsolete, but must be understood.
const DATES: [&str; 3] = ["%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"];

/// Reads `Retry-After`: seconds, or a date.
fn delay(text: &str, now: DateTime<Utc>) -> Option<TimeDelta> {
    let text = text.trim();
    let wanted = if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number of too many digits is a long time, too.
        text.parse().ok().and_then(TimeDelta::try_seconds).unwrap_or(LONGEST_DELAY)
    } else {
        let date = DATES.iter().find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())?;
        date.and_utc() - now
    };
    Some(wanted.clamp(TimeDelta::zero(), LONGEST_DELAY))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Sunday, 6 November 1994, 08:49:37.
    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(784_111_777, 0).unwrap()
    }

    fn after(text: &str) -> Option<i64> {
        let response =
            Response { status: 429, retry_after: Some(text.to_owned()), link: None, body: Vec::new() };
        response.delay(now()).map(|after| after.num_seconds())
    }

    #[test]
    fn retry_after_is_in_seconds_or_a_date() {
        for (text, seconds) in [
            ("0", 0),
            (" 120 ", 120),
            ("86400", 86_400),
            ("86401", 86_400),
            ("99999999999999999999999999", 86_400),
            ("9223372036854775807", 86_400),
            ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
            ("Sunday, 06-Nov-94 08:50:37 GMT", 60),
            ("Sun Nov  6 08:50:37 1994", 60),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
            ("Sat, 05 Nov 1994 08:49:37 GMT", 0),
            ("Mon, 06 Nov 2034 08:49:37 GMT", 86_400),
        ] {
            assert_eq!(after(text), Some(seconds), "{text}");
        }
    }

    #[test]
    fn an_unreadable_retry_after_is_none() {
        for text in [
            "",
            " ",
            "-1",
            "+5",
            "1.5",
            "5 s",
            "soon",
            "٣",
            "Sun, 06 Nov 1994 08:50:37 CET",
            "Mon, 06 Nov 1994 08:50:37 GMT",
            "Sun, 31 Feb 1994 08:50:37 GMT",
            "1994-11-06T08:50:37Z",
        ] {
            assert_eq!(after(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_header_makes_a_message_wait_more_than_a_day(text in "\\PC*", seconds: u64) {
            for text in [text, seconds.to_string()] {
                prop_assert!(after(&text).is_none_or(|after| (0..=86_400).contains(&after)));
            }
        }
    }
}
