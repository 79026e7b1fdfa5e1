//! The columns that derive from the log of a game.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::{MissedTurns, Player, Replay, Settings, Status, Stops, Table};
use engine::{Seat, TileKind};

/// What lists show of a game. Derived from its events, so it can be rebuilt. Serialized under the names of the columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    pub status: Status,
    /// The number of the last game event.
    #[serde(rename = "last_n")]
    pub last: u32,
    /// When the last event happened; the opening time before the start.
    pub changed: DateTime<Utc>,
    pub to_move: Option<Seat>,
    /// Whether a computer plays for `to_move`.
    pub computer_to_move: bool,
    /// When the current turn times out, the computer plays for a seat that nobody has taken over, or the game starts without the missing
    /// salts.
    pub deadline: Option<DateTime<Utc>>,
    /// How many seats others can take over.
    pub offered: u8,
    /// The tiles that the player to move can choose from.
    pub hand: Vec<TileKind>,
    /// By seat.
    pub scores: Vec<i32>,
    /// Empty until the game is finished.
    pub winners: Vec<Seat>,
}

impl Row {
    /// The row of a table whose game has not started.
    pub fn waiting(table: &Table) -> Self {
        Self {
            status: Status::Open,
            last: 0,
            changed: table.created,
            to_move: None,
            computer_to_move: false,
            deadline: table.deadline(),
            offered: 0,
            hand: Vec::new(),
            scores: Vec::new(),
            winners: Vec::new(),
        }
    }

    /// The row of a table that has just started, before its game's first event.
    pub(super) fn starting(table: &Table) -> Self {
        Self { status: Status::Playing, deadline: None, ..Self::waiting(table) }
    }

    /// The row of a started game. `changed` is the time of its last event.
    pub fn of(
        replay: &Replay,
        players: &[Option<&Player>],
        settings: &Settings,
        stops: Stops,
        changed: DateTime<Utc>,
    ) -> Self {
        let game = &replay.game;
        let to_move = replay.seat_to_move();
        let acting = replay.acting(players);
        let player = to_move.and_then(|seat| acting.get(seat.index()).copied().flatten());
        let computer_to_move = matches!(player, Some(Player::Computer(_)));
        let seats = u8::try_from(players.len()).unwrap_or(u8::MAX);
        let on_clock = to_move.filter(|_| !computer_to_move);
        let clocks = on_clock.and_then(|seat| Some((seat, replay.clocks(settings.time_control, stops)?)));
        let deadline = clocks.map(|(seat, clocks)| clocks.deadline(seat, replay.turn_since));
        let vacant_until = settings.vacant(replay).map(|_| replay.turn_since + MissedTurns::OFFER);
        let offered = settings.offered_seats(replay, players).len();
        Self {
            offered: u8::try_from(offered).unwrap_or(u8::MAX),
            status: if game.is_finished() { Status::Finished } else { Status::Playing },
            last: replay.last(),
            changed,
            to_move,
            computer_to_move,
            deadline: deadline.or(vacant_until),
            hand: game.hand().to_vec(),
            scores: (0..seats).map(|seat| game.seat_score(Seat(seat))).collect(),
            winners: game.winners(),
        }
    }
}
