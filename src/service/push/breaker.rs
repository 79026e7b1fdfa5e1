//! Keeps a push service that doesn't work from holding up the others: it gets few requests at once, and after failures none for
//! a while.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use ::push::Answer;
use outbound::{Response, SendError};

/// Requests to one push service at once: less than half of the jobs that run at once, so that one which hangs leaves them room.
const MOST_AT_ONCE: u32 = 12;
/// So many failures in a row stop requests.
const FAILURES: u32 = 5;
/// For how long at first. Each further failure doubles it.
const SHORTEST_PAUSE: TimeDelta = TimeDelta::seconds(15);
const LONGEST_PAUSE: TimeDelta = TimeDelta::minutes(10);
/// The longest pause that a push service can ask for. A single message may wait longer.
const LONGEST_WANTED: TimeDelta = TimeDelta::hours(1);
/// Messages wait so long while as many requests are open as may be.
const BUSY: TimeDelta = TimeDelta::milliseconds(500);
/// Messages wait so long for the answer to the one that tries whether a push service works again: longer than it can take.
const TRIAL: TimeDelta = TimeDelta::seconds(16);
/// Messages that wait for the same push service are sent so far apart, so that they are not due all at once.
const APART: TimeDelta = TimeDelta::milliseconds(10);
/// The last message that waits comes at most so long after the first.
const LONGEST_QUEUE: TimeDelta = TimeDelta::minutes(10);
/// A push service without messages for so long is forgotten.
const FORGOTTEN_AFTER: TimeDelta = TimeDelta::hours(2);
/// More push services than are remembered. There are a handful; only names that match a `*.` could be more.
const MOST_REMEMBERED: usize = 1000;

/// The push services with messages lately, by origin.
#[derive(Debug, Default)]
pub(crate) struct Breakers(Mutex<BTreeMap<String, Breaker>>);

/// What is known of a push service.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Breaker {
    /// Requests without an answer yet.
    sending: u32,
    /// In a row.
    failures: u32,
    /// How often requests were stopped since one last succeeded.
    pauses: u32,
    /// No requests until then.
    until: DateTime<Utc>,
    /// When the last message that waits is due.
    last_waiting: DateTime<Utc>,
    used: DateTime<Utc>,
}

/// Why a message is not sent now, and when it is to be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PutOff {
    pub until: DateTime<Utc>,
    /// The push service has failed. Otherwise it only has enough requests.
    pub failing: bool,
}

/// What a request says about its push service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Health {
    Works,
    /// It asks for this pause, if any.
    Fails(Option<TimeDelta>),
}

/// A request that may be sent. Dropped without a result it says nothing about the push service.
#[derive(Debug)]
pub(crate) struct Permit<'a> {
    breakers: &'a Breakers,
    service: &'a str,
}

impl Health {
    /// `None` if the push service has no part in the result.
    pub fn of(sent: &Result<Response, SendError>, now: DateTime<Utc>) -> Option<Self> {
        match sent {
            Ok(response) => match Answer::new(response.status, response.delay(now)) {
                Answer::Later { after } => Some(Self::Fails(after)),
                _ => Some(Self::Works),
            },
            Err(SendError::Forbidden | SendError::Header | SendError::NoAuthorities | SendError::Busy) => {
                None
            }
            Err(
                SendError::Unknown
                | SendError::Connection
                | SendError::Tls
                | SendError::Answer
                | SendError::Timeout,
            ) => Some(Self::Fails(None)),
        }
    }
}

impl Breakers {
    /// Whether a request may be sent to a push service.
    pub fn permit<'a>(&'a self, service: &'a str, now: DateTime<Utc>) -> Result<Permit<'a>, PutOff> {
        let mut all = self.lock();
        if !all.contains_key(service) {
            make_room(&mut all, now);
        }
        all.entry(service.to_owned()).or_default().admit(now)?;
        drop(all);
        Ok(Permit { breakers: self, service })
    }

    /// How many push services have failed so often that they get no more than a trial.
    pub fn failing(&self, now: DateTime<Utc>) -> usize {
        self.lock().values().filter(|breaker| breaker.is_failing() && !breaker.is_forgotten(now)).count()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Breaker>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit<'_> {
    /// Notes how the request went.
    pub fn end(self, health: Health, now: DateTime<Utc>) {
        let mut all = self.breakers.lock();
        let Some(breaker) = all.get_mut(self.service) else { return };
        let service = self.service;
        match health {
            Health::Works if breaker.is_failing() => {
                tracing::info!(service, "a push service works again");
                breaker.succeed();
            }
            Health::Works => breaker.succeed(),
            Health::Fails(after) => {
                if let Some(pause) = breaker.fail(after, now) {
                    let seconds = pause.num_seconds();
                    tracing::warn!(service, "a push service fails, sending it nothing for {seconds} s");
                }
            }
        }
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        if let Some(breaker) = self.breakers.lock().get_mut(self.service) {
            breaker.sending = breaker.sending.saturating_sub(1);
        }
    }
}

impl Breaker {
    const fn is_failing(&self) -> bool {
        self.failures >= FAILURES
    }

    fn is_forgotten(&self, now: DateTime<Utc>) -> bool {
        self.sending == 0 && now - self.used.max(self.until) > FORGOTTEN_AFTER
    }

    fn admit(&mut self, now: DateTime<Utc>) -> Result<(), PutOff> {
        self.used = now;
        let earliest = if !self.is_failing() {
            (self.sending >= MOST_AT_ONCE).then_some(now + BUSY)
        } else if now < self.until {
            Some(self.until)
        } else {
            (self.sending > 0).then_some(now + TRIAL)
        };
        let Some(earliest) = earliest else {
            self.sending += 1;
            return Ok(());
        };
        let until = earliest.max(self.last_waiting + APART).min(earliest + LONGEST_QUEUE);
        self.last_waiting = until;
        Err(PutOff { until, failing: self.is_failing() })
    }

    const fn succeed(&mut self) {
        (self.failures, self.pauses, self.until) = (0, 0, DateTime::UNIX_EPOCH);
    }

    /// The pause, if a new one begins.
    fn fail(&mut self, after: Option<TimeDelta>, now: DateTime<Utc>) -> Option<TimeDelta> {
        self.failures = self.failures.saturating_add(1);
        if !self.is_failing() {
            return None;
        }
        let wanted = after.unwrap_or_default().min(LONGEST_WANTED);
        // Those that were sent before the pause began say nothing new.
        if now < self.until {
            self.until = self.until.max(now + wanted);
            return None;
        }
        let doubled = SHORTEST_PAUSE * 2_i32.pow(self.pauses.min(10));
        let pause = doubled.min(LONGEST_PAUSE).max(wanted);
        self.pauses = self.pauses.saturating_add(1);
        self.until = now + pause;
        Some(pause)
    }
}

/// Forgets push services without messages lately, and if that isn't enough the one whose last is the oldest.
fn make_room(all: &mut BTreeMap<String, Breaker>, now: DateTime<Utc>) {
    all.retain(|_, breaker| !breaker.is_forgotten(now));
    if all.len() < MOST_REMEMBERED {
        return;
    }
    let idle = all.iter().filter(|(_, breaker)| breaker.sending == 0);
    if let Some(oldest) = idle.min_by_key(|(_, breaker)| breaker.used).map(|(service, _)| service.clone()) {
        all.remove(&oldest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "https://one.example";

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_790_000_000 + seconds, 0).unwrap()
    }

    fn fail(breakers: &Breakers, times: u32, after: Option<i64>, now: DateTime<Utc>) {
        for _ in 0..times {
            breakers.permit(ONE, now).unwrap().end(Health::Fails(after.map(TimeDelta::seconds)), now);
        }
    }

    /// For how many seconds no request is sent.
    fn wait(breakers: &Breakers, now: DateTime<Utc>) -> i64 {
        (breakers.permit(ONE, now).unwrap_err().until - now).num_seconds()
    }

    #[test]
    fn failures_in_a_row_stop_requests_to_one_push_service_only() {
        let breakers = Breakers::default();
        fail(&breakers, FAILURES - 1, None, at(0));
        breakers.permit(ONE, at(0)).unwrap().end(Health::Works, at(0));
        fail(&breakers, FAILURES - 1, None, at(0));
        assert_eq!(breakers.failing(at(0)), 0);
        fail(&breakers, 1, None, at(0));
        assert_eq!(breakers.permit(ONE, at(0)).unwrap_err(), PutOff { until: at(15), failing: true });
        assert_eq!(breakers.failing(at(0)), 1);
        breakers.permit("https://two.example", at(0)).unwrap();
    }

    #[test]
    fn only_what_is_the_fault_of_a_push_service_counts_as_its_failure() {
        let response = |status| {
            let response =
                Response { status, retry_after: Some("7".to_owned()), link: None, body: Vec::new() };
            Health::of(&Ok(response), at(0))
        };
        for status in [201, 400, 401, 403, 404, 410, 413] {
            assert_eq!(response(status), Some(Health::Works), "{status}");
        }
        for status in [429, 500, 503] {
            assert_eq!(response(status), Some(Health::Fails(Some(TimeDelta::seconds(7)))), "{status}");
        }
        let error = |error| Health::of(&Err(error), at(0));
        assert_eq!(error(SendError::Timeout), Some(Health::Fails(None)));
        assert_eq!(error(SendError::Connection), Some(Health::Fails(None)));
        assert_eq!((error(SendError::Busy), error(SendError::NoAuthorities)), (None, None));
    }

    #[test]
    fn one_request_tries_whether_it_works_again_while_the_others_wait() {
        let breakers = Breakers::default();
        fail(&breakers, FAILURES, None, at(0));
        let trial = breakers.permit(ONE, at(15)).unwrap();
        assert_eq!(wait(&breakers, at(15)), 16);
        trial.end(Health::Fails(None), at(30));
        assert_eq!(wait(&breakers, at(30)), 30, "the next pause is twice as long");
        breakers.permit(ONE, at(60)).unwrap().end(Health::Works, at(60));
        let many: Vec<_> = (0..MOST_AT_ONCE).map(|_| breakers.permit(ONE, at(60)).unwrap()).collect();
        assert_eq!((many.len(), breakers.failing(at(60))), (12, 0));
    }

    #[test]
    fn pauses_double_up_to_the_longest_or_are_as_long_as_the_push_service_asks() {
        let breakers = Breakers::default();
        let (mut now, mut pauses) = (at(0), Vec::new());
        fail(&breakers, FAILURES - 1, None, now);
        for after in [None, None, None, Some(120), Some(86_400), None, None, None] {
            fail(&breakers, 1, after, now);
            let pause = wait(&breakers, now);
            pauses.push(pause);
            now += TimeDelta::seconds(pause);
        }
        assert_eq!(pauses, [15, 30, 60, 120, 3600, 480, 600, 600]);
    }

    #[test]
    fn requests_that_were_sent_before_a_pause_do_not_make_it_longer_unless_they_are_asked_to() {
        let breakers = Breakers::default();
        let sent: Vec<_> = (0..MOST_AT_ONCE).map(|_| breakers.permit(ONE, at(0)).unwrap()).collect();
        for permit in sent {
            permit.end(Health::Fails(None), at(15));
        }
        assert_eq!(wait(&breakers, at(15)), 15);
        let breakers = Breakers::default();
        let sent: Vec<_> = (0..=FAILURES).map(|_| breakers.permit(ONE, at(0)).unwrap()).collect();
        for (permit, after) in sent.into_iter().zip(0..) {
            permit.end(Health::Fails(Some(TimeDelta::seconds(20 * after))), at(15));
        }
        assert_eq!(wait(&breakers, at(15)), 100);
    }

    #[test]
    fn a_push_service_has_few_requests_at_once_and_the_others_come_one_after_the_other() {
        let breakers = Breakers::default();
        let mut open: Vec<_> = (0..MOST_AT_ONCE).map(|_| breakers.permit(ONE, at(0)).unwrap()).collect();
        let waits = [0, 1, 2].map(|_| breakers.permit(ONE, at(0)).unwrap_err());
        let waits = waits.map(|put_off| ((put_off.until - at(0)).num_milliseconds(), put_off.failing));
        assert_eq!(waits, [(500, false), (510, false), (520, false)]);
        // What ends without an answer makes room, too.
        open.pop();
        open.push(breakers.permit(ONE, at(0)).unwrap());
        for _ in 0..100_000 {
            breakers.permit(ONE, at(0)).unwrap_err();
        }
        assert!(wait(&breakers, at(0)) <= 600, "the queue has an end");
    }

    #[test]
    fn push_services_are_forgotten_after_a_while_and_at_most_a_thousand_are_remembered() {
        let breakers = Breakers::default();
        fail(&breakers, FAILURES, None, at(0));
        let later = at(15) + FORGOTTEN_AFTER + TimeDelta::seconds(1);
        assert_eq!((breakers.failing(at(3600)), breakers.failing(later)), (1, 0));
        for number in 0..3000 {
            breakers.permit(&format!("https://{number}.example"), later).unwrap();
        }
        assert_eq!(breakers.lock().len(), MOST_REMEMBERED);
        assert!(!breakers.lock().contains_key(ONE));
    }
}
