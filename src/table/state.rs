//! A table, from its opening to the end of its game.

use chrono::{DateTime, Utc};
use subtle::ConstantTimeEq;

use crate::account::UserId;
use crate::engine::{Ruleset, Seat, TileKind};
use crate::table::{Aids, GameId, Invite, Level, MissedTurns, Person, Player, TimeControl, Visibility};

/// How far a table has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Waiting for players.
    Open,
    /// In progress.
    Playing,
    /// Finished.
    Finished,
}

impl Status {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Open, Self::Playing, Self::Finished];

    /// The word of the database and of filters.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Playing => "playing",
            Self::Finished => "finished",
        }
    }

    /// The status of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Names it in URLs.
    pub id: GameId,
    /// Who opened it.
    pub opener: UserId,
    /// What is played.
    pub rules: Ruleset,
    /// How long players may think.
    pub time_control: TimeControl,
    /// What becomes of a turn whose time ran out.
    pub missed_turns: MissedTurns,
    /// The player aids while the game is in progress.
    pub aids: Aids,
    /// Points at the start, a seat each; empty if nobody has any.
    pub handicaps: Vec<i32>,
    /// Who may see it.
    pub visibility: Visibility,
    /// The game of which it is the rematch.
    pub rematch_of: Option<GameId>,
    /// When it was opened.
    pub created: DateTime<Utc>,
    /// When something last happened: the last event of the game, or the opening.
    pub changed: DateTime<Utc>,
    /// Its place in lists: the greatest comes first. No two tables share it.
    pub place: i64,
    /// The number of its last event.
    pub revision: u32,
    /// How far it has come.
    pub stage: Stage,
}

/// How far a table has come, and what there is only then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Waiting for players.
    Waiting(Vec<WaitingSeat>),
    /// The game is in progress.
    InProgress(InProgress),
    /// The game is finished.
    Finished(Finished),
}

/// A seat before the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WaitingSeat {
    /// Who has taken it.
    pub player: Option<Player>,
    /// For whom it is reserved: a player of the game of which this is the rematch.
    pub reserved: Option<Person>,
}

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InProgress {
    /// Who plays, by seat.
    pub players: Vec<Option<Player>>,
    /// The number of the last event.
    pub last: u32,
    /// Whose turn it is; `None` only in a damaged row, which a rebuild repairs, and before the log of the game is applied.
    pub to_move: Option<Seat>,
    /// When that turn times out.
    pub deadline: Option<DateTime<Utc>>,
    /// The tiles that the player to move may choose from.
    pub hand: Vec<TileKind>,
    /// Points, a seat each.
    pub scores: Vec<i32>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Who played, by seat.
    pub players: Vec<Option<Player>>,
    /// The number of the last event.
    pub last: u32,
    /// Points, a seat each.
    pub scores: Vec<i32>,
    /// The seats that have won; none in rows that were not rebuilt since winners are stored.
    pub winners: Vec<Seat>,
}

impl Table {
    /// How far it has come.
    pub const fn status(&self) -> Status {
        match self.stage {
            Stage::Waiting(_) => Status::Open,
            Stage::InProgress(_) => Status::Playing,
            Stage::Finished(_) => Status::Finished,
        }
    }

    /// Who sits where; free seats are `None`.
    pub fn seats(&self) -> Vec<Option<&Player>> {
        match &self.stage {
            Stage::Waiting(seats) => seats.iter().map(|seat| seat.player.as_ref()).collect(),
            Stage::InProgress(InProgress { players, .. }) | Stage::Finished(Finished { players, .. }) => {
                players.iter().map(Option::as_ref).collect()
            }
        }
    }

    /// Who has a seat.
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.seats().get(seat.index()).copied().flatten()
    }

    /// The users at the table.
    pub fn users(&self) -> impl Iterator<Item = &UserId> {
        self.seats().into_iter().flatten().filter_map(Player::user)
    }

    /// For whom free seats are reserved, a seat each; empty after the start.
    pub fn reserved(&self) -> Vec<Option<&Person>> {
        self.waiting().iter().map(|seat| seat.reserved.as_ref()).collect()
    }

    /// The seats before the start; none after it.
    pub fn waiting(&self) -> &[WaitingSeat] {
        match &self.stage {
            Stage::Waiting(seats) => seats,
            Stage::InProgress(_) | Stage::Finished(_) => &[],
        }
    }

    /// The seat of a user.
    pub fn seat_of(&self, user: &UserId) -> Option<Seat> {
        let mine = |player: Option<&Player>| player.and_then(Player::user) == Some(user);
        self.seats().into_iter().position(mine).and_then(seat)
    }

    /// The seat that a user would get: the one that is reserved for them, or else the first free one that is reserved for
    /// nobody.
    pub fn seat_for(&self, user: &UserId) -> Option<Seat> {
        let seats = self.waiting();
        let free = || (0..seats.len()).filter(|&i| seats[i].player.is_none());
        let mine = |i: &usize| seats[*i].reserved.as_ref().is_some_and(|person| person.id == *user);
        free().find(mine).or_else(|| free().find(|&i| seats[i].reserved.is_none())).and_then(seat)
    }

    /// Whether a seat is reserved for a user who has not taken it.
    pub fn is_reserved_for(&self, user: &UserId) -> bool {
        let mine = |seat: &WaitingSeat| seat.reserved.as_ref().is_some_and(|person| person.id == *user);
        self.seat_of(user).is_none() && self.waiting().iter().any(mine)
    }

    /// How many seats are free.
    pub fn free_seats(&self) -> usize {
        self.waiting().iter().filter(|seat| seat.player.is_none()).count()
    }

    /// Whether everybody may watch.
    pub fn is_public(&self) -> bool {
        self.visibility == Visibility::Public
    }

    /// Whether somebody may look at it: at a public one, their own, or one with its invitation.
    pub fn may_see(&self, viewer: Option<&UserId>, invite: Option<&Invite>) -> bool {
        let own = viewer.is_some_and(|user| {
            self.opener == *user || self.seat_of(user).is_some() || self.is_reserved_for(user)
        });
        let invited = match (&self.visibility, invite) {
            (Visibility::Public, _) => true,
            (Visibility::Invited(right), Some(shown)) => {
                let same = right.reveal().as_bytes().ct_eq(shown.reveal().as_bytes());
                // An invitation is to sit down; it ends when the table is full.
                self.status() == Status::Open && bool::from(same)
            }
            (Visibility::Invited(_), None) => false,
        };
        own || invited
    }

    /// Whether a guest may join: at a table of their own, when all other seats are the computer's.
    pub fn guest_may_join(&self, user: &UserId) -> bool {
        let seats = self.seats();
        let computers = seats.iter().flatten().filter(|player| player.user().is_none()).count();
        self.opener == *user && computers + 1 == seats.len()
    }

    /// The number of the last event of the game; 0 before the start.
    pub const fn last_event(&self) -> u32 {
        match &self.stage {
            Stage::Waiting(_) => 0,
            Stage::InProgress(InProgress { last, .. }) | Stage::Finished(Finished { last, .. }) => *last,
        }
    }

    /// The game, while it is in progress.
    pub const fn in_progress(&self) -> Option<&InProgress> {
        match &self.stage {
            Stage::InProgress(game) => Some(game),
            Stage::Waiting(_) | Stage::Finished(_) => None,
        }
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Option<Seat> {
        self.in_progress()?.to_move
    }

    /// The computer player whose turn it is.
    pub fn computer_to_move(&self) -> Option<Level> {
        match self.player(self.to_move()?)? {
            Player::Computer(level) => Some(*level),
            Player::User(_) => None,
        }
    }

    /// When the turn times out.
    pub fn deadline(&self) -> Option<DateTime<Utc>> {
        self.in_progress()?.deadline
    }

    /// The tiles that the player to move may choose from.
    pub fn hand(&self) -> &[TileKind] {
        self.in_progress().map_or(&[], |game| &game.hand)
    }

    /// Points, a seat each; empty before the start.
    pub fn scores(&self) -> &[i32] {
        match &self.stage {
            Stage::Waiting(_) => &[],
            Stage::InProgress(InProgress { scores, .. }) | Stage::Finished(Finished { scores, .. }) => scores,
        }
    }

    /// The seats that have won.
    pub fn winners(&self) -> &[Seat] {
        match &self.stage {
            Stage::Waiting(_) | Stage::InProgress(_) => &[],
            Stage::Finished(game) => &game.winners,
        }
    }
}

fn seat(index: usize) -> Option<Seat> {
    u8::try_from(index).ok().map(Seat)
}
