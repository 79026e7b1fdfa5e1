//! What jobs are about, as stored. Apart from the jobs, so that their subjects don't depend on them.

use chrono::TimeDelta;

use crate::{GameId, Month};
use account::{ChallengeId, OfferId, UserId};

pub trait JobSubject: Sized {
    /// As stored beside the kind of the job.
    fn payload(&self) -> String;

    /// Inverse of `payload`. `None` if it is damaged.
    fn parse(payload: &str) -> Option<Self>;

    /// The key of the job of this kind that is about it.
    fn key(&self, kind: &str) -> String {
        format!("{kind}/{}", self.payload())
    }
}

macro_rules! ids {
    ($($id:ty)*) => {
        $(impl JobSubject for $id {
            fn payload(&self) -> String {
                self.to_string()
            }

            fn parse(payload: &str) -> Option<Self> {
                Self::parse(payload)
            }
        })*
    };
}

ids!(GameId UserId OfferId ChallengeId);

impl JobSubject for Month {
    fn payload(&self) -> String {
        self.to_string()
    }

    fn parse(payload: &str) -> Option<Self> {
        payload.parse().ok()
    }
}

/// All games after this one, or all: each part goes on where the one before has stopped.
impl JobSubject for Option<GameId> {
    fn payload(&self) -> String {
        self.as_ref().map_or_else(String::new, GameId::to_string)
    }

    fn parse(payload: &str) -> Option<Self> {
        if payload.is_empty() { Some(None) } else { GameId::parse(payload).map(Some) }
    }

    fn key(&self, kind: &str) -> String {
        kind.to_owned()
    }
}

/// Whose deadlines are worked out again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refreshed {
    /// All games, after an outage.
    All,
    /// The games in which this user's clock runs.
    User(UserId),
    Game(GameId),
}

impl Refreshed {
    /// When deadlines are worked out once more after a change: a move that was decided meanwhile may not have known of it.
    pub const AFTER: TimeDelta = TimeDelta::seconds(30);
}

impl JobSubject for Refreshed {
    fn payload(&self) -> String {
        match self {
            Self::All => String::new(),
            Self::User(user) => format!("user {user}"),
            Self::Game(game) => format!("game {game}"),
        }
    }

    fn parse(payload: &str) -> Option<Self> {
        match payload.split_once(' ') {
            None => payload.is_empty().then_some(Self::All),
            Some(("user", user)) => UserId::parse(user).map(Self::User),
            Some(("game", game)) => GameId::parse(game).map(Self::Game),
            Some(_) => None,
        }
    }
}

/// The game of an analysis that somebody has asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requested {
    pub game: GameId,
    /// `None` in jobs of earlier versions.
    pub by: Option<UserId>,
}

impl JobSubject for Requested {
    fn payload(&self) -> String {
        match &self.by {
            Some(user) => format!("{} {user}", self.game),
            None => self.game.to_string(),
        }
    }

    fn parse(payload: &str) -> Option<Self> {
        let (game, by) = match payload.split_once(' ') {
            Some((game, user)) => (game, Some(UserId::parse(user)?)),
            None => (payload, None),
        };
        Some(Self { game: GameId::parse(game)?, by })
    }

    fn key(&self, kind: &str) -> String {
        format!("{kind}/{}", self.game)
    }
}
