//! Puzzles: positions in which one turn is clearly best.
//!
//! A game is searched in two steps. The evaluation finds positions in which one turn is ahead of all others, and prefers those in which
//! a greedy player would take another. Then the computer plays on from the best few many times: the difference must stay.

mod search;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use engine::{Game, Header, Logged, Record, TileKind, Turn};
use players::{Method, Player};

pub use search::{Effort, FIRST, Moment, confirm, moments, self_played};

/// A position with its solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// A game up to the position, without anything that would name its players or the game itself.
    pub record: Record,
    /// Turns that were played on from, the best first; at least two.
    pub answers: Vec<PuzzleAnswer>,
}

/// A turn and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleAnswer {
    #[serde(with = "turn_text")]
    pub turn: Turn,
    /// How many points ahead the player is expected to be.
    pub points: f64,
    /// The standard error of `points`.
    pub error: f64,
}

/// A puzzle in a list.
#[derive(Clone, Copy, Debug)]
pub struct ListedPuzzle {
    pub n: u32,
    pub tile: TileKind,
    /// From when on.
    pub shown: DateTime<Utc>,
    /// The day on which it was everybody's, counted from 1 January 1970.
    pub day: Option<i64>,
    /// Whether the user's first answer was right; `None` without one.
    pub solved: Option<bool>,
}

/// The first answer of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstAnswer {
    pub turn: Turn,
    pub solved: bool,
    /// If it was the puzzle of the day on which it was answered.
    pub day: Option<i64>,
}

/// The first answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The number of the puzzle.
    pub puzzle: u32,
    pub answer: FirstAnswer,
    pub at: DateTime<Utc>,
}

/// How an answer compares with the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grade {
    pub solved: bool,
    /// Points less than the best turn's; 0 for the best.
    pub loss: f64,
    /// Whether the loss comes from playing on, rather than from the evaluation alone.
    pub played_out: bool,
}

impl Puzzle {
    /// The turn to find.
    pub fn best(&self) -> Option<&PuzzleAnswer> {
        self.answers.first()
    }

    /// The position; `None` if the record can't be replayed.
    pub fn game(&self) -> Option<Game> {
        self.record.at(self.record.events.last()?.n).map(Game::recording_everything)
    }

    /// Judges a legal turn in the position.
    pub fn grade(&self, game: &Game, turn: Turn) -> Option<Grade> {
        let best = self.best()?;
        if looks_like(turn, best.turn) {
            return Some(Grade { solved: true, loss: 0.0, played_out: true });
        }
        if let Some(answer) = self.answers.iter().find(|answer| looks_like(turn, answer.turn)) {
            let loss = (best.points - answer.points).max(0.0);
            return Some(Grade { solved: false, loss, played_out: true });
        }
        let rated = Player::new(Method::Counting).think(game, &mut || 0.0).candidates;
        let value = |wanted: Turn| {
            rated.iter().find_map(|candidate| match candidate.command {
                engine::Command::Play(turn) if looks_like(turn, wanted) => Some(candidate.value),
                _ => None,
            })
        };
        // Turns that were not played out were worse than all that were.
        let least = self.answers.last().map_or(0.0, |last| best.points - last.points);
        let loss = (value(best.turn)? - value(turn)?).max(least).max(0.0);
        Some(Grade { solved: false, loss, played_out: false })
    }
}

/// Whether the board looks the same after both turns.
pub fn looks_like(one: Turn, other: Turn) -> bool {
    let place = |turn: Turn| (turn.tile, turn.position, turn.follower);
    place(one) == place(other) && one.tile.def().is_same_turned(one.rotation + other.rotation.inverse())
}

/// A header that names neither the game nor its players.
fn anonymous(mut header: Header) -> Header {
    header.forget_origin();
    header.seats = (1..=header.seats.len()).map(|seat| format!("Player {seat}")).collect();
    header
}

/// Events without their times.
fn timeless(log: &[Logged]) -> Vec<Logged> {
    log.iter().map(|entry| Logged { at: None, ..entry.clone() }).collect()
}

/// Turns in the notation of records: `CRFR 1 -2 3 meeple@right:1`.
mod turn_text {
    use serde::{Deserialize, Deserializer, Serializer};

    use engine::Turn;

    pub fn serialize<S: Serializer>(turn: &Turn, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(turn)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Turn, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests;
