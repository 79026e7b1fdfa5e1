//! The job that sends a message to all browsers of a user.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;

use super::breaker::Health;
use super::results::{Attempt, Results};
use super::{PushContent, PushSetup, PushText};
use crate::{Done, Service, StoreError};
use ::push::{Answer, CONTENT_ENCODING, EncryptError, Message, Topic, Urgency, encrypt};
use environment::chance::Chance;
use outbound::{Method, Request, SendError};
use store::{PushDevice, PushOutcome};
use table::{Push, PushResult, PushSubject};

/// More waiting games get one message together.
const MOST_EACH: u32 = 5;
/// Less time for a turn makes a message urgent.
const URGENT: TimeDelta = TimeDelta::hours(2);
/// How long a push service keeps a message at least.
const SHORTEST_TTL: TimeDelta = TimeDelta::minutes(1);
/// How long a signature is good.
const SIGNED_FOR: TimeDelta = TimeDelta::hours(12);

/// A message before it is encrypted for a browser.
struct Letter {
    json: String,
    topic: Topic,
    ttl: TimeDelta,
    urgency: Urgency,
}

impl Service {
    /// Sends a message to all browsers of the user that have not got it. Those whose push services can't be reached get it later,
    /// unless it has expired by then.
    pub(crate) async fn send_push(&self, push: &Push) -> Result<Done, StoreError> {
        let now = self.now();
        let Some(setup) = self.push.as_ref().filter(|_| now < push.expires()) else {
            return Ok(Done::Nothing);
        };
        let mut devices = self.store.push_devices(&push.user, now).await?;
        let mut results = Results::begin(push, &mut devices, now);
        if !devices.is_empty() {
            let Some(letter) = self.compose(setup, push, now).await? else { return Ok(Done::Nothing) };
            let send = |device| self.send_to(setup, device, &letter, now);
            let attempts = join_all(devices.iter().map(send)).await;
            let now = self.now();
            for (device, attempt) in devices.iter().zip(attempts) {
                results.add(device, attempt, now);
            }
        }
        for (_, outcome) in &results.outcomes {
            self.metrics.count_push(match outcome {
                PushOutcome::Tried(result) => Some(*result),
                PushOutcome::Gone => None,
            });
        }
        let done = results.done();
        if !results.outcomes.is_empty() {
            self.store.record_push(push, results.outcomes, results.next, self.now()).await?;
        }
        Ok(done)
    }

    /// What the message says now; `None` if there is nothing to say any more.
    async fn compose(
        &self,
        setup: &PushSetup,
        push: &Push,
        now: DateTime<Utc>,
    ) -> Result<Option<Letter>, StoreError> {
        let waiting = self.store.turns_waiting(&push.user).await?;
        let (mut expires, mut urgency) = (push.expires(), Urgency::Normal);
        let (text, tag) = match &push.about {
            PushSubject::Test => ((setup.wording)(&PushContent::Test), "test".to_owned()),
            PushSubject::Turn { game, .. } => {
                let Some((table, _)) = self.store.table(game).await? else { return Ok(None) };
                if !table.waits_for(&push.user) || table.deadline().is_some_and(|at| at <= now) {
                    return Ok(None);
                }
                if let Some(deadline) = table.deadline() {
                    expires = expires.min(deadline);
                    urgency = if deadline - now < URGENT { Urgency::High } else { Urgency::Normal };
                }
                if waiting > MOST_EACH {
                    let content = PushContent::Waiting { games: waiting };
                    ((setup.wording)(&content), "waiting".to_owned())
                } else {
                    let content = PushContent::Turn { table: &table, user: &push.user, now };
                    ((setup.wording)(&content), game.to_string())
                }
            }
        };
        let topic = Topic::new(&tag);
        let Some(json) = json(setup, text, tag, waiting) else { return Ok(None) };
        Ok(Some(Letter { json, topic, ttl: (expires - now).max(SHORTEST_TTL), urgency }))
    }

    async fn send_to(
        &self,
        setup: &PushSetup,
        device: &PushDevice,
        letter: &Letter,
        now: DateTime<Utc>,
    ) -> Attempt {
        let refused = Attempt::Ended(PushOutcome::Tried(PushResult::Refused));
        let service = device.subscription.origin();
        // The host may have changed what is allowed since it was added.
        let Ok(address) = setup.address(device.subscription.endpoint().as_str()) else { return refused };
        let permit = match setup.breakers.permit(&service, now) {
            Ok(permit) => permit,
            Err(put_off) => return Attempt::PutOff(put_off),
        };
        let body = match encrypted(device, letter, &self.chance) {
            Ok(body) => body,
            Err(error) => {
                tracing::error!(service, %error, "failed to encrypt a push message");
                return refused;
            }
        };
        let authorization = setup.key.authorization(&service, &setup.subject, now + SIGNED_FOR);
        let request = Request {
            address: &address,
            method: Method::Post,
            headers: vec![
                ("authorization", authorization),
                ("content-encoding", CONTENT_ENCODING.to_owned()),
                ("content-type", "application/octet-stream".to_owned()),
                ("ttl", letter.ttl.num_seconds().to_string()),
                ("topic", letter.topic.as_str().to_owned()),
                ("urgency", letter.urgency.as_str().to_owned()),
            ],
            body,
        };
        let sent = setup.client.send(request).await;
        if let Some(health) = Health::of(&sent, self.now()) {
            permit.end(health, self.now());
        }
        match sent {
            Ok(answer) => read(&service, answer.status, answer.delay(self.now())),
            Err(error @ (SendError::Forbidden | SendError::Header)) => {
                tracing::warn!(service, %error, "failed to send a push message");
                refused
            }
            Err(error) => {
                tracing::warn!(service, %error, "failed to reach a push service, retrying later");
                Attempt::Again(None)
            }
        }
    }
}

/// Reads the answer of a push service, and tells the host what only the host can change.
fn read(service: &str, status: u16, after: Option<TimeDelta>) -> Attempt {
    let result = match Answer::new(status, after) {
        Answer::Delivered => PushResult::Delivered,
        Answer::Gone => return Attempt::Ended(PushOutcome::Gone),
        Answer::Later { after } => {
            tracing::warn!(service, status, "a push service is unavailable, retrying later");
            return Attempt::Again(after);
        }
        Answer::OurKey => {
            tracing::error!(
                service,
                status,
                "a push service refuses the server's key or its --push-subject, or the browser subscribed with another key"
            );
            PushResult::KeyRefused
        }
        Answer::Malformed | Answer::TooLarge | Answer::Refused(_) => {
            tracing::error!(service, status, "a push service refused a message");
            PushResult::Refused
        }
    };
    Attempt::Ended(PushOutcome::Tried(result))
}

/// `None`, with a line in the log, if the origin of the server is no URL.
fn json(setup: &PushSetup, text: PushText, tag: String, waiting: u32) -> Option<String> {
    let PushText { title, body, language, path } = text;
    let address = format!("{}{path}", setup.origin);
    match address.parse() {
        Ok(navigate) => {
            Some(Message { title, navigate, body, tag, lang: language, badge: Some(waiting) }.json())
        }
        Err(error) => {
            tracing::error!(address, %error, "a push message cannot lead to this address");
            None
        }
    }
}

fn encrypted(device: &PushDevice, letter: &Letter, chance: &Chance) -> Result<Vec<u8>, EncryptError> {
    loop {
        let body = encrypt(&device.subscription, letter.json.as_bytes(), chance.bytes(), chance.bytes());
        // Fewer than one in four billion.
        if body != Err(EncryptError::EphemeralKey) {
            return body;
        }
    }
}
