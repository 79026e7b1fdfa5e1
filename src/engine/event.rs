//! Turns, commands and events.

use std::fmt;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::catalogue::TileKind;
use super::geometry::{Cell, Rotation};
use super::place::Place;
use super::seat::{Colour, ColourSet, FollowerKind, Seat};

/// A follower placed in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Follower {
    pub kind: FollowerKind,
    /// The place on the new tile.
    pub on: Place,
}

/// What a player does in a turn, or in one part of a double turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// A tile of the hand.
    pub tile: TileKind,
    pub position: Cell,
    pub rotation: Rotation,
    pub follower: Option<Follower>,
}

/// `KIND x y rotation` and, with a follower, ` kind@place`: a line of `bastide legal`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cell { x, y } = self.position;
        write!(f, "{} {x} {y} {}", self.tile, self.rotation.quarters())?;
        match self.follower {
            Some(follower) => write!(f, " {}@{}", follower.kind.word(), follower.on),
            None => Ok(()),
        }
    }
}

/// A request to a game from a player, the clock or the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Deal the first hand. Sent when the table is full.
    Start,
    Play(Turn),
    /// Skip the second part of a double turn.
    Pass,
    Resign(Colour),
    /// The player to move misses the turn. Who misses more in a row than allowed is out.
    Miss {
        allowed: u8,
    },
    /// A computer player of this level plays for the seat; without a level, its player does again.
    Substitute {
        seat: Seat,
        level: Option<u8>,
    },
    /// The game ends here, as its players have agreed.
    Stop(StopReason),
}

/// What scores. Goods are not a feature of the map, but score like one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scored {
    Road,
    City,
    Cloister,
    /// A field or, under `per_city`, a city that fields touch.
    Field,
    /// The majority in a trade good.
    Goods,
}

impl Scored {
    /// In the order of tables.
    pub const ALL: [Self; 5] = [Self::Road, Self::City, Self::Cloister, Self::Field, Self::Goods];

    /// The name in records.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Road => "road",
            Self::City => "city",
            Self::Cloister => "cloister",
            Self::Field => "field",
            Self::Goods => "goods",
        }
    }
}

/// Why a feature scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The turn before completed it.
    Completed,
    /// Final scoring.
    End,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// No placeable tile is left.
    BagEmpty,
    /// No tile of the hand can be placed, and the rules call this a tie.
    HandUnplayable,
    /// At most one seat is still playing.
    Resigned,
    /// The players agreed to end the game: the board is scored as it is.
    Agreed,
    /// The game has no result: nothing more is scored, and nobody wins.
    CalledOff,
}

/// Why a game is stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// The board is scored as it is.
    Agreed,
    /// Nothing more is scored, and nobody wins.
    CalledOff,
}

impl From<StopReason> for EndReason {
    fn from(reason: StopReason) -> Self {
        match reason {
            StopReason::Agreed => Self::Agreed,
            StopReason::CalledOff => Self::CalledOff,
        }
    }
}

/// Something that happened in a game: the unit of storage, and a line of the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// Tiles were drawn.
    Draw {
        /// Where colours draw ahead, the one that drew; otherwise `None`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<Colour>,
        /// The new tiles of the hand, in order.
        tiles: Vec<TileKind>,
        /// Tiles drawn and set aside as unplaceable, in order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        discarded: Vec<TileKind>,
    },
    /// A tile was placed, perhaps with a follower.
    Turn {
        colour: Colour,
        tile: TileKind,
        /// Cells east of the start tile.
        x: i16,
        /// Cells south of the start tile.
        y: i16,
        rotation: Rotation,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        follower: Option<Follower>,
        /// Whether the player had planned it, and it was played when the turn began.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        planned: bool,
    },
    /// A feature scored.
    Score {
        feature: Scored,
        /// The colours that score, each with all the points.
        colours: ColourSet,
        points: i32,
        /// The number of tiles in the feature; `None` for goods.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tiles: Option<u16>,
        cause: Cause,
    },
    /// The second part of a double turn was skipped.
    Pass {
        colour: Colour,
    },
    Resign {
        colour: Colour,
    },
    /// A colour is out after too many missed turns.
    Timeout {
        colour: Colour,
    },
    /// A turn was missed; the tiles drawn for it were returned to the bag.
    Skip {},
    /// From here on, a computer player of this level plays for the seat; without a level, its player does again, or another
    /// who has taken it over.
    Substitute {
        seat: Seat,
        /// From 1 to 8.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u8>,
        /// The name of the new player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<String>,
    },
    /// The game was stopped before its end; the tiles drawn for the turn were returned to the bag.
    Stop {
        reason: StopReason,
    },
    /// The events after `to` are undone.
    Takeback {
        /// The number of the last event that still counts.
        to: u32,
        /// Why an administrator has taken back a time-out; `None` if the players agreed to take back a turn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    End {
        /// The final points of each colour.
        scores: Vec<i32>,
        reason: EndReason,
        /// The draw secret in hexadecimal, revealed at the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<String>,
    },
}

impl Event {
    pub const fn of_turn(colour: Colour, turn: Turn) -> Self {
        let Turn { tile, position: Cell { x, y }, rotation, follower } = turn;
        Self::Turn { colour, tile, x, y, rotation, follower, planned: false }
    }

    /// The colour and the turn, if this is a turn event.
    pub const fn turn(&self) -> Option<(Colour, Turn)> {
        match *self {
            Self::Turn { colour, tile, x, y, rotation, follower, .. } => {
                Some((colour, Turn { tile, position: Cell::new(x, y), rotation, follower }))
            }
            _ => None,
        }
    }
}

/// An event with its number and, if known, its time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Logged {
    /// Counts from 1 without gaps.
    pub n: u32,
    #[serde(flatten)]
    pub event: Event,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime<Utc>>,
}

/// The events of a log that were not taken back, without the take-backs.
pub fn not_taken_back(log: &[Logged]) -> Vec<&Logged> {
    let mut kept: Vec<&Logged> = Vec::with_capacity(log.len());
    for logged in log {
        match logged.event {
            Event::Takeback { to, .. } => kept.retain(|earlier| earlier.n <= to),
            _ => kept.push(logged),
        }
    }
    kept
}
