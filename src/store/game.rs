//! Games as they are stored, without their logs.

use std::fmt;

use chrono::{DateTime, Utc};

use serde::Serialize;

use crate::account::{UserId, base32};
use crate::aids::Aids;
use crate::engine::{DrawSecret, Ruleset, Seat, TileKind};
use crate::store::row::Reader;
use crate::store::{GameId, StoreError};

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

impl Status {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Open, Self::Playing, Self::Finished];

    /// Its word, as stored and in filters.
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
    /// For whom seats are kept until they sit down: the players of the game of which this is the rematch.
    pub kept: Vec<Option<Player>>,
    /// Points at the start, a seat each; empty if nobody has any.
    pub handicaps: Vec<i32>,
    /// What help the pages give while the game is on.
    pub aids: Aids,
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
    /// The seats that have won; none before the end, nor in rows that were not rebuilt since winners are kept.
    pub winners: Vec<Seat>,
    /// Where the game stands in lists: the greatest comes first. No two games share it.
    pub listed: i64,
}

impl Listed {
    /// The seat of an account.
    pub fn seat_of(&self, user: &UserId) -> Option<Seat> {
        let mine = |player: &Option<Player>| matches!(player, Some(Player::User { id, .. }) if id == user);
        self.seats.iter().position(mine).and_then(|seat| u8::try_from(seat).ok()).map(Seat)
    }

    /// The seat that an account would get: the one that is kept for it, or else the first free one that is kept for nobody.
    pub fn seat_for(&self, user: &UserId) -> Option<Seat> {
        let for_user =
            |player: &Option<Player>| matches!(player, Some(Player::User { id, .. }) if id == user);
        let free = |seat: &usize| self.seats[*seat].is_none();
        let seats = || (0..self.seats.len()).filter(free);
        let kept = seats().find(|&seat| self.kept.get(seat).is_some_and(for_user));
        let seat = kept.or_else(|| seats().find(|&seat| matches!(self.kept.get(seat), None | Some(None))));
        seat.and_then(|seat| u8::try_from(seat).ok()).map(Seat)
    }

    /// Whether a seat is kept for an account that has not sat down.
    pub fn is_kept_for(&self, user: &UserId) -> bool {
        let mine = |player: &Option<Player>| matches!(player, Some(Player::User { id, .. }) if id == user);
        self.seat_of(user).is_none() && self.kept.iter().any(mine)
    }

    /// How many seats are free.
    pub fn free_seats(&self) -> usize {
        self.seats.iter().filter(|player| player.is_none()).count()
    }
}

/// A game as it is stored, without its log.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// What lists tell of it.
    pub listed: Listed,
    /// Who opened the table.
    pub opener: UserId,
    /// Who may see it.
    pub visibility: Visibility,
    /// What settles the draws; hidden until the end.
    pub secret: DrawSecret,
    /// Counts who has sat down and got up.
    pub roster: u32,
    /// Whether the game has begun, and so has a log.
    pub begun: bool,
}

/// Selects the columns of [`Listed`] from `games g`; the arguments are the rest of the statement, from `FROM` on.
macro_rules! listed {
    ($($rest:tt)+) => {
        concat!(
            "SELECT g.id, g.opener, g.rules, g.rules_version, g.seat_count, g.public, g.invite, g.clock_days, g.secret, g.created,
                 g.listed, g.roster, g.status, g.last_n, g.changed, g.to_move, g.deadline, g.hand, g.scores, g.winners, g.handicaps, g.aids,
                 CAST(CASE WHEN g.header IS NULL THEN 0 ELSE 1 END AS BIGINT) AS begun,
                 (SELECT string_agg(CAST(k.seat AS TEXT) || ' ' || k.user_id || '  ' || u.name, '\n' ORDER BY k.seat)
                  FROM kept_seats k JOIN users u ON u.id = k.user_id WHERE k.game = g.id) AS kept,
                 (SELECT string_agg(CAST(s.seat AS TEXT) || ' ' || COALESCE(s.user_id, '') || ' ' ||
                                    COALESCE(s.computer, '') || ' ' || COALESCE(u.name, ''), '\n' ORDER BY s.seat)
                  FROM seats s LEFT JOIN users u ON u.id = s.user_id WHERE s.game = g.id) AS players
 ",
            $($rest)+
        )
    };
}
pub(super) use listed;

/// How the computer's seats are marked.
pub(super) const COMPUTER: &str = "greedy";

/// Reads a row of [`listed!`].
pub(super) fn read_listed(row: &Reader<'_>) -> Result<Listed, StoreError> {
    Ok(Listed {
        id: row.parsed("id", GameId::parse)?,
        status: row.parsed("status", Status::parse)?,
        rules: read_rules(row)?,
        public: row.flag("public")?,
        clock_days: row.maybe_number("clock_days")?,
        seats: read_players(row, "players")?,
        kept: read_players(row, "kept")?,
        handicaps: row.json("handicaps")?,
        aids: row.parsed("aids", Aids::parse)?,
        created: row.time("created")?,
        changed: row.time("changed")?,
        last_n: row.number("last_n")?,
        to_move: row.maybe_number("to_move")?.map(Seat),
        deadline: row.maybe_time("deadline")?,
        hand: row.json("hand")?,
        scores: row.json("scores")?,
        winners: row.json("winners")?,
        listed: row.number("listed")?,
    })
}

/// Reads all of a row of [`listed!`].
pub(super) fn read_game(row: &Reader<'_>) -> Result<StoredGame, StoreError> {
    let visibility = match row.maybe_text("invite")? {
        None => Visibility::Public,
        Some(_) => Visibility::Invited(row.parsed("invite", Invite::parse)?),
    };
    Ok(StoredGame {
        listed: read_listed(row)?,
        opener: row.parsed("opener", UserId::parse)?,
        visibility,
        secret: row.parsed("secret", DrawSecret::from_hex)?,
        roster: row.number("roster")?,
        begun: row.flag("begun")?,
    })
}

fn read_rules(row: &Reader<'_>) -> Result<Ruleset, StoreError> {
    let version = row.number("rules_version")?;
    Ruleset::from_stored(version, &row.text("rules")?).map_err(|error| {
        let column = if error.parameter == "rules_version" { "rules_version" } else { "rules" };
        row.bad(column, error)
    })
}

/// The seats from lines of `seat user computer name`.
fn read_players(row: &Reader<'_>, column: &'static str) -> Result<Vec<Option<Player>>, StoreError> {
    let mut seats = vec![None; row.number::<u8>("seat_count")?.into()];
    for line in row.maybe_text(column)?.unwrap_or_default().lines() {
        let bad = || row.bad(column, format_args!("{line:?} is no seat"));
        let mut parts = line.splitn(4, ' ');
        let mut next = || parts.next().ok_or_else(bad);
        let seat: usize = next()?.parse().map_err(|_| bad())?;
        let player = match (next()?, next()?, next()?) {
            ("", COMPUTER, _) => Player::Computer,
            (id, "", name) => Player::User { id: UserId::parse(id).ok_or_else(bad)?, name: name.to_owned() },
            _ => return Err(bad()),
        };
        *seats.get_mut(seat).ok_or_else(bad)? = Some(player);
    }
    Ok(seats)
}

/// The JSON of plain values.
pub(super) fn json(value: &impl Serialize) -> String {
    match serde_json::to_string(value) {
        Ok(json) => json,
        Err(error) => unreachable!("plain values have JSON: {error}"),
    }
}
