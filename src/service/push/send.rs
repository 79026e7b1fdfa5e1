//! The job that sends a message to all browsers of a user.

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use super::breaker::{Health, PutOff};
use super::due::{Due, DueMessage};
use super::results::{Attempt, Results};
use super::{Notifier, PushSetup, PushText};
use crate::{Done, Service, StoreError};
use ::push::{Answer, CONTENT_ENCODING, EncryptError, Message, Topic, Urgency, encrypt};
use environment::chance::Chance;
use outbound::{Method, Request, SendError};
use store::{PushDevice, PushOutcome};
use table::{Channel, Push, PushResult, PushSubject};

/// Among what is done of a message: the feed shows it.
const FEED: &str = "feed";
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
    /// Sends a message to all browsers of the user that have not got it, and schedules it for webhooks. Browsers whose push services
    /// can't be reached get it later, unless it has expired by then.
    pub(crate) async fn send_push(&self, push: &Push) -> Result<Done, StoreError> {
        let now = self.now();
        let mut message = match self.due_push(push, now).await? {
            Due::Nothing => return Ok(Done::Nothing),
            Due::Later(due) => return Ok(Done::Later(due)),
            Due::Now(message) => *message,
        };
        // As the job has it.
        let mut stored = push.clone();
        if message.to.contains(&Channel::Webhook)
            && self.notifier.is_some()
            && self.store.has_webhooks(&push.user).await?
        {
            message.push = self.schedule_webhooks(push, message.push).await?;
            stored.clone_from(&message.push);
        }
        self.show_in_feed(&mut message, now).await?;
        let topic = message.push.about.topic();
        let results = self.send_to_devices(&message, now).await?;
        for (_, outcome) in &results.outcomes {
            let result = match outcome {
                PushOutcome::Tried(result) => Some(*result),
                PushOutcome::Gone => None,
            };
            self.metrics.count_push(topic, result);
        }
        let again =
            results.soonest.filter(|again| message.next.as_ref().is_none_or(|next| *again < next.made));
        let (next, due) = match (again, message.next) {
            (None, Some(next)) => (next.clone(), Some(next.made)),
            (again, _) => (results.next, again),
        };
        if !results.outcomes.is_empty() || next != stored {
            self.store.record_push(&stored, results.outcomes, next, self.now()).await?;
        }
        Ok(due.map_or(Done::Nothing, Done::Later))
    }

    /// A reminder is a change in the user's feed, once.
    async fn show_in_feed(&self, message: &mut DueMessage, now: DateTime<Utc>) -> Result<(), StoreError> {
        let Push { user, about, done, .. } = &mut message.push;
        let PushSubject::Turn { game, n, .. } = about else { return Ok(()) };
        if message.to.contains(&Channel::Feed) && !done.iter().any(|id| id == FEED) {
            self.store.touch_turn(user, game, *n, now).await?;
            done.push(FEED.to_owned());
        }
        Ok(())
    }

    async fn send_to_devices(&self, message: &DueMessage, now: DateTime<Utc>) -> Result<Results, StoreError> {
        let push = &message.push;
        let mut results = Results::new(push, message.expires());
        let notifier = self.notifier.as_deref().filter(|_| message.to.contains(&Channel::Device));
        let Some((notifier, setup)) = notifier.and_then(|all| Some((all, all.push.as_ref()?))) else {
            return Ok(results);
        };
        let devices = results.due(self.store.push_devices(&push.user, now).await?, now);
        if devices.is_empty() {
            return Ok(results);
        }
        if message.joins {
            self.push_together(push, now).await?;
            return Ok(results);
        }
        let Some(letter) = self.compose(notifier, message, now).await? else { return Ok(results) };
        self.send_letter((notifier, setup), &devices, &letter, &mut results).await;
        Ok(results)
    }

    /// Sends to all at once. A browser whose push service has enough requests gets it as soon as there is room: it doesn't wait for
    /// the answer of another that may not come.
    async fn send_letter(
        &self,
        to: (&Notifier, &PushSetup),
        devices: &[PushDevice],
        letter: &Letter,
        results: &mut Results,
    ) {
        let send = |device| async move { (device, self.send_to(to, device, letter).await) };
        let mut open: FuturesUnordered<_> = devices.iter().map(send).collect();
        let mut waiting: Vec<(&PushDevice, PutOff)> = Vec::new();
        loop {
            let soonest = waiting.iter().map(|(_, put_off)| put_off.until).min();
            let pause = soonest.map(|until| (until - self.now()).to_std().unwrap_or_default());
            tokio::select! {
                next = open.next() => match next {
                    Some((device, Attempt::PutOff(put_off))) => waiting.push((device, put_off)),
                    Some((device, attempt)) => results.add(device, attempt, self.now()),
                    // The job waits, and others have its place.
                    None => break,
                },
                () = tokio::time::sleep(pause.unwrap_or_default()), if pause.is_some() => {
                    let now = self.now();
                    let due = waiting.extract_if(.., |(_, put_off)| put_off.until <= now);
                    open.extend(due.map(|(device, _)| send(device)));
                }
            }
        }
        for (device, put_off) in waiting {
            results.add(device, Attempt::PutOff(put_off), self.now());
        }
    }

    /// What the message says now; `None` if there is nothing to say any more.
    async fn compose(
        &self,
        notifier: &Notifier,
        message: &DueMessage,
        now: DateTime<Utc>,
    ) -> Result<Option<Letter>, StoreError> {
        let Push { user, about, .. } = &message.push;
        let Some(text) = self.words(notifier, user, about, message.waiting, now).await? else {
            return Ok(None);
        };
        let tag = match about {
            PushSubject::Turn { game, .. } | PushSubject::Invitation { game } => game.to_string(),
            PushSubject::Event { game, kind, .. } => format!("{game}-{}", kind.word()),
            PushSubject::Challenge { challenge, .. } => challenge.to_string(),
            PushSubject::Waiting { .. } | PushSubject::Summary => "waiting".to_owned(),
            PushSubject::Test => PushSubject::TEST.to_owned(),
        };
        let topic = Topic::new(&tag);
        let Some(json) = json(notifier, text, tag, message.waiting) else { return Ok(None) };
        let urgency = if about.is_urgent(message.deadline, now) { Urgency::High } else { Urgency::Normal };
        Ok(Some(Letter { json, topic, ttl: (message.expires() - now).max(SHORTEST_TTL), urgency }))
    }

    async fn send_to(
        &self,
        (notifier, setup): (&Notifier, &PushSetup),
        device: &PushDevice,
        letter: &Letter,
    ) -> Attempt {
        let now = self.now();
        let refused = Attempt::Ended(PushOutcome::Tried(PushResult::Refused));
        let service = device.subscription.origin();
        // The host may have changed what is allowed since it was added.
        let Ok(address) = setup.address(device.subscription.endpoint().as_str(), notifier.client.policy())
        else {
            return refused;
        };
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
        let sent = notifier.client.send(request).await;
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
