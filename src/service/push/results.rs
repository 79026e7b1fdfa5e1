//! What a run of the job that sends a message has come to, for each browser.

use chrono::{DateTime, TimeDelta, Utc};

use super::breaker::PutOff;
use store::{PushDevice, PushOutcome};
use table::{Push, PushResult};

/// Between two attempts. It grows with the age of the message.
const SHORTEST_PAUSE: TimeDelta = TimeDelta::seconds(30);
const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(1);

/// What came of sending a message to a browser.
pub(super) enum Attempt {
    Ended(PushOutcome),
    /// To be sent again, after what the push service asks for.
    Again(Option<TimeDelta>),
    /// Not sent: its push service fails, or has enough requests.
    PutOff(PutOff),
}

/// The results for all browsers. One that has to wait doesn't hold up the others.
pub(super) struct Results {
    /// The message with what is done.
    pub(super) next: Push,
    pub(super) outcomes: Vec<(String, PushOutcome)>,
    /// When to send to the next browser.
    pub(super) soonest: Option<DateTime<Utc>>,
    /// When there is nothing to send any more.
    expires: DateTime<Utc>,
}

impl Results {
    pub(super) fn new(push: &Push, expires: DateTime<Utc>) -> Self {
        Self { next: push.clone(), outcomes: Vec::new(), soonest: None, expires }
    }

    /// Leaves those browsers that are to get the message now.
    pub(super) fn due(&mut self, mut devices: Vec<PushDevice>, now: DateTime<Utc>) -> Vec<PushDevice> {
        let Push { done, later, .. } = &mut self.next;
        devices.retain(|device| !done.contains(&device.id));
        later.retain(|(id, at)| *at > now && devices.iter().any(|device| device.id == *id));
        devices.retain(|device| later.iter().all(|(id, _)| *id != device.id));
        self.soonest = later.iter().map(|(_, at)| *at).min();
        devices
    }

    pub(super) fn add(&mut self, device: &PushDevice, attempt: Attempt, now: DateTime<Utc>) {
        let id = || device.id.clone();
        match attempt {
            Attempt::Ended(outcome) => {
                self.next.done.push(id());
                self.outcomes.push((id(), outcome));
            }
            Attempt::Again(after) => {
                let usual = (now - self.next.made).clamp(SHORTEST_PAUSE, LONGEST_PAUSE);
                let at = now + after.unwrap_or(usual).max(usual);
                self.next.later.push((id(), at));
                self.outcomes.push((id(), PushOutcome::Tried(PushResult::Delayed)));
                self.again(at);
            }
            Attempt::PutOff(put_off) => {
                if put_off.failing && device.last.map(|(_, result)| result) != Some(PushResult::Delayed) {
                    self.outcomes.push((id(), PushOutcome::Tried(PushResult::Delayed)));
                }
                self.again(put_off.until);
            }
        }
    }

    fn again(&mut self, at: DateTime<Utc>) {
        if at < self.expires {
            self.soonest = Some(self.soonest.map_or(at, |soonest| soonest.min(at)));
        }
    }
}
