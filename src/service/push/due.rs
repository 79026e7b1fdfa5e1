//! What a message is about by now, and what comes after it.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use crate::{Service, StoreError};
use table::{Call, Calls, Channel, Job, NotificationSettings, Push, PushSubject};

/// More waiting games get one message together.
pub(super) const MOST_EACH: u32 = 5;
/// New turns in so short a time are one message.
const TOGETHER: TimeDelta = TimeDelta::seconds(10);
/// Between two messages about many games.
const BETWEEN: TimeDelta = TimeDelta::hours(1);

/// What to do with a job that sends a message.
#[derive(Debug)]
pub(super) enum Due {
    /// There is nothing to say, now or later.
    Nothing,
    /// Not yet.
    Later(DateTime<Utc>),
    Now(Box<DueMessage>),
}

/// A message that is to be sent now.
#[derive(Debug)]
pub(super) struct DueMessage {
    pub push: Push,
    /// How many turns and invitations wait for the user.
    pub waiting: u32,
    /// When the turn times out that it is about.
    pub deadline: Option<DateTime<Utc>>,
    /// How it goes out.
    pub to: BTreeSet<Channel>,
    /// Whether it's too much to say about each game, so that they get one message together.
    pub joins: bool,
    /// What the job sends after it.
    pub next: Option<Push>,
}

impl Service {
    /// What the job of a message has to do now.
    pub(super) async fn due_push(&self, push: &Push, now: DateTime<Utc>) -> Result<Due, StoreError> {
        let Some((settings, zone)) = self.store.notification_settings(&push.user).await? else {
            return Ok(Due::Nothing);
        };
        let muted = match push.about.game() {
            Some(game) => self.store.is_muted(&push.user, game).await?,
            None => false,
        };
        let due = match &push.about {
            PushSubject::Turn { .. } => self.due_call(push, &settings, zone, now).await?,
            PushSubject::Event { .. }
            | PushSubject::Invitation { .. }
            | PushSubject::Challenge { .. }
            | PushSubject::Test
                if now >= push.expires() =>
            {
                Due::Nothing
            }
            PushSubject::Test => Due::new(push.clone(), 0),
            PushSubject::Event { .. } | PushSubject::Invitation { .. } | PushSubject::Challenge { .. } => {
                Due::new(push.clone(), 0).unless_quiet(&settings, zone, now)
            }
            PushSubject::Waiting { sent, last } => {
                let waiting = self.store.turns_waiting(&push.user).await?;
                let again = push.then(PushSubject::Waiting { sent: waiting, last: *last }, now + BETWEEN);
                let is_known = *sent > 0 && (*last || waiting <= *sent);
                if waiting <= MOST_EACH || is_known {
                    Due::Nothing
                } else if *last {
                    Due::new(push.clone(), waiting).then(again)
                } else {
                    Due::new(push.clone(), waiting).then(again).unless_quiet(&settings, zone, now)
                }
            }
            PushSubject::Summary if !settings.has_summary() => Due::Nothing,
            PushSubject::Summary => {
                let next = settings.next_summary(zone, now);
                let waiting = self.store.turns_waiting(&push.user).await?;
                if waiting == 0 {
                    Due::Later(next)
                } else {
                    Due::new(push.clone(), waiting).then(push.then(PushSubject::Summary, next))
                }
            }
        };
        Ok(match due {
            Due::Now(mut message) => {
                let topic = message.push.about.topic();
                let wants = |channel| topic.is_none_or(|topic| settings.wants(topic, channel) && !muted);
                message.to.retain(|channel| wants(*channel));
                if message.waiting == 0 {
                    message.waiting = self.store.turns_waiting(&push.user).await?;
                }
                Due::Now(message)
            }
            due => due,
        })
    }

    /// What is due of the calls to a turn.
    async fn due_call(
        &self,
        push: &Push,
        settings: &NotificationSettings,
        zone: Tz,
        now: DateTime<Utc>,
    ) -> Result<Due, StoreError> {
        let PushSubject::Turn { game, n, call } = &push.about else { return Ok(Due::Nothing) };
        let Some(turn) = self.store.waiting_turn(&push.user, game, *n).await? else {
            return Ok(Due::Nothing);
        };
        if turn.is_late(now) {
            return Ok(Due::Nothing);
        }
        let calls = Calls { begun: turn.at, deadline: turn.deadline, quiet: settings.quiet_hours(zone) };
        let at = |call| PushSubject::Turn { game: game.clone(), n: *n, call };
        let Some((current, due)) = calls.from(*call, now) else { return Ok(Due::Nothing) };
        if due > now {
            return Ok(Due::Later(due));
        }
        let message = if current == *call { push.clone() } else { push.then(at(current), due) };
        let next = calls.after(current, now).map(|(call, due)| push.then(at(call), due));
        // Who has an open page need not hear that the turn has begun.
        let looks_on = turn.seen && current == Call::Begun;
        let waiting = self.store.turns_waiting(&push.user).await?;
        let is_new = now < message.expires();
        let to = Channel::ALL.into_iter().filter(|channel| match channel {
            Channel::Device => !looks_on && is_new,
            Channel::Webhook => is_new,
            Channel::Feed => current > Call::Begun,
        });
        Ok(Due::Now(Box::new(DueMessage {
            to: to.collect(),
            push: message,
            waiting,
            deadline: turn.deadline,
            joins: waiting > MOST_EACH,
            next,
        })))
    }

    /// Lets the user have one message about all games that wait.
    pub(super) async fn push_together(&self, push: &Push, now: DateTime<Utc>) -> Result<(), StoreError> {
        let last = matches!(push.about, PushSubject::Turn { call: Call::Last, .. });
        let due = now + TOGETHER;
        let together = push.then(PushSubject::Waiting { sent: 0, last }, due);
        self.schedule(Job::Push(together), due).await
    }
}

impl DueMessage {
    /// When it is no longer worth sending.
    pub fn expires(&self) -> DateTime<Utc> {
        let expires = self.push.expires();
        self.deadline.map_or(expires, |deadline| deadline.min(expires))
    }
}

impl Due {
    fn new(push: Push, waiting: u32) -> Self {
        let to: &[Channel] = match push.about {
            // Webhooks have heard of each game.
            PushSubject::Waiting { .. } | PushSubject::Test => &[Channel::Device],
            _ => &[Channel::Device, Channel::Webhook],
        };
        Self::Now(Box::new(DueMessage {
            waiting,
            deadline: None,
            to: to.iter().copied().collect(),
            joins: false,
            next: None,
            push,
        }))
    }

    fn then(self, next: Push) -> Self {
        match self {
            Self::Now(message) => Self::Now(Box::new(DueMessage { next: Some(next), ..*message })),
            due => due,
        }
    }

    /// Later, if these are quiet hours of the user.
    fn unless_quiet(self, settings: &NotificationSettings, zone: Tz, now: DateTime<Utc>) -> Self {
        match settings.quiet_hours(zone).and_then(|quiet| quiet.at(now)) {
            Some(quiet) => Self::Later(quiet.until),
            None => self,
        }
    }
}
