//! The result of an analysis: what is stored, printed and shown. `docs/analysis.md` describes it.

use std::ops::RangeInclusive;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::depth::{Borders, Depth, Verdict};
use super::value::Value;
use engine::{Cell, Colour, Command, Follower, MAX_COLOURS, Rotation, Seat, TileKind, Turn};

/// Changes whenever the same game would get other numbers.
pub const VERSION: u32 = 8;

/// The versions whose stored reports have the form of [`Analysis`].
pub const READABLE: RangeInclusive<u32> = 1..=VERSION;

/// Numbers are rounded to three decimals, points and chances alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// The [`VERSION`] that made it.
    pub analysis: u32,
    pub depth: Depth,
    /// Of the playouts.
    pub seed: u64,
    pub borders: Borders,
    /// What was to be expected before the first draw.
    pub start: Expected,
    /// The result; after a resignation, what was to be expected then.
    pub end: Expected,
    pub resigned: bool,
    pub seats: Vec<SeatReport>,
    /// The numbers of the turns that changed the chances most, in the order of the game.
    pub turning_points: Vec<u32>,
    /// The turns with the best draws, the best first.
    pub luckiest: Vec<u32>,
    /// The worst first.
    pub unluckiest: Vec<u32>,
    pub turns: Vec<TurnReport>,
}

/// By seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Expected {
    /// How far ahead of the others.
    pub points: ArrayVec<f64, MAX_COLOURS>,
    /// The chance to win.
    pub win: ArrayVec<f64, MAX_COLOURS>,
}

/// Between two values of the same seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    pub points: f64,
    pub win: f64,
}

/// The sums of a seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SeatReport {
    /// Of its own draws.
    pub luck: Difference,
    /// What its own turns gave away; never negative in points.
    pub loss: Difference,
    /// What all draws, its own and the others', did to this seat.
    pub all_luck: Difference,
    /// What all turns took from this seat; negative if the others gave away more.
    pub all_loss: Difference,
    /// `end` − `start` − `all_luck` + `all_loss`: what the analysis cannot explain.
    pub rest: Difference,
    /// How far ahead it would be with average luck for everyone, in points.
    pub adjusted: f64,
    /// Its turns with a choice.
    pub choices: u32,
    /// In points, of its turns with a choice.
    pub mean_loss: f64,
    pub inaccuracies: u32,
    pub mistakes: u32,
    pub blunders: u32,
}

/// A turn, a pass, or a turn that was missed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnReport {
    /// The number of its event.
    pub n: u32,
    pub colour: Colour,
    pub seat: Seat,
    /// `None` if no tile was drawn for this turn, or several.
    pub drawn: Option<TileKind>,
    /// Before the draw, or before the turn if nothing was drawn.
    pub before: Expected,
    /// Of the draw, for the seat to move.
    pub luck: Difference,
    /// `None` if the time ran out.
    pub played: Option<Move>,
    /// After the turn.
    pub after: Expected,
    /// Compared with the best alternative.
    pub loss: Difference,
    /// The standard error of the loss in points, if it is an estimate.
    pub error: Option<f64>,
    pub verdict: Option<Verdict>,
    /// There was no choice.
    pub forced: bool,
    /// How many turns look different.
    pub possible: usize,
    /// The best three, the best first. What was played may be among them.
    pub best: Vec<Alternative>,
}

/// What might have been played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Alternative {
    #[serde(flatten)]
    pub play: Move,
    /// For the seat to move.
    pub points: f64,
    pub win: f64,
    /// The standard error of the difference to the best, in points. `None` for the best, and if it is no estimate.
    pub error: Option<f64>,
}

/// A turn as in a record, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Move {
    Turn {
        tile: TileKind,
        x: i16,
        y: i16,
        rotation: Rotation,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        follower: Option<Follower>,
    },
    Pass {},
}

impl Move {
    /// `None` for commands that are no move.
    pub const fn of(command: Command) -> Option<Self> {
        match command {
            Command::Play(Turn { tile, position: Cell { x, y }, rotation, follower }) => {
                Some(Self::Turn { tile, x, y, rotation, follower })
            }
            Command::Pass => Some(Self::Pass {}),
            Command::Start
            | Command::Resign(_)
            | Command::Miss { .. }
            | Command::Substitute { .. }
            | Command::Stop(_) => None,
        }
    }

    pub const fn command(self) -> Command {
        match self {
            Self::Turn { tile, x, y, rotation, follower } => {
                Command::Play(Turn { tile, position: Cell::new(x, y), rotation, follower })
            }
            Self::Pass {} => Command::Pass,
        }
    }

    pub const fn turn(self) -> Option<Turn> {
        match self.command() {
            Command::Play(turn) => Some(turn),
            _ => None,
        }
    }
}

impl Analysis {
    /// Of an event; `None` if it was no turn.
    pub fn turn(&self, n: u32) -> Option<&TurnReport> {
        self.turns.iter().find(|turn| turn.n == n)
    }
}

impl TurnReport {
    /// What a move loses, in points; `None` if the report doesn't have it.
    pub fn loss_of(&self, play: Move) -> Option<f64> {
        if self.played == Some(play) {
            return Some(self.loss.points);
        }
        let best = self.best.first()?;
        let known = self.best.iter().find(|known| known.play == play)?;
        Some(best.points - known.points)
    }
}

impl Expected {
    pub(super) fn of(value: &Value) -> Self {
        // Differences are taken from elsewhere, and may lead a little too far.
        let win = value.win.iter().map(|&win| rounded(win.clamp(0.0, 1.0))).collect();
        Self { points: value.points.iter().map(|&points| rounded(points)).collect(), win }
    }
}

impl Difference {
    pub(super) fn of(value: &Value, seat: usize) -> Self {
        Self { points: value.points[seat], win: value.win[seat] }.rounded()
    }

    pub(super) fn rounded(self) -> Self {
        Self { points: rounded(self.points), win: rounded(self.win) }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.points += other.points;
        self.win += other.win;
    }
}

/// To three decimals, and without a negative zero.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0 + 0.0
}
