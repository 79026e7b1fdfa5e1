//! What players are notified of, beside their turns and invitations, which wait for them.

use chrono::{DateTime, Utc};

use crate::{GameId, Replay, Table, TableEvent};
use account::UserId;
use engine::{Event, Seat};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NotificationKind {
    /// The game has begun.
    Started,
    Finished,
    /// A turn timed out and was skipped.
    Missed,
    /// The player lost the seat after too many missed turns.
    Out,
    /// A computer plays for the player.
    Substituted,
    /// Somebody else has taken over the seat.
    Replaced,
    /// An administrator has taken back a time-out of the player.
    TimeOutTakenBack,
    /// Somebody has declined an invitation to the player's table.
    Declined,
    /// Another player asks for consent.
    Asked,
    /// Another player has not agreed to what the player asked for.
    Refused,
    /// All clocks stand, as the players have agreed.
    Paused,
    /// A pause ends in a day.
    PauseEnding,
    /// A pause has ended when it was to end.
    PauseEnded,
    /// Another player has ended a pause early.
    Resumed,
    /// Another player has given the player time.
    TimeGiven,
    /// Leave was taken, because the player's time would have run out.
    Leave,
    /// Somebody at the table has written what the player has not read.
    Talk,
    /// Somebody whom the user follows has begun a public game.
    FollowedBegan,
    /// A game is over that the user follows, or that somebody plays whom the user follows.
    FollowedEnded,
}

/// Where the event is that a notification is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotificationLog {
    /// The game's: these notifications follow from it.
    Game,
    Table,
    /// What the player has said about their time.
    Time,
    /// The lines of the seats' channel.
    Talk,
    /// The game's, for those who followed it then: no log says who they are.
    Followed,
}

impl NotificationKind {
    pub const ALL: [Self; 19] = [
        Self::Started,
        Self::Finished,
        Self::Missed,
        Self::Out,
        Self::Substituted,
        Self::Replaced,
        Self::TimeOutTakenBack,
        Self::Declined,
        Self::Asked,
        Self::Refused,
        Self::Paused,
        Self::PauseEnding,
        Self::PauseEnded,
        Self::Resumed,
        Self::TimeGiven,
        Self::Leave,
        Self::Talk,
        Self::FollowedBegan,
        Self::FollowedEnded,
    ];

    /// The word in the database, in jobs, and in what programs read.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Finished => "finished",
            Self::Missed => "missed",
            Self::Out => "out",
            Self::Substituted => "substituted",
            Self::Replaced => "replaced",
            Self::TimeOutTakenBack => "time_out_taken_back",
            Self::Declined => "declined",
            Self::Asked => "asked",
            Self::Refused => "refused",
            Self::Paused => "paused",
            Self::PauseEnding => "pause_ending",
            Self::PauseEnded => "pause_ended",
            Self::Resumed => "resumed",
            Self::TimeGiven => "time_given",
            Self::Leave => "leave",
            Self::Talk => "talk",
            Self::FollowedBegan => "followed_began",
            Self::FollowedEnded => "followed_ended",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    pub const fn log(self) -> NotificationLog {
        match self {
            Self::Finished
            | Self::Missed
            | Self::Out
            | Self::Substituted
            | Self::Replaced
            | Self::TimeOutTakenBack => NotificationLog::Game,
            Self::Started
            | Self::Declined
            | Self::Asked
            | Self::Refused
            | Self::Paused
            | Self::PauseEnding
            | Self::PauseEnded
            | Self::Resumed
            | Self::TimeGiven => NotificationLog::Table,
            Self::Leave => NotificationLog::Time,
            Self::Talk => NotificationLog::Talk,
            Self::FollowedBegan | Self::FollowedEnded => NotificationLog::Followed,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Notification {
    /// The number of the event in the log of the kind.
    pub n: u32,
    /// The recipient.
    pub user: UserId,
    pub kind: NotificationKind,
}

/// A notification of a game, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredNotification {
    pub game: GameId,
    pub kind: NotificationKind,
    pub n: u32,
    /// When the event happened.
    pub at: DateTime<Utc>,
    pub seen: bool,
}

impl StoredNotification {
    /// Where it is in a list, the last first.
    pub fn place(&self) -> (DateTime<Utc>, &GameId, u32, &'static str) {
        (self.at, &self.game, self.n, self.kind.word())
    }
}

/// The notifications that event `n` causes in the game `before` it. They are for those who had the seats then.
pub fn notifications(table: &Table, before: &Replay, n: u32, event: &Event) -> Vec<Notification> {
    if table.is_imported() {
        return Vec::new();
    }
    let one = |seat: Seat, kind| {
        let user = table.user_before(seat, n)?.clone();
        Some(Notification { n, user, kind })
    };
    let one_of = |seat, kind| one(seat, kind).into_iter().collect();
    match event {
        Event::Skip {} => match before.seat_to_move() {
            Some(seat) => one_of(seat, NotificationKind::Missed),
            None => Vec::new(),
        },
        Event::Substitute { seat, level: Some(_), .. } => one_of(*seat, NotificationKind::Substituted),
        Event::Substitute { seat, player: Some(_), .. } => one_of(*seat, NotificationKind::Replaced),
        Event::Timeout { colour } => one_of(before.game.seat_of(*colour), NotificationKind::Out),
        Event::Takeback { to, reason: Some(_) } => match before.spans.iter().rfind(|span| span.n == to + 1) {
            Some(time_out) => one_of(time_out.seat, NotificationKind::TimeOutTakenBack),
            None => Vec::new(),
        },
        Event::End { .. } => {
            let seats = (0..).map(Seat).take(table.seats().len());
            seats.filter_map(|seat| one(seat, NotificationKind::Finished)).collect()
        }
        _ => Vec::new(),
    }
}

impl Table {
    /// The notifications that events cause which come next in the table's log, to those who sit at it now.
    pub(super) fn notifications_about(&self, events: &[TableEvent]) -> Vec<Notification> {
        let mut notified = Vec::new();
        for (event, n) in events.iter().zip(self.revision + 1..) {
            let mut tell = |seat: Seat, kind| {
                let user = self.player(seat).and_then(|player| player.user()).cloned();
                notified.extend(user.map(|user| Notification { n, user, kind }));
            };
            let others = |but: Option<Seat>| {
                (0..).map(Seat).take(self.seats().len()).filter(move |seat| Some(*seat) != but)
            };
            match event {
                TableEvent::Started {} => {
                    others(None).for_each(|seat| tell(seat, NotificationKind::Started));
                }
                TableEvent::Paused { .. } => {
                    others(None).for_each(|seat| tell(seat, NotificationKind::Paused));
                }
                TableEvent::Resumed { seat } => {
                    others(Some(*seat)).for_each(|seat| tell(seat, NotificationKind::Resumed));
                }
                TableEvent::Gave { to, .. } => tell(*to, NotificationKind::TimeGiven),
                TableEvent::Declined { user } => {
                    let opener = self.opener.as_ref().map(|opener| &opener.id).filter(|id| *id != user);
                    let kind = NotificationKind::Declined;
                    notified.extend(opener.cloned().map(|user| Notification { n, user, kind }));
                }
                TableEvent::Answered { n: about, agrees: false, .. } => {
                    if let Some(asker) = self.agreements.asker(*about) {
                        tell(asker, NotificationKind::Refused);
                    }
                }
                _ => {}
            }
        }
        notified
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stands_for_one_kind() {
        for kind in NotificationKind::ALL {
            assert_eq!(NotificationKind::parse(kind.word()), Some(kind));
        }
        assert_eq!(NotificationKind::parse("turn"), None);
    }
}
