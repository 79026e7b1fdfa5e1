//! Push messages that are to be sent, and how the last one went.

use chrono::{DateTime, TimeDelta, Utc};

use crate::GameId;
use account::UserId;

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
    /// It is the user's turn since this event.
    Turn { game: GameId, n: u32 },
    /// The user wants to see whether messages arrive.
    Test,
}

impl Push {
    /// A message says that it is somebody's turn once the turn has waited so long.
    const AFTER: TimeDelta = TimeDelta::seconds(2);
    /// Players who have just played are probably still there, and play before.
    const AFTER_OWN: TimeDelta = TimeDelta::minutes(1);
    /// How old a message can become, in our hands and in those of a push service.
    pub const LONGEST: TimeDelta = TimeDelta::hours(24);
    pub const LONGEST_TEST: TimeDelta = TimeDelta::minutes(10);

    pub const fn of_turn(user: UserId, game: GameId, n: u32, made: DateTime<Utc>) -> Self {
        Self { user, about: PushSubject::Turn { game, n }, made, done: Vec::new(), later: Vec::new() }
    }

    /// When to say that a turn has begun, to a player who last played then.
    pub(super) fn due(begun: DateTime<Utc>, last_played: Option<DateTime<Utc>>) -> DateTime<Utc> {
        let due = begun + Self::AFTER;
        last_played.map_or(due, |played| due.max(played + Self::AFTER_OWN))
    }

    pub const fn test(user: UserId, made: DateTime<Utc>) -> Self {
        Self { user, about: PushSubject::Test, made, done: Vec::new(), later: Vec::new() }
    }

    /// When the message is no longer worth sending, whatever the clock of the game says.
    pub fn expires(&self) -> DateTime<Utc> {
        match self.about {
            PushSubject::Turn { .. } => self.made + Self::LONGEST,
            PushSubject::Test => self.made + Self::LONGEST_TEST,
        }
    }

    /// A later turn of the same game replaces it.
    pub(crate) fn key(&self) -> String {
        match &self.about {
            PushSubject::Turn { game, .. } => format!("push/{}/{game}", self.user),
            PushSubject::Test => format!("push/{}", self.user),
        }
    }

    /// User, time, what it is about, and the subscriptions that are done, by spaces. Those that wait have the time behind `@`.
    pub(crate) fn payload(&self) -> String {
        let about = match &self.about {
            PushSubject::Turn { game, n } => format!("{game}/{n}"),
            PushSubject::Test => "test".to_owned(),
        };
        let begin = format!("{} {} {about}", self.user, self.made.timestamp_millis());
        let done = self.done.iter().fold(begin, |text, id| text + " " + id);
        self.later.iter().fold(done, |text, (id, at)| format!("{text} {id}@{}", at.timestamp_millis()))
    }

    pub(crate) fn parse(payload: &str) -> Option<Self> {
        let mut words = payload.split(' ');
        let user = UserId::parse(words.next()?)?;
        let made = DateTime::from_timestamp_millis(words.next()?.parse().ok()?)?;
        let about = match words.next()?.split_once('/') {
            Some((game, n)) => PushSubject::Turn { game: GameId::parse(game)?, n: n.parse().ok()? },
            None => PushSubject::Test,
        };
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
