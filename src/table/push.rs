//! Push messages that are to be sent, and how the last one went.

use chrono::{DateTime, TimeDelta, Utc};

use crate::job_subject::JobSubject;
use crate::{Call, Calls, ChallengeNotice, GameId, Notification, NotificationKind, NotificationTopic};
use account::{ChallengeId, UserId};

/// A message to all browsers of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Push {
    pub user: UserId,
    pub about: PushSubject,
    /// What happened happened then.
    pub made: DateTime<Utc>,
    /// The subscriptions that need no further attempt.
    pub done: Vec<String>,
    /// Those that need one, but not before.
    pub later: Vec<(String, DateTime<Utc>)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PushSubject {
    /// It is the user's turn since event `n`.
    Turn { game: GameId, n: u32, call: Call },
    /// The user is invited.
    Invitation { game: GameId },
    /// A notification of the user.
    Event { game: GameId, n: u32, kind: NotificationKind },
    /// What has become of a challenge with offer `n`.
    Challenge { challenge: ChallengeId, n: u32, notice: ChallengeNotice },
    /// More games wait than get a message each. `sent` waited when the user last heard of it, and `last` if time runs out.
    Waiting { sent: u32, last: bool },
    /// What waits for the user, once a day.
    Summary,
    /// The user wants to see whether messages arrive.
    Test,
}

/// In payloads.
const REMINDER: &str = "reminder";
const LAST: &str = "last";
const INVITATION: &str = "invitation";
const CHALLENGE: &str = "challenge";
const WAITING: &str = "waiting";
const SUMMARY: &str = "summary";

impl PushSubject {
    pub const TEST: &str = "test";

    /// `None`: it is sent whatever the user has chosen.
    pub const fn topic(&self) -> Option<NotificationTopic> {
        match self {
            Self::Turn { call: Call::Begun, .. } | Self::Waiting { last: false, .. } => {
                Some(NotificationTopic::Turn)
            }
            Self::Turn { .. } | Self::Waiting { .. } => Some(NotificationTopic::Reminder),
            Self::Invitation { .. } => Some(NotificationTopic::Invitation),
            Self::Event { kind, .. } => Some(kind.topic()),
            Self::Challenge { .. } => Some(NotificationTopic::Challenge),
            Self::Summary => Some(NotificationTopic::Summary),
            Self::Test => None,
        }
    }

    pub const fn game(&self) -> Option<&GameId> {
        match self {
            Self::Turn { game, .. } | Self::Invitation { game } | Self::Event { game, .. } => Some(game),
            Self::Challenge { .. } | Self::Waiting { .. } | Self::Summary | Self::Test => None,
        }
    }

    /// Whether a message wakes a device that saves energy.
    pub fn is_urgent(&self, deadline: Option<DateTime<Utc>>, now: DateTime<Utc>) -> bool {
        let soon = || deadline.is_some_and(|deadline| deadline - now < Calls::LAST);
        matches!(self, Self::Turn { call: Call::Last, .. } | Self::Waiting { last: true, .. }) || soon()
    }

    /// For the database, without spaces.
    pub fn word(&self) -> String {
        match self {
            Self::Turn { game, n, call: Call::Begun } => format!("{game}/{n}"),
            Self::Turn { game, n, call: Call::Reminder } => format!("{game}/{n}/{REMINDER}"),
            Self::Turn { game, n, call: Call::Last } => format!("{game}/{n}/{LAST}"),
            Self::Invitation { game } => format!("{game}/{INVITATION}"),
            Self::Event { game, n, kind } => format!("{game}/{n}/{}", kind.word()),
            Self::Challenge { challenge, n, notice } => {
                format!("{CHALLENGE}/{challenge}/{n}/{}", notice.word())
            }
            Self::Waiting { sent, last: false } => format!("{WAITING}/{sent}"),
            Self::Waiting { sent, last: true } => format!("{WAITING}/{sent}/{LAST}"),
            Self::Summary => SUMMARY.to_owned(),
            Self::Test => Self::TEST.to_owned(),
        }
    }

    pub fn parse(payload: &str) -> Option<Self> {
        let mut parts = payload.split('/');
        let (first, second, third) = (parts.next()?, parts.next(), parts.next());
        let game = || GameId::parse(first);
        Some(match (second, third) {
            (Some(id), Some(n)) if first == CHALLENGE => Self::Challenge {
                challenge: ChallengeId::parse(id)?,
                n: n.parse().ok()?,
                notice: ChallengeNotice::parse(parts.next()?)?,
            },
            (None, _) if first == SUMMARY => Self::Summary,
            (None, _) if first == Self::TEST => Self::Test,
            (None, _) => return None,
            (Some(sent), last) if first == WAITING => {
                Self::Waiting { sent: sent.parse().ok()?, last: last == Some(LAST) }
            }
            (Some(INVITATION), None) => Self::Invitation { game: game()? },
            (Some(n), what) => {
                let (game, n) = (game()?, n.parse().ok()?);
                match what {
                    None => Self::Turn { game, n, call: Call::Begun },
                    Some(REMINDER) => Self::Turn { game, n, call: Call::Reminder },
                    Some(LAST) => Self::Turn { game, n, call: Call::Last },
                    Some(kind) => Self::Event { game, n, kind: NotificationKind::parse(kind)? },
                }
            }
        })
    }
}

impl Push {
    /// A message says that it is somebody's turn once the turn has waited so long.
    const AFTER: TimeDelta = TimeDelta::seconds(2);
    /// Players who have just played are probably still there, and play before.
    const AFTER_OWN: TimeDelta = TimeDelta::minutes(1);
    /// How old a message can become, in our hands and in those of a push service.
    pub const LONGEST: TimeDelta = TimeDelta::hours(24);
    pub const LONGEST_TEST: TimeDelta = TimeDelta::minutes(10);

    pub(super) const fn new(user: UserId, about: PushSubject, made: DateTime<Utc>) -> Self {
        Self { user, about, made, done: Vec::new(), later: Vec::new() }
    }

    pub const fn of_turn(user: UserId, game: GameId, n: u32, made: DateTime<Utc>) -> Self {
        Self::new(user, PushSubject::Turn { game, n, call: Call::Begun }, made)
    }

    pub const fn invitation(user: UserId, game: GameId, made: DateTime<Utc>) -> Self {
        Self::new(user, PushSubject::Invitation { game }, made)
    }

    /// When to say that a turn has begun, to a player who last played then.
    pub(super) fn due(begun: DateTime<Utc>, last_played: Option<DateTime<Utc>>) -> DateTime<Utc> {
        let due = begun + Self::AFTER;
        last_played.map_or(due, |played| due.max(played + Self::AFTER_OWN))
    }

    /// About a notification of something that has just happened.
    pub fn about(notification: &Notification, game: GameId, at: DateTime<Utc>) -> Self {
        let Notification { n, kind, user } = notification;
        Self::new(user.clone(), PushSubject::Event { game, n: *n, kind: *kind }, at)
    }

    pub const fn summary(user: UserId, made: DateTime<Utc>) -> Self {
        Self::new(user, PushSubject::Summary, made)
    }

    pub const fn test(user: UserId, made: DateTime<Utc>) -> Self {
        Self::new(user, PushSubject::Test, made)
    }

    /// The next message to the user, at first with nothing done.
    #[must_use]
    pub fn then(&self, about: PushSubject, made: DateTime<Utc>) -> Self {
        Self::new(self.user.clone(), about, made)
    }

    /// When the message is no longer worth sending, whatever the clock of the game says.
    pub fn expires(&self) -> DateTime<Utc> {
        match self.about {
            PushSubject::Test => self.made + Self::LONGEST_TEST,
            _ => self.made + Self::LONGEST,
        }
    }
}

impl JobSubject for Push {
    /// A later turn of the same game replaces it.
    fn key(&self, _: &str) -> String {
        let user = &self.user;
        match &self.about {
            PushSubject::Turn { game, .. } => format!("push/{user}/{game}"),
            PushSubject::Invitation { game } => format!("push/{user}/{game}/{INVITATION}"),
            PushSubject::Event { game, kind, .. } => format!("push/{user}/{game}/{}", kind.word()),
            PushSubject::Challenge { challenge, .. } => format!("push/{user}/{CHALLENGE}/{challenge}"),
            PushSubject::Waiting { last: false, .. } => format!("push/{user}/{WAITING}"),
            PushSubject::Waiting { last: true, .. } => format!("push/{user}/{WAITING}/{LAST}"),
            PushSubject::Summary => format!("push/{user}/{SUMMARY}"),
            PushSubject::Test => format!("push/{user}"),
        }
    }

    /// User, time, what it is about, and the subscriptions that are done, by spaces. Those that wait have the time behind `@`.
    fn payload(&self) -> String {
        let begin = format!("{} {} {}", self.user, self.made.timestamp_millis(), self.about.word());
        let done = self.done.iter().fold(begin, |text, id| text + " " + id);
        self.later.iter().fold(done, |text, (id, at)| format!("{text} {id}@{}", at.timestamp_millis()))
    }

    fn parse(payload: &str) -> Option<Self> {
        let mut words = payload.split(' ');
        let user = UserId::parse(words.next()?)?;
        let made = DateTime::from_timestamp_millis(words.next()?.parse().ok()?)?;
        let about = PushSubject::parse(words.next()?)?;
        let (mut done, mut later) = (Vec::new(), Vec::new());
        for word in words {
            match word.split_once('@') {
                Some((id, at)) => {
                    later.push((id.to_owned(), DateTime::from_timestamp_millis(at.parse().ok()?)?));
                }
                None => done.push(word.to_owned()),
            }
        }
        Some(Self { user, about, made, done, later })
    }
}

/// How the last message to a browser went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PushResult {
    /// The push service has taken it.
    Delivered,
    /// The push service was not reached, or wants it later. It is sent again until it has expired.
    Delayed,
    /// The push service refuses the server's key or subject, which only the host can change.
    KeyRefused,
    /// The push service refuses the message.
    Refused,
}

impl PushResult {
    pub const ALL: [Self; 4] = [Self::Delivered, Self::Delayed, Self::KeyRefused, Self::Refused];

    /// The word in the database and in metrics.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Delivered => "delivered",
            Self::Delayed => "delayed",
            Self::KeyRefused => "key_refused",
            Self::Refused => "refused",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.word() == word)
    }
}
