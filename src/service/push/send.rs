//! The job that sends a message to all browsers of a user.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;

<<<<<<< HEAD
use super::due::{Due, Message as DueMessage};
use super::{PushContent, PushSetup, PushText};
=======
use super::{Notifier, PushContent, PushSetup, PushText};
>>>>>>> hw
use crate::{Done, Service, StoreError};
use ::push::{Answer, CONTENT_ENCODING, EncryptError, Message, Topic, Urgency, encrypt};
use environment::chance::Chance;
use outbound::{Method, Request, SendError};
use store::{PushDevice, PushOutcome};
use table::{Call, Calls, Push, PushResult, PushSubject};

<<<<<<< HEAD
/// Among what is done of a message: the feed shows it.
const FEED: &str = "feed";
=======
/// More waiting games get one message together.
const MOST_EACH: u32 = 5;
/// Less time for a turn makes a message urgent.
pub(crate) const URGENT: TimeDelta = TimeDelta::hours(2);
>>>>>>> hw
/// How long a push service keeps a message at least.
const SHORTEST_TTL: TimeDelta = TimeDelta::minutes(1);
/// How long a signature is good.
const SIGNED_FOR: TimeDelta = TimeDelta::hours(12);
/// Between two attempts. It grows with the age of the message.
const SHORTEST_PAUSE: TimeDelta = TimeDelta::seconds(30);
const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(1);

/// A message before it is encrypted for a browser.
struct Letter {
    json: String,
    topic: Topic,
    ttl: TimeDelta,
    urgency: Urgency,
}

/// What came of sending a message to a browser.
enum Attempt {
    Ended(PushOutcome),
    /// To be sent again, after what the push service asks for.
    Again(Option<TimeDelta>),
}

impl Service {
    /// Sends a message to all browsers of the user that have not got it. Those whose push services can't be reached get it later,
    /// unless it has expired by then.
    pub(crate) async fn send_push(&self, push: &Push) -> Result<Done, StoreError> {
        let now = self.now();
<<<<<<< HEAD
        let message = match self.due_push(push, now).await? {
            Due::Nothing => return Ok(Done::Nothing),
            Due::Later(due) => return Ok(Done::Later(due)),
            Due::Now(message) => message,
        };
        let mut done = message.push.done.clone();
        if message.to_feed
            && !done.iter().any(|id| id == FEED)
            && let PushSubject::Turn { game, n, .. } = &message.push.about
        {
            self.store.touch_turn(&push.user, game, *n, now).await?;
            done.push(FEED.to_owned());
        }
        let (outcomes, pause) = self.send_to_devices(&message, &mut done, now).await?;
        let now = self.now();
        let expires = message.deadline.map_or(message.push.expires(), |at| at.min(message.push.expires()));
        let again = pause
            .map(|pause| now + pause)
            .filter(|&again| again < expires && message.next.as_ref().is_none_or(|next| again < next.made));
        let rest = Push { done, ..message.push };
        let (next, due) = match (again, message.next) {
            (Some(again), _) => (rest, Some(again)),
            (None, Some(next)) => (next.clone(), Some(next.made)),
            (None, None) => (rest, None),
        };
        self.store.record_push(push, outcomes, next, now).await?;
        Ok(due.map_or(Done::Nothing, Done::Later))
    }

    /// Also returns after which pause to try again; `None` if all is done.
    async fn send_to_devices(
        &self,
        message: &DueMessage,
        done: &mut Vec<String>,
        now: DateTime<Utc>,
    ) -> Result<(Vec<(String, PushOutcome)>, Option<TimeDelta>), StoreError> {
        let (mut outcomes, mut pause) = (Vec::new(), None);
        let push = &message.push;
        let Some(setup) = self.push.as_ref().filter(|_| message.to_devices) else {
            return Ok((outcomes, pause));
=======
        let Some(notifier) = self.notifier.as_deref().filter(|_| now < push.expires()) else {
            return Ok(Done::Nothing);
>>>>>>> hw
        };
        let push = &self.schedule_webhooks(push).await?;
        let Some(setup) = &notifier.push else { return Ok(Done::Nothing) };
        let mut devices = self.store.push_devices(&push.user, now).await?;
        devices.retain(|device| !done.contains(&device.id));
        if devices.is_empty() {
            return Ok((outcomes, pause));
        }
<<<<<<< HEAD
        if message.joins {
            self.push_together(push, now).await?;
            return Ok((outcomes, pause));
        }
        let Some(letter) = self.compose(setup, message, now).await? else { return Ok((outcomes, pause)) };
        let send = |device| self.send_to(setup, device, &letter, now);
=======
        let Some(letter) = self.compose(notifier, push, now).await? else { return Ok(Done::Nothing) };
        let send = |device| self.send_to((notifier, setup), device, &letter, now);
>>>>>>> hw
        let attempts = join_all(devices.iter().map(send)).await;
        for (device, attempt) in devices.into_iter().zip(attempts) {
            let outcome = match attempt {
                Attempt::Ended(outcome) => {
                    done.push(device.id.clone());
                    outcome
                }
                Attempt::Again(after) => {
                    let usual = (now - push.made).clamp(SHORTEST_PAUSE, LONGEST_PAUSE);
                    pause = pause.max(Some(after.unwrap_or(usual).max(usual)));
                    PushOutcome::Tried(PushResult::Delayed)
                }
            };
            let result = match outcome {
                PushOutcome::Tried(result) => Some(result),
                PushOutcome::Gone => None,
            };
            self.metrics.count_push(push.about.topic(), result);
            outcomes.push((device.id, outcome));
        }
        Ok((outcomes, pause))
    }

    /// What the message says now; `None` if there is nothing to say any more.
    async fn compose(
        &self,
<<<<<<< HEAD
        setup: &PushSetup,
        message: &DueMessage,
        now: DateTime<Utc>,
    ) -> Result<Option<Letter>, StoreError> {
        let Push { user, about, .. } = &message.push;
        let table = match about.game() {
            Some(game) => match self.store.table(game).await? {
                Some((table, _)) => Some(table),
                None => return Ok(None),
            },
            None => None,
        };
        let games = message.waiting;
        let (content, tag) = match (about, &table) {
            (PushSubject::Turn { game, call: Call::Begun, .. }, Some(table)) => {
                (PushContent::Turn { table, user, now }, game.to_string())
=======
        notifier: &Notifier,
        push: &Push,
        now: DateTime<Utc>,
    ) -> Result<Option<Letter>, StoreError> {
        let waiting = self.store.turns_waiting(&push.user).await?;
        let (mut expires, mut urgency) = (push.expires(), Urgency::Normal);
        let (text, tag) = match &push.about {
            PushSubject::Test => ((notifier.wording)(&PushContent::Test), "test".to_owned()),
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
                    ((notifier.wording)(&content), "waiting".to_owned())
                } else {
                    let content = PushContent::Turn { table: &table, user: &push.user, now };
                    ((notifier.wording)(&content), game.to_string())
                }
>>>>>>> hw
            }
            (PushSubject::Turn { game, .. }, Some(table)) => {
                (PushContent::Reminder { table, user, now }, game.to_string())
            }
            (PushSubject::Invitation { game }, Some(table)) if table.is_invited(user) => {
                (PushContent::Invitation { table }, game.to_string())
            }
            (PushSubject::Event { game, kind, .. }, Some(table)) => {
                (PushContent::Event { table, user, kind: *kind }, format!("{game}-{}", kind.word()))
            }
            (PushSubject::Waiting { last: false, .. } | PushSubject::Summary, _) => {
                (PushContent::Waiting { games }, "waiting".to_owned())
            }
            (PushSubject::Waiting { .. }, _) => (PushContent::RunningOut { games }, "waiting".to_owned()),
            (PushSubject::Test, _) => (PushContent::Test, "test".to_owned()),
            _ => return Ok(None),
        };
        let topic = Topic::new(&tag);
<<<<<<< HEAD
        let Some(json) = json(setup, (setup.wording)(&content), tag, games) else { return Ok(None) };
        let expires = message.deadline.map_or(message.push.expires(), |at| at.min(message.push.expires()));
        let last = matches!(
            about,
            PushSubject::Turn { call: Call::Last, .. } | PushSubject::Waiting { last: true, .. }
        );
        let urgent = last || message.deadline.is_some_and(|deadline| deadline - now < Calls::LAST);
        let urgency = if urgent { Urgency::High } else { Urgency::Normal };
=======
        let Some(json) = json(notifier, text, tag, waiting) else { return Ok(None) };
>>>>>>> hw
        Ok(Some(Letter { json, topic, ttl: (expires - now).max(SHORTEST_TTL), urgency }))
    }

    async fn send_to(
        &self,
        (notifier, setup): (&Notifier, &PushSetup),
        device: &PushDevice,
        letter: &Letter,
        now: DateTime<Utc>,
    ) -> Attempt {
        let refused = Attempt::Ended(PushOutcome::Tried(PushResult::Refused));
        let service = device.subscription.origin();
        // The host may have changed what is allowed since it was added.
        let Ok(address) = setup.address(device.subscription.endpoint().as_str(), notifier.client.policy())
        else {
            return refused;
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
        match notifier.client.send(request).await {
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
fn json(notifier: &Notifier, text: PushText, tag: String, waiting: u32) -> Option<String> {
    let PushText { title, body, language, path } = text;
    let address = notifier.url(&path);
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
