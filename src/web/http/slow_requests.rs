//! The slowest requests of the last day, by page, for administrators. Like metrics, they are named by the patterns of their
//! addresses, which are few and hold no secrets.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::http::request_id::RequestId;

/// Faster requests are not remembered.
pub const SLOW: Duration = Duration::from_millis(20);
/// How many requests are remembered of each page.
const OF_EACH: usize = 3;
/// How long they are remembered.
const FOR: TimeDelta = TimeDelta::days(1);

/// A request that took long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowRequest {
    pub at: DateTime<Utc>,
    /// Until the response began.
    pub took: Duration,
    pub status: u16,
    /// Of its lines in the log.
    pub id: String,
}

/// By method and pattern.
#[derive(Debug, Default)]
pub struct SlowRequests(Mutex<BTreeMap<(String, String), Vec<SlowRequest>>>);

impl SlowRequests {
    pub(crate) fn record(
        &self,
        method: &str,
        page: &str,
        status: u16,
        took: Duration,
        id: &RequestId,
        now: DateTime<Utc>,
    ) {
        if took < SLOW {
            return;
        }
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = pages.entry((method.to_owned(), page.to_owned())).or_default();
        known.retain(|request| now - request.at < FOR);
        let place = known.iter().position(|request| request.took < took).unwrap_or(known.len());
        if place < OF_EACH {
            known.insert(place, SlowRequest { at: now, took, status, id: id.to_string() });
            known.truncate(OF_EACH);
        }
    }

    /// Methods, patterns and requests, the slowest first.
    pub fn slowest(&self, now: DateTime<Utc>) -> Vec<(String, String, SlowRequest)> {
        let pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<_> = pages
            .iter()
            .flat_map(|((method, page), requests)| {
                let recent = requests.iter().filter(|request| now - request.at < FOR);
                recent.map(|request| (method.clone(), page.clone(), request.clone()))
            })
            .collect();
        all.sort_by_key(|(.., request)| std::cmp::Reverse(request.took));
        all
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderMap;

    use super::*;

    #[test]
    fn the_slowest_requests_of_each_page_are_remembered_for_a_day() {
        let (slow, now) = (SlowRequests::default(), DateTime::UNIX_EPOCH + TimeDelta::days(20_000));
        let id = RequestId::of(&HeaderMap::new(), false);
        let note = |page, millis, at| slow.record("GET", page, 200, Duration::from_millis(millis), &id, at);
        for millis in [19, 30, 25, 50, 40] {
            note("/", millis, now);
        }
        note("/games", 45, now - TimeDelta::hours(23));
        let listed = |now| -> Vec<(String, u128)> {
            slow.slowest(now).into_iter().map(|(_, page, request)| (page, request.took.as_millis())).collect()
        };
        let expected = [("/", 50), ("/games", 45), ("/", 40), ("/", 30)];
        assert_eq!(listed(now), expected.map(|(page, millis)| (page.to_owned(), millis)));
        assert_eq!(listed(now + TimeDelta::hours(1)).len(), 3, "one is too old");
        note("/", 21, now + TimeDelta::days(1));
        assert_eq!(listed(now + TimeDelta::days(1)), [("/".to_owned(), 21)], "old ones make room");
    }
}
