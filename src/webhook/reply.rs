//! What the answer of a webhook means.

use std::time::Duration;

use chrono::TimeDelta;
use serde::Deserialize;

use crate::retry_after;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    Delivered,
    /// The receiver wants nothing any more: switch the webhook off.
    Gone,
    /// Also a redirect, because following one could lead to a machine that addresses are not checked for.
    Failed,
    /// The receiver has too much to do. `after` is the time it asks for; absent if it names none.
    Slower {
        after: Option<TimeDelta>,
    },
}

/// The longest wait that a body can ask for.
const LONGEST_WAIT: TimeDelta = TimeDelta::days(1);

impl Reply {
    /// `after` is the wait that `Retry-After` asks for, and `body` the beginning of the body: Discord says there how long to wait.
    pub fn read(status: u16, after: Option<TimeDelta>, body: &[u8]) -> Self {
        match status {
            200..=299 => Self::Delivered,
            410 => Self::Gone,
            429 => Self::Slower { after: after.max(discord_wait(body)) },
            502..=504 => Self::Slower { after },
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

    #[test]
    fn every_status_has_its_meaning() {
        for status in 0..=u16::MAX {
            let expected = match status {
                200..=299 => Reply::Delivered,
                410 => Reply::Gone,
                429 | 502 | 503 | 504 => SLOWER,
                _ => Reply::Failed,
            };
            assert_eq!(Reply::read(status, None, b""), expected, "{status}");
        }
    }

    #[test]
    fn a_receiver_can_ask_for_time() {
        let millis = TimeDelta::milliseconds;
        for (asked, body, after) in [
            (Some(millis(120_000)), "", Some(millis(120_000))),
            (Some(millis(0)), "", Some(millis(0))),
            (None, r#"{"message": "…", "retry_after": 64.57, "global": false}"#, Some(millis(64_570))),
            (Some(millis(65_000)), r#"{"retry_after": 64.57}"#, Some(millis(65_000))),
            (Some(millis(1_000)), r#"{"retry_after": 64.57}"#, Some(millis(64_570))),
            (None, r#"{"retry_after": 1e300}"#, None),
            (None, r#"{"retry_after": 1e10}"#, Some(LONGEST_WAIT)),
            (None, r#"{"retry_after": -1}"#, None),
            (None, r#"{"retry_after": "1"}"#, None),
            (None, "\u{0}", None),
        ] {
            let reply = Reply::read(429, asked, body.as_bytes());
            assert_eq!(reply, Reply::Slower { after }, "{asked:?} {body}");
        }
        let busy = Reply::read(503, Some(millis(7_000)), br#"{"retry_after": 64.57}"#);
        assert_eq!(
            busy,
            Reply::Slower { after: Some(TimeDelta::seconds(7)) },
            "only Discord's limit has a body"
        );
        assert_eq!(Reply::read(500, Some(millis(7_000)), b""), Reply::Failed);
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
