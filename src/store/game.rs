//! A game as lists show it: what can be told without its log.

use std::fmt;

use chrono::{DateTime, Utc};

use super::GameId;
use crate::account::{UserId, base32};
use crate::engine::{Ruleset, Seat, TileKind};

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A table with free seats.
    Open,
    /// All seats are taken, and the game is on.
    Playing,
    /// It is over.
    Finished,
}

/// Who may see a table and sit down at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Everybody.
    Public,
    /// Whoever was given the link.
    Invited(Invite),
}

/// The secret part of the link to a private table.
#[derive(Clone, PartialEq, Eq)]
pub struct Invite(String);

impl Invite {
    /// An invitation of the given random bytes.
    pub fn new(bytes: [u8; 15]) -> Self {
        Self(base32(&bytes))
    }

    /// The invitation that [`Invite::reveal`] wrote.
    pub fn parse(text: &str) -> Option<Self> {
        let letters =
            text.len() == 24 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        letters.then(|| Self(text.to_owned()))
    }

    /// Its text, for the link.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// Tells nothing.
impl fmt::Debug for Invite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Invite(…)")
    }
}

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person.
    User {
        /// The account.
        id: UserId,
        /// Its user name.
        name: String,
    },
    /// The computer.
    Computer,
}

impl Player {
    /// What the player is called at the table.
    pub fn name(&self) -> &str {
        match self {
            Self::User { name, .. } => name,
            Self::Computer => "Computer",
        }
    }
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its name in URLs.
    pub id: GameId,
    /// How far it has come.
    pub status: Status,
    /// What is played.
    pub rules: Ruleset,
    /// Whether everybody may watch it.
    pub public: bool,
    /// Days that each move may take; `None` without a clock.
    pub clock_days: Option<u8>,
    /// Who sits where, in the order of the seats; free seats are `None`.
    pub seats: Vec<Option<Player>>,
    /// When the table was opened.
    pub created: DateTime<Utc>,
    /// When something last happened: the last event, or the opening.
    pub changed: DateTime<Utc>,
    /// The number of the last event; 0 before the start.
    pub last_n: u32,
    /// Whose turn it is.
    pub to_move: Option<Seat>,
    /// When that turn is lost.
    pub deadline: Option<DateTime<Utc>>,
    /// The tiles that the player to move may choose from.
    pub hand: Vec<TileKind>,
    /// Points, a seat each; empty before the start.
    pub scores: Vec<i32>,
    /// Where the game stands in lists: a later one comes first. Serves as the cursor of pages.
    pub position: i64,
}

impl Listed {
    /// The seat of an account.
    pub fn seat_of(&self, user: &UserId) -> Option<Seat> {
        let mine = |player: &Option<Player>| matches!(player, Some(Player::User { id, .. }) if id == user);
        self.seats.iter().position(mine).and_then(|seat| u8::try_from(seat).ok()).map(Seat)
    }

    /// How many seats are free.
    pub fn free_seats(&self) -> usize {
        self.seats.iter().filter(|player| player.is_none()).count()
    }
}
