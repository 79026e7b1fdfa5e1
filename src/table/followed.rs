//! What the followers of a game and of its players hear of.

use crate::job_subject::JobSubject;
use crate::{GameId, NotificationKind};
use account::UserId;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowedNews {
    pub game: GameId,
    /// Whether the game is over; otherwise it has begun.
    pub ended: bool,
    /// Those up to this one, in the order of their ids, have heard of it.
    pub told: Option<UserId>,
}

impl FollowedNews {
    pub const fn began(game: GameId) -> Self {
        Self { game, ended: false, told: None }
    }

    pub const fn ended(game: GameId) -> Self {
        Self { game, ended: true, told: None }
    }

    /// The same, once everybody up to this one has heard of it.
    #[must_use]
    pub fn after(self, user: UserId) -> Self {
        Self { told: Some(user), ..self }
    }

    pub const fn kind(&self) -> NotificationKind {
        if self.ended { NotificationKind::FollowedEnded } else { NotificationKind::FollowedBegan }
    }
}

impl JobSubject for FollowedNews {
    fn key(&self, _: &str) -> String {
        format!("{}/{}", self.kind().word(), self.game)
    }

    fn payload(&self) -> String {
        let begin = format!("{} {}", self.kind().word(), self.game);
        self.told.iter().fold(begin, |text, user| format!("{text} {user}"))
    }

    fn parse(payload: &str) -> Option<Self> {
        let mut words = payload.split(' ');
        let kind = NotificationKind::parse(words.next()?)?;
        let ended = match kind {
            NotificationKind::FollowedBegan => false,
            NotificationKind::FollowedEnded => true,
            _ => return None,
        };
        let game = GameId::parse(words.next()?)?;
        let told = match words.next() {
            Some(user) => Some(UserId::parse(user)?),
            None => None,
        };
        Some(Self { game, ended, told })
    }
}
