//! Messages to webhooks, and what came of them.

use chrono::{DateTime, Utc};

use crate::job_subject::JobSubject;
use crate::{Push, PushSubject};
use account::UserId;

/// A message to one webhook of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    pub user: UserId,
    /// The id of the webhook.
    pub webhook: String,
    pub about: PushSubject,
    /// What happened happened then.
    pub made: DateTime<Utc>,
    /// How many attempts have failed.
    pub attempts: u32,
}

impl Delivery {
    /// The first attempt for a webhook.
    pub fn new(push: &Push, webhook: &str) -> Self {
        let Push { user, about, made, .. } = push.clone();
        Self { user, webhook: webhook.to_owned(), about, made, attempts: 0 }
    }

    /// After one more failed attempt.
    #[must_use]
    pub fn failed(&self) -> Self {
        Self { attempts: self.attempts.saturating_add(1), ..self.clone() }
    }

    /// When the message is no longer worth an attempt. What isn't a test is tried as long as webhooks are.
    pub fn expires(&self) -> Option<DateTime<Utc>> {
        match self.about {
            PushSubject::Test => Some(self.made + Push::LONGEST_TEST),
            PushSubject::Summary => Some(self.made + Push::LONGEST),
            _ => None,
        }
    }

    /// Whether it is listed when it is given up.
    pub fn is_kept(&self) -> bool {
        self.expires().is_none()
    }

    /// The same for each attempt, and for no other message to the webhook but another test, which takes the place of the one before.
    pub fn key(&self) -> String {
        format!("{KEY}{}{}", self.webhook, key_after_webhook(&self.about))
    }

    /// Names the message among all to all webhooks, also those that come again: tests, summaries, and invitations to the same table.
    pub fn name(&self) -> String {
        match self.about {
            PushSubject::Test | PushSubject::Summary | PushSubject::Invitation { .. } => {
                format!("{}/{}", self.key(), self.made.timestamp_millis())
            }
            _ => self.key(),
        }
    }
}

impl JobSubject for Delivery {
    /// The webhook and the rest, by spaces.
    fn payload(&self) -> String {
        let Self { user, webhook, about, made, attempts } = self;
        format!("{webhook}{}", payload_after_webhook(user, about, *made, *attempts))
    }

    fn parse(payload: &str) -> Option<Self> {
        let mut words = payload.split(' ');
        Some(Self {
            webhook: words.next()?.to_owned(),
            user: UserId::parse(words.next()?)?,
            made: DateTime::from_timestamp_millis(words.next()?.parse().ok()?)?,
            about: PushSubject::parse(words.next()?)?,
            attempts: words.next()?.parse().ok()?,
        })
    }

    fn key(&self, _: &str) -> String {
        self.key()
    }
}

/// Keys and payloads of a message to all webhooks of a user, as they begin and go on before and after the id of a webhook: for a
/// statement that reads the ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deliveries {
    pub key: (&'static str, String),
    pub payload: String,
}

impl Deliveries {
    pub fn of(push: &Push) -> Self {
        let payload = payload_after_webhook(&push.user, &push.about, push.made, 0);
        Self { key: (KEY, key_after_webhook(&push.about)), payload }
    }
}

const KEY: &str = "webhook/";

fn key_after_webhook(about: &PushSubject) -> String {
    format!("/{}", about.word())
}

fn payload_after_webhook(user: &UserId, about: &PushSubject, made: DateTime<Utc>, attempts: u32) -> String {
    format!(" {user} {} {} {attempts}", made.timestamp_millis(), about.word())
}

/// What came of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WebhookResult {
    Delivered,
    /// Another HTTP status than those of success.
    Status(u16),
    /// The name has no IP address, or none that may be reached.
    Unreachable,
    /// Nobody accepted the connection.
    Connection,
    /// No valid certificate.
    Tls,
    /// The answer was not HTTP.
    Answer,
    Timeout,
}

impl WebhookResult {
    /// Those without an HTTP status.
    pub const PLAIN: [Self; 6] =
        [Self::Delivered, Self::Unreachable, Self::Connection, Self::Tls, Self::Answer, Self::Timeout];
    /// The status by which a receiver says that it wants no more.
    pub const GONE: Self = Self::Status(410);

    /// The word in the database.
    pub fn word(self) -> String {
        match self {
            Self::Delivered => "delivered".to_owned(),
            Self::Status(status) => status.to_string(),
            Self::Unreachable => "unreachable".to_owned(),
            Self::Connection => "connection".to_owned(),
            Self::Tls => "tls".to_owned(),
            Self::Answer => "answer".to_owned(),
            Self::Timeout => "timeout".to_owned(),
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        let status = || word.parse().ok().map(Self::Status);
        Self::PLAIN.into_iter().find(|result| result.word() == word).or_else(status)
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::Call;
    use crate::GameId;

    fn push(about: PushSubject) -> Push {
        let made = DateTime::UNIX_EPOCH + TimeDelta::milliseconds(5);
        Push { user: UserId::new([1; 10]), about, made, done: Vec::new(), later: Vec::new() }
    }

    #[test]
    fn keys_and_payloads_are_the_same_for_one_webhook_and_for_all() {
        let turn = PushSubject::Turn { game: GameId::new([2; 10]), n: 7, call: Call::Begun };
        for about in [turn, PushSubject::Test] {
            let push = push(about);
            let (one, all) = (Delivery::new(&push, "hook"), Deliveries::of(&push));
            assert_eq!(one.key(), format!("{}hook{}", all.key.0, all.key.1));
            assert_eq!(one.payload(), format!("hook{}", all.payload));
            assert_eq!(one.failed().key(), one.key(), "attempts are of one message");
            assert_eq!(Delivery::parse(&one.failed().payload()), Some(one.failed()));
        }
    }

    #[test]
    fn each_test_is_a_message_and_a_turn_is_one_whenever_it_is_scheduled() {
        let later = DateTime::UNIX_EPOCH + TimeDelta::hours(1);
        let both = |about: PushSubject| {
            let one = Delivery::new(&push(about), "hook");
            (Delivery { made: later, ..one.clone() }, one)
        };
        let (one, other) = both(PushSubject::Turn { game: GameId::new([2; 10]), n: 7, call: Call::Begun });
        assert_eq!((one.key(), one.name()), (other.key(), other.name()));
        let (one, other) = both(PushSubject::Test);
        assert!(one.key() == other.key() && one.name() != other.name());
    }

    #[test]
    fn a_result_survives_being_stored() {
        for result in
            WebhookResult::PLAIN.into_iter().chain([WebhookResult::GONE, WebhookResult::Status(500)])
        {
            assert_eq!(WebhookResult::parse(&result.word()), Some(result));
        }
        assert_eq!(WebhookResult::parse("other"), None);
    }

    #[test]
    fn another_invitation_to_the_same_table_is_another_message() {
        let at = |seconds| DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds);
        let name = |seconds| {
            let push = Push::invitation(UserId::new([1; 10]), GameId::new([2; 10]), at(seconds));
            Delivery::new(&push, "hook").name()
        };
        assert_eq!(name(1), name(1));
        assert_ne!(name(1), name(2));
    }
}
