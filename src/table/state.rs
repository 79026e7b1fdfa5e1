//! The state of a table, from its opening to the end of its game.

use chrono::{DateTime, Utc};
use serde::Serialize;
use subtle::ConstantTimeEq;

use crate::{
    Agreements, GameId, Hints, Invitations, Invite, Person, Plans, Player, Row, SeriesGame, Settings,
};
use account::UserId;
use engine::{SaltHash, Seat, TileKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
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
    /// `None` for an exhibition: the server opens it, and only computers play.
    pub opener: Option<Person>,
    pub settings: Settings,
    /// What players have used; `None` if the settings allow none.
    pub hints: Option<Hints>,
    /// What the players have proposed and agreed on during the game.
    pub agreements: Agreements,
    /// What the players have planned. Private.
    pub plans: Plans,
    /// For joining a private table; `None` if the table was public from the start.
    pub invite: Option<Invite>,
    /// The game that this table is a rematch of.
    pub rematch_of: Option<GameId>,
    /// The series that the game belongs to.
    pub series: Option<SeriesGame>,
    /// The names of the players of a game from elsewhere, by seat; empty for the importer's own seat. `None`: it is played here.
    pub imported: Option<Vec<String>>,
    pub created: DateTime<Utc>,
    /// Sort key in lists, descending. Unique.
    pub sort_key: i64,
    /// The number of the last table event.
    pub revision: u32,
    pub stage: Stage,
}

/// A table's status, with the data that exists only then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    Waiting(Waiting),
    Revealing(Revealing),
    /// In progress or finished.
    Started(Started),
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
pub struct Started {
    /// By seat.
    pub players: Vec<Option<Player>>,
    /// What derives from the game's log.
    pub row: Row,
}

impl Table {
    pub fn status(&self) -> Status {
        self.row().map_or(Status::Open, |row| row.status)
    }

    /// `None` before the start.
    pub const fn row(&self) -> Option<&Row> {
        match &self.stage {
            Stage::Waiting(_) | Stage::Revealing(_) => None,
            Stage::Started(Started { row, .. }) => Some(row),
        }
    }

    /// The time of the last game event; before the start, of the opening.
    pub fn changed(&self) -> DateTime<Utc> {
        self.row().map_or(self.created, |row| row.changed)
    }

    /// The least sort key of a table that is opened at that time.
    pub const fn sort_key_at(at: DateTime<Utc>) -> i64 {
        at.timestamp_millis() << 16
    }

    /// The players by seat; `None` is a free seat.
    pub fn seats(&self) -> Vec<Option<&Player>> {
        match &self.stage {
            Stage::Waiting(waiting) => waiting.seats.iter().map(|seat| seat.player.as_ref()).collect(),
            Stage::Revealing(Revealing { players, .. }) | Stage::Started(Started { players, .. }) => {
                players.iter().map(Option::as_ref).collect()
            }
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
        self.opener.iter().chain(players).chain(reserved).chain(invited)
    }

    /// Those whom a user meets at the table: its opener and who has a seat, possibly more than once.
    pub fn company(&self) -> impl Iterator<Item = &UserId> {
        let players = self.seats().into_iter().flatten().filter_map(Player::user);
        self.opener.iter().map(|opener| &opener.id).chain(players)
    }

    /// Reservations by seat; empty once all seats are taken.
    pub fn reserved(&self) -> Vec<Option<&Person>> {
        self.waiting().iter().map(|seat| seat.reserved.as_ref()).collect()
    }

    /// Empty once all seats are taken.
    pub fn waiting(&self) -> &[WaitingSeat] {
        match &self.stage {
            Stage::Waiting(waiting) => &waiting.seats,
            Stage::Revealing(_) | Stage::Started(_) => &[],
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
            Stage::Waiting(_) | Stage::Started(_) => None,
        }
    }

    /// What each player has committed to, by seat; empty after the start.
    pub fn salt_hashes(&self) -> Vec<Option<SaltHash>> {
        match &self.stage {
            Stage::Waiting(waiting) => waiting.seats.iter().map(|seat| seat.salt_hash).collect(),
            Stage::Revealing(revealing) => {
                revealing.salts.iter().map(|salt| salt.map(|salt| salt.hash)).collect()
            }
            Stage::Started(_) => Vec::new(),
        }
    }

    /// The salt that the game waits for the user to reveal.
    pub fn missing_salt(&self, user: &UserId) -> Option<SaltHash> {
        let salt = (*self.revealing()?.salts.get(self.seat_of(user)?.index())?)?;
        (!salt.revealed).then_some(salt.hash)
    }

    /// Who had the seat when event `n` of the game came.
    pub(super) fn user_before(&self, seat: Seat, n: u32) -> Option<&UserId> {
        let former = self.agreements.former_player(seat, n.saturating_sub(1));
        former.or_else(|| self.player(seat)?.user())
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
        let was_asked = !self.is_public() || self.is_opened_by(user) || self.is_invited(user);
        let given_up = |holder: Option<&UserId>| holder.is_some_and(|holder| self.has_declined(holder));
        first(&|holder| holder == Some(user))
            .or_else(|| first(&|holder| holder.is_none()))
            .or_else(|| first(&|holder| was_asked && given_up(holder)))
    }

    /// Whether the user may only sit down if they are reliable enough: not if they opened the table or were asked by name.
    pub fn asks_reliability_of(&self, user: &UserId) -> bool {
        let asked = self.is_opened_by(user) || self.is_invited(user) || self.is_reserved_for(user);
        !self.settings.reliability.is_none() && !asked
    }

    /// Whether the user may only sit down if their rating is in the table's range: not if they opened the table, or played in the
    /// game that it is a rematch of.
    pub fn asks_rating_of(&self, user: &UserId) -> bool {
        let settings = &self.settings;
        let asks = settings.rated && !settings.rating.is_none();
        asks && !self.is_opened_by(user) && !self.is_reserved_for(user)
    }

    /// Whether an untaken seat is reserved for the user.
    pub fn is_reserved_for(&self, user: &UserId) -> bool {
        let mine = |seat: &WaitingSeat| seat.reserved.as_ref().is_some_and(|person| person.id == *user);
        self.seat_of(user).is_none() && self.waiting().iter().any(|seat| seat.player.is_none() && mine(seat))
    }

    pub fn free_seats(&self) -> usize {
        self.waiting().iter().filter(|seat| seat.player.is_none()).count()
    }

    pub fn is_opened_by(&self, user: &UserId) -> bool {
        self.opener.as_ref().is_some_and(|opener| opener.id == *user)
    }

    /// Whether only computers play.
    pub const fn is_exhibition(&self) -> bool {
        self.opener.is_none()
    }

    pub const fn is_public(&self) -> bool {
        self.settings.public
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
        self.invite.as_ref().filter(|_| may_share && self.is_waiting() && !self.is_public())
    }

    fn may_share(&self, user: &UserId) -> bool {
        self.is_opened_by(user) || self.seat_of(user).is_some()
    }

    /// Whether this is the table's invite. An invite is for joining, so it expires when the table is full.
    fn is_invite(&self, invite: &Invite) -> bool {
        let Some(right) = self.invite.as_ref().filter(|_| !self.is_public()) else { return false };
        let same = right.reveal().as_bytes().ct_eq(invite.reveal().as_bytes());
        self.is_waiting() && bool::from(same)
    }

    /// A guest may only join their own table, with all other seats taken by the computer.
    pub fn guest_may_join(&self, user: &UserId) -> bool {
        let seats = self.seats();
        let computers = seats.iter().flatten().filter(|player| player.user().is_none()).count();
        self.is_opened_by(user) && computers + 1 == seats.len()
    }

    /// The number of the last game event; 0 before the start.
    pub fn last_event(&self) -> u32 {
        self.row().map_or(0, |row| row.last)
    }

    fn in_progress(&self) -> Option<&Row> {
        self.row().filter(|row| row.status == Status::Playing)
    }

    pub fn to_move(&self) -> Option<Seat> {
        self.in_progress()?.to_move
    }

    /// Whether it is the user's turn, and no computer plays for them.
    pub fn waits_for(&self, user: &UserId) -> bool {
        self.to_move().is_some_and(|seat| self.seat_of(user) == Some(seat)) && !self.is_computer_to_move()
    }

    /// Whether the seat to move waits for somebody to take it over.
    pub fn is_vacant(&self) -> bool {
        self.in_progress().is_some_and(|row| row.computer_to_move && row.deadline.is_some())
    }

    /// Whether a computer is to move, perhaps in the place of a player.
    pub fn is_computer_to_move(&self) -> bool {
        self.in_progress().is_some_and(|row| row.computer_to_move)
    }

    /// When the current turn times out, the computer plays for a seat that nobody has taken over, or the game starts without the missing
    /// salts.
    pub fn deadline(&self) -> Option<DateTime<Utc>> {
        match self.revealing() {
            Some(revealing) => Some(revealing.until),
            None => self.in_progress()?.deadline,
        }
    }

    /// The tiles that the player to move can choose from.
    pub fn hand(&self) -> &[TileKind] {
        self.in_progress().map_or(&[], |row| &row.hand)
    }

    /// By seat; empty before the start.
    pub fn scores(&self) -> &[i32] {
        self.row().map_or(&[], |row| &row.scores)
    }

    /// Empty until the game is finished, and in rows that were written before winners were stored and not rebuilt since.
    pub fn winners(&self) -> &[Seat] {
        self.row().filter(|row| row.status == Status::Finished).map_or(&[], |row| &row.winners)
    }
}

fn seat(index: usize) -> Option<Seat> {
    u8::try_from(index).ok().map(Seat)
}
