//! What waits for whom.

use chrono::{DateTime, Utc};

use crate::{GameId, Player, Push, Replay, Row, Table};
use account::UserId;

/// What a table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WaitingKind {
    Turn,
    /// An answer to an invitation.
    Invitation,
}

impl WaitingKind {
    pub const ALL: [Self; 2] = [Self::Turn, Self::Invitation];

    /// The word used in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Invitation => "invitation",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// The turn of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingTurn {
    pub user: UserId,
    /// The number of the event that ended the turn before; 0 for the first.
    pub n: u32,
    /// Since when.
    pub at: DateTime<Utc>,
    /// `None` without a clock.
    pub deadline: Option<DateTime<Utc>>,
    /// When to call the player, unless the turn is over by then.
    pub call: DateTime<Utc>,
}

/// A turn of a user, as feeds show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedTurn {
    pub game: GameId,
    /// The number of the event that ended the turn before; 0 for the first.
    pub n: u32,
    pub deadline: Option<DateTime<Utc>>,
    /// When its deadline last moved, or it ended.
    pub changed: DateTime<Utc>,
    /// How often that happened.
    pub changes: u32,
    pub is_over: bool,
}

impl WaitingTurn {
    /// The turn in the game of a table, unless a computer is to move.
    pub fn of(table: &Table, replay: &Replay, row: &Row) -> Option<Self> {
        let seat = row.to_move.filter(|_| !row.computer_to_move)?;
        let user = table.player(seat).and_then(Player::user)?.clone();
        let n = replay.spans.last().map_or(0, |span| span.n);
        let call = Push::due(replay.turn_since, replay.last_played(seat));
        Some(Self { user, n, at: replay.turn_since, deadline: row.deadline, call })
    }
}

/// How events of the game change whose turn it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnChange {
    /// Whose turn is over.
    pub ended: Option<UserId>,
    pub begun: Option<WaitingTurn>,
}

impl TurnChange {
    /// The turn of a user who has to be called: it was not theirs just before.
    pub fn called(&self) -> Option<&WaitingTurn> {
        self.begun.as_ref().filter(|turn| self.ended.as_ref() != Some(&turn.user))
    }

    /// The change from a game `before` some events to the game `after` them. The table may be older than the game.
    pub(super) fn of(table: &Table, before: &Replay, after: &Replay, row: &Row) -> Self {
        let ended =
            before.seat_to_move().filter(|&seat| before.last() > 0 && before.substitute(seat).is_none());
        let ended = ended.and_then(|seat| table.player(seat)?.user()).cloned();
        let begun = WaitingTurn::of(table, after, row);
        let goes_on = ended.is_some()
            && begun
                .as_ref()
                .is_some_and(|turn| ended.as_ref() == Some(&turn.user) && turn.n <= before.last());
        if goes_on { Self::default() } else { Self { ended, begun } }
    }
}

impl Table {
    /// Whose turn it is, unless a computer is to move.
    pub fn waiting_player(&self) -> Option<&UserId> {
        let seat = self.to_move().filter(|_| !self.is_computer_to_move())?;
        self.player(seat).and_then(Player::user)
    }

    /// For whom it waits, in order of their ids.
    pub fn waiting_users(&self) -> Vec<(UserId, WaitingKind)> {
        let invited = self.invitations().iter().filter(|invitation| !invitation.declined);
        let invited = invited.map(|invitation| (invitation.person.id.clone(), WaitingKind::Invitation));
        let to_move = self.waiting_player().map(|user| (user.clone(), WaitingKind::Turn));
        let mut users: Vec<_> = invited.chain(to_move).collect();
        users.sort();
        users
    }
}
