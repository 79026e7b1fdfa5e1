//! What a player saw on the last visit to a game. Stored in a cookie with the game's path, so that viewing a page writes
//! nothing to the database.

use std::fmt;

use actix_web::HttpRequest;
use actix_web::http::Method;
use chrono::{DateTime, TimeDelta, Utc};

/// A pause of this length starts a new visit.
const PAUSE: TimeDelta = TimeDelta::minutes(30);

/// A visit to a game. As a cookie: `4.12.1795176000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Visit {
    /// The number of the last event seen before this visit; 0 if unknown.
    pub before: u32,
    /// The number of the last event seen so far.
    shown: u32,
    /// The time of the last request.
    at: DateTime<Utc>,
}

impl Visit {
    /// Parses a cookie. `None` if it cannot belong to this game or is from the future.
    pub(crate) fn read(text: &str, last: u32, now: DateTime<Utc>) -> Option<Self> {
        let mut parts = text.split('.');
        let before = parts.next()?.parse().ok()?;
        let shown = parts.next()?.parse().ok()?;
        let at = DateTime::from_timestamp(parts.next()?.parse().ok()?, 0)?;
        let sound = parts.next().is_none() && before <= shown && shown <= last && at <= now;
        sound.then_some(Self { before, shown, at })
    }

    /// The visit that a request belongs to: the known one or, after a pause, a new one.
    pub(crate) fn continued(known: Option<Self>, last: u32, now: DateTime<Utc>) -> Self {
        let before = match known {
            None => 0,
            Some(visit) if now - visit.at < PAUSE => visit.before,
            Some(visit) => visit.shown,
        };
        Self { before, shown: last, at: now }
    }
}

impl fmt::Display for Visit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.before, self.shown, self.at.timestamp())
    }
}

/// Whether the user sees this page: prefetched pages and hidden windows do not count.
pub(crate) fn is_visible(request: &HttpRequest) -> bool {
    let says = |name| request.headers().contains_key(name);
    request.method() == Method::GET && !says("sec-purpose") && !says("x-hidden")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(20_000) + TimeDelta::minutes(minutes)
    }

    /// Through the cookie and back.
    fn round_trip(visit: Visit) -> Option<Visit> {
        Visit::read(&visit.to_string(), 100, at(10_000))
    }

    #[test]
    fn a_visit_continues_while_pauses_are_short() {
        let first = Visit::continued(None, 5, at(0));
        assert_eq!(first.before, 0);
        let later = Visit::continued(round_trip(first), 8, at(29));
        assert_eq!(later.before, 0);
        let still = Visit::continued(round_trip(later), 8, at(29 + 29));
        assert_eq!(still.before, 0);
    }

    #[test]
    fn after_a_pause_a_visit_begins_where_the_last_one_ended() {
        let first = Visit::continued(None, 5, at(0));
        let longer = Visit::continued(round_trip(first), 8, at(10));
        let second = Visit::continued(round_trip(longer), 12, at(40));
        assert_eq!(second.before, 8);
        let reloaded = Visit::continued(round_trip(second), 12, at(41));
        assert_eq!(reloaded.before, 8);
        let third = Visit::continued(round_trip(reloaded), 12, at(41 + 30));
        assert_eq!(third.before, 12);
    }

    #[test]
    fn an_invalid_visit_cookie_is_ignored() {
        let now = at(0).timestamp();
        let good = format!("4.12.{now}");
        assert!(Visit::read(&good, 12, at(0)).is_some());
        for (bad, why) in [
            (String::new(), "nothing"),
            ("4.12".to_owned(), "too short"),
            (format!("4.12.{now}.1"), "too long"),
            (format!("-4.12.{now}"), "no number"),
            (format!("4.99999999999.{now}"), "too large"),
            (format!("4.13.{now}"), "more than has happened"),
            (format!("13.12.{now}"), "backwards"),
            (format!("4.12.{}", now + 1), "of the future"),
            ("4.12.9223372036854775807".to_owned(), "beyond all times"),
        ] {
            assert_eq!(Visit::read(&bad, 12, at(0)), None, "{why}");
        }
    }
}
