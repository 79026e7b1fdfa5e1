//! The state of a table, from its opening to the end of its game.

use chrono::{DateTime, Utc};
use subtle::ConstantTimeEq;

use crate::{
    Aids, GameId, Hints, Invitations, Invite, Level, MissedTurns, Person, Player, TimeControl, Visibility,
};
use account::UserId;
use engine::{Ruleset, SaltHash, Seat, TileKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Waiting for players, or for their salts.
    Open,
    /// In progress.
    Playing,
    Finished,
}

impl Status {
    pub const ALL: [Self; 3] = [Self::Open, Self::Playing, Self::Finished];

    /// The word used in the database and in filters.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Playing => "playing",
            Self::Finished => "finished",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub id: GameId,
    pub opener: Person,
    pub rules: Ruleset,
    pub time_control: TimeControl,
    /// What happens when a turn times out.
    pub missed_turns: MissedTurns,
    pub aids: Aids,
    /// `None` if the table allows none.
    pub hints: Option<Hints>,
    /// Starting points by seat; empty if all start at 0.
    pub handicaps: Vec<i32>,
    pub visibility: Visibility,
    /// The game that this table is a rematch of.
    pub rematch_of: Option<GameId>,
    pub created: DateTime<Utc>,
    /// The time of the last game event; before the start, of the opening.
    pub changed: DateTime<Utc>,
    /// Sort key in lists, descending. Unique.
    pub place: i64,
    /// The number of the last table event.
    pub revision: u32,
    pub stage: Stage,
}

/// A table's status, with the data that exists only then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    Waiting(Waiting),
    Revealing(Revealing),
    InProgress(InProgress),
    Finished(Finished),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub seats: Vec<WaitingSeat>,
    /// Unanswered and declined invitations of users without a seat.
    pub invitations: Invitations,
}

/// A seat before the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WaitingSeat {
    pub player: Option<Player>,
    /// Held for a player of the game that this table is a rematch of.
    pub reserved: Option<Person>,
    /// What the player has committed to.
    pub salt_hash: Option<SaltHash>,
}

/// All seats are taken. The game starts with the last salt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revealing {
    /// By seat.
    pub players: Vec<Option<Player>>,
    /// By seat; `None` for players who committed to none.
    pub salts: Vec<Option<CommittedSalt>>,
    /// When the game starts without the missing salts.
    pub until: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommittedSalt {
    pub hash: SaltHash,
    pub revealed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InProgress {
    /// By seat.
    pub players: Vec<Option<Player>>,
    /// The number of the last game event.
    pub last: u32,
    /// `None` before the game's log is applied, and in a damaged row, which a rebuild repairs.
    pub to_move: Option<Seat>,
    /// When the current turn times out.
    pub deadline: Option<DateTime<Utc>>,
    /// The tiles that the player to move can choose from.
    pub hand: Vec<TileKind>,
    /// By seat.
    pub scores: Vec<i32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// By seat.
    pub players: Vec<Option<Player>>,
    /// The number of the last game event.
    pub last: u32,
    /// By seat.
    pub scores: Vec<i32>,
    /// Empty in rows written before winners were stored and not rebuilt since.
    pub winners: Vec<Seat>,
}

impl Table {
    pub const fn status(&self) -> Status {
        match self.stage {
            Stage::Waiting(_) | Stage::Revealing(_) => Status::Open,
            Stage::InProgress(_) => Status::Playing,
            Stage::Finished(_) => Status::Finished,
        }
    }

    /// The players by seat; `None` is a free seat.
    pub fn seats(&self) -> Vec<Option<&Player>> {
        match &self.stage {
            Stage::Waiting(waiting) => waiting.seats.iter().map(|seat| seat.player.as_ref()).collect(),
            Stage::Revealing(Revealing { players, .. })
            | Stage::InProgress(InProgress { players, .. })
            | Stage::Finished(Finished { players, .. }) => players.iter().map(Option::as_ref).collect(),
        }
    }

    pub fn player(&self, seat: Seat) -> Option<&Player> {
        self.seats().get(seat.index()).copied().flatten()
    }

    /// Everyone involved with the table, possibly more than once: the opener, the players and, while seats are free, users with
    /// a reserved seat or an invitation.
    pub fn people(&self) -> impl Iterator<Item = &Person> {
        let players = self.seats().into_iter().flatten().filter_map(Player::person);
        let reserved = self.reserved().into_iter().flatten();
        let invited = self.invitations().iter().map(|invitation| &invitation.person);
        std::iter::once(&self.opener).chain(players).chain(reserved).chain(invited)
    }

    /// Reservations by seat; empty once all seats are taken.
    pub fn reserved(&self) -> Vec<Option<&Person>> {
        self.waiting().iter().map(|seat| seat.reserved.as_ref()).collect()
    }

    /// Empty once all seats are taken.
    pub fn waiting(&self) -> &[WaitingSeat] {
        match &self.stage {
            Stage::Waiting(waiting) => &waiting.seats,
            Stage::Revealing(_) | Stage::InProgress(_) | Stage::Finished(_) => &[],
        }
    }

    /// Whether players can still join, leave and be invited.
    pub const fn is_waiting(&self) -> bool {
        matches!(self.stage, Stage::Waiting(_))
    }

    /// `None` unless all seats are taken and the game waits for salts.
    pub const fn revealing(&self) -> Option<&Revealing> {
        match &self.stage {
            Stage::Revealing(revealing) => Some(revealing),
            Stage::Waiting(_) | Stage::InProgress(_) | Stage::Finished(_) => None,
        }
    }

    /// What each player has committed to, by seat; empty after the start.
    pub fn salt_hashes(&self) -> Vec<Option<SaltHash>> {
        match &self.stage {
            Stage::Waiting(waiting) => waiting.seats.iter().map(|seat| seat.salt_hash).collect(),
            Stage::Revealing(revealing) => {
                revealing.salts.iter().map(|salt| salt.map(|salt| salt.hash)).collect()
            }
            Stage::InProgress(_) | Stage::Finished(_) => Vec::new(),
        }
    }

    /// The salt that the game waits for the user to reveal.
    pub fn missing_salt(&self, user: &UserId) -> Option<SaltHash> {
        let salt = (*self.revealing()?.salts.get(self.seat_of(user)?.index())?)?;
        (!salt.revealed).then_some(salt.hash)
    }

    pub fn seat_of(&self, user: &UserId) -> Option<Seat> {
        let mine = |player: Option<&Player>| player.and_then(Player::user) == Some(user);
        self.seats().into_iter().position(mine).and_then(seat)
    }

    /// The seat that a user would get by joining: the one reserved for them, or else the first that is neither taken
    /// nor reserved. A reserved seat whose holder declined goes only to users who were invited or have the invite link.
    pub fn seat_for(&self, user: &UserId) -> Option<Seat> {
        let seats = self.waiting();
        let first = |fits: &dyn Fn(Option<&UserId>) -> bool| {
            let fits = |seat: &WaitingSeat| {
                seat.player.is_none() && fits(seat.reserved.as_ref().map(|person| &person.id))
            };
            seats.iter().position(fits).and_then(seat)
        };
        let was_asked = !self.is_public() || self.opener.id == *user || self.is_invited(user);
        let given_up = |holder: Option<&UserId>| holder.is_some_and(|holder| self.has_declined(holder));
        first(&|holder| holder == Some(user))
            .or_else(|| first(&|holder| holder.is_none()))
            .or_else(|| first(&|holder| was_asked && given_up(holder)))
    }

    /// Whether an untaken seat is reserved for the user.
    pub fn is_reserved_for(&self, user: &UserId) -> bool {
        let mine = |seat: &WaitingSeat| seat.reserved.as_ref().is_some_and(|person| person.id == *user);
        self.seat_of(user).is_none() && self.waiting().iter().any(|seat| seat.player.is_none() && mine(seat))
    }

    pub fn free_seats(&self) -> usize {
        self.waiting().iter().filter(|seat| seat.player.is_none()).count()
    }

    pub fn is_public(&self) -> bool {
        self.visibility == Visibility::Public
    }

    /// Whether the viewer may see the table: it is public, they are at it, were invited, or have its invite.
    pub fn may_see(&self, viewer: Option<&UserId>, invite: Option<&Invite>) -> bool {
        let own = viewer
            .is_some_and(|user| self.may_share(user) || self.is_reserved_for(user) || self.is_invited(user));
        own || self.is_public() || invite.is_some_and(|invite| self.is_invite(invite))
    }

    /// The invite, for viewers who may share it: the opener, the players, and everyone who already has it. `None` if the table
    /// is public or all seats are taken.
    pub fn invite_for(&self, viewer: Option<&UserId>, invite: Option<&Invite>) -> Option<&Invite> {
        let may_share = viewer.is_some_and(|user| self.may_share(user))
            || invite.is_some_and(|invite| self.is_invite(invite));
        match &self.visibility {
            Visibility::Invited(invite) if may_share && self.is_waiting() => Some(invite),
            _ => None,
        }
    }

    fn may_share(&self, user: &UserId) -> bool {
        self.opener.id == *user || self.seat_of(user).is_some()
    }

    /// Whether this is the table's invite. An invite is for joining, so it expires when the table is full.
    fn is_invite(&self, invite: &Invite) -> bool {
        let Visibility::Invited(right) = &self.visibility else { return false };
        let same = right.reveal().as_bytes().ct_eq(invite.reveal().as_bytes());
        self.is_waiting() && bool::from(same)
    }

    /// A guest may only join their own table, with all other seats taken by the computer.
    pub fn guest_may_join(&self, user: &UserId) -> bool {
        let seats = self.seats();
        let computers = seats.iter().flatten().filter(|player| player.user().is_none()).count();
        self.opener.id == *user && computers + 1 == seats.len()
    }

    /// The number of the last game event; 0 before the start.
    pub const fn last_event(&self) -> u32 {
        match &self.stage {
            Stage::Waiting(_) | Stage::Revealing(_) => 0,
            Stage::InProgress(InProgress { last, .. }) | Stage::Finished(Finished { last, .. }) => *last,
        }
    }

    pub const fn in_progress(&self) -> Option<&InProgress> {
        match &self.stage {
            Stage::InProgress(game) => Some(game),
            Stage::Waiting(_) | Stage::Revealing(_) | Stage::Finished(_) => None,
        }
    }

    pub fn to_move(&self) -> Option<Seat> {
        self.in_progress()?.to_move
    }

    /// The level of the computer player to move; `None` if it is not a computer's turn.
    pub fn computer_to_move(&self) -> Option<Level> {
        match self.player(self.to_move()?)? {
            Player::Computer(level) => Some(*level),
            Player::User(_) => None,
        }
    }

    /// When the current turn times out, or the game starts without the missing salts.
    pub fn deadline(&self) -> Option<DateTime<Utc>> {
        match &self.stage {
            Stage::Revealing(revealing) => Some(revealing.until),
            Stage::InProgress(game) => game.deadline,
            Stage::Waiting(_) | Stage::Finished(_) => None,
        }
    }

    /// The tiles that the player to move can choose from.
    pub fn hand(&self) -> &[TileKind] {
        self.in_progress().map_or(&[], |game| &game.hand)
    }

    /// By seat; empty before the start.
    pub fn scores(&self) -> &[i32] {
        match &self.stage {
            Stage::Waiting(_) | Stage::Revealing(_) => &[],
            Stage::InProgress(InProgress { scores, .. }) | Stage::Finished(Finished { scores, .. }) => scores,
        }
    }

    /// Empty until the game is finished.
    pub fn winners(&self) -> &[Seat] {
        match &self.stage {
            Stage::Waiting(_) | Stage::Revealing(_) | Stage::InProgress(_) => &[],
            Stage::Finished(game) => &game.winners,
        }
    }
}

fn seat(index: usize) -> Option<Seat> {
    u8::try_from(index).ok().map(Seat)
}
