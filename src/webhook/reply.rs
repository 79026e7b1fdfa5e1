//! What the answer of a webhook means.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;

use crate::retry_after;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    Delivered,
    /// The receiver wants nothing any more: switch the webhook off.
    Gone,
    /// Also a redirect, because following one could lead to a machine that addresses are not checked for.
    Failed,
    /// The receiver has too much to do. `after` is the time it asks for, at most a day; absent if it names none.
    Slower {
        after: Option<TimeDelta>,
    },
}

/// The longest wait that a receiver can ask for.
const LONGEST_WAIT: TimeDelta = TimeDelta::days(1);

impl Reply {
    /// `header` is `Retry-After`, and `body` the beginning of the body: Discord says there how long to wait.
    pub fn read(status: u16, header: Option<&str>, body: &[u8], now: DateTime<Utc>) -> Self {
        match status {
            200..=299 => Self::Delivered,
            410 => Self::Gone,
            429 => Self::Slower { after: header.and_then(|text| wait(text, now)).max(discord_wait(body)) },
            502..=504 => Self::Slower { after: header.and_then(|text| wait(text, now)) },
            _ => Self::Failed,
        }
    }

    /// How long to wait before the next attempt, after so many that failed, this one included. `None` if there is none.
    pub fn next_attempt(self, attempts: u32) -> Option<TimeDelta> {
        match self {
            Self::Delivered | Self::Gone => None,
            Self::Failed => retry_after(attempts),
            Self::Slower { after } => Some(retry_after(attempts)?.max(after.unwrap_or_default())),
        }
    }
}

/// Seconds, or a date as HTTP writes it today (RFC 9110, IMF-fixdate).
fn wait(text: &str, now: DateTime<Utc>) -> Option<TimeDelta> {
    let text = text.trim();
    let wait = match text.parse::<u32>() {
        Ok(seconds) => TimeDelta::seconds(i64::from(seconds)),
        Err(_) => DateTime::parse_from_rfc2822(text).ok()?.to_utc() - now,
    };
    Some(wait.clamp(TimeDelta::zero(), LONGEST_WAIT))
}

fn discord_wait(body: &[u8]) -> Option<TimeDelta> {
    #[derive(Deserialize)]
    struct Body {
        /// In seconds, with fractions.
        retry_after: f64,
    }
    let body: Body = serde_json::from_slice(body).ok()?;
    let wait = TimeDelta::from_std(Duration::try_from_secs_f64(body.retry_after).ok()?).ok()?;
    Some(wait.min(LONGEST_WAIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLOWER: Reply = Reply::Slower { after: None };

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_445_412_420, 0).unwrap() // 21 October 2015, 07:27:00
    }

    #[test]
    fn every_status_has_its_meaning() {
        for status in 0..=u16::MAX {
            let expected = match status {
                200..=299 => Reply::Delivered,
                410 => Reply::Gone,
                429 | 502 | 503 | 504 => SLOWER,
                _ => Reply::Failed,
            };
            assert_eq!(Reply::read(status, None, b"", now()), expected, "{status}");
        }
    }

    #[test]
    fn a_receiver_can_ask_for_time() {
        let millis = TimeDelta::milliseconds;
        for (header, body, after) in [
            (Some("120"), "", Some(millis(120_000))),
            (Some(" 0 "), "", Some(millis(0))),
            (Some("Wed, 21 Oct 2015 07:28:00 GMT"), "", Some(millis(60_000))),
            (Some("Wed, 21 Oct 2015 07:20:00 GMT"), "", Some(millis(0))),
            (Some("4294967295"), "", Some(LONGEST_WAIT)),
            (Some("Fri, 31 Dec 9999 23:59:59 GMT"), "", Some(LONGEST_WAIT)),
            (Some("-5"), "", None),
            (Some("soon"), "", None),
            (None, r#"{"message": "…", "retry_after": 64.57, "global": false}"#, Some(millis(64_570))),
            (Some("65"), r#"{"retry_after": 64.57}"#, Some(millis(65_000))),
            (Some("1"), r#"{"retry_after": 64.57}"#, Some(millis(64_570))),
            (None, r#"{"retry_after": 1e300}"#, None),
            (None, r#"{"retry_after": 1e10}"#, Some(LONGEST_WAIT)),
            (None, r#"{"retry_after": -1}"#, None),
            (None, r#"{"retry_after": "1"}"#, None),
            (None, "\u{0}", None),
        ] {
            let reply = Reply::read(429, header, body.as_bytes(), now());
            assert_eq!(reply, Reply::Slower { after }, "{header:?} {body}");
        }
        let busy = Reply::read(503, Some("7"), br#"{"retry_after": 64.57}"#, now());
        assert_eq!(
            busy,
            Reply::Slower { after: Some(TimeDelta::seconds(7)) },
            "only Discord's limit has a body"
        );
        assert_eq!(Reply::read(500, Some("7"), b"", now()), Reply::Failed);
    }

    #[test]
    fn the_next_attempt_waits_for_both_the_schedule_and_the_receiver() {
        let (second, minute) = (TimeDelta::seconds(1), TimeDelta::minutes(1));
        assert_eq!(Reply::Delivered.next_attempt(1), None);
        assert_eq!(Reply::Gone.next_attempt(1), None);
        assert_eq!(Reply::Failed.next_attempt(1), Some(second * 5));
        assert_eq!(SLOWER.next_attempt(1), Some(second * 5));
        assert_eq!(Reply::Slower { after: Some(minute) }.next_attempt(1), Some(minute));
        assert_eq!(Reply::Slower { after: Some(minute) }.next_attempt(2), Some(minute * 5));
        assert_eq!(Reply::Slower { after: Some(minute) }.next_attempt(10), None);
    }
}
