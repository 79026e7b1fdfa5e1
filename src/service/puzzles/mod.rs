//! Puzzles: finding them, and solving them.

mod find;
mod solve;

pub use find::PuzzleSearch;
pub use solve::{AnswerError, PuzzlePage, PuzzleView, Streak};

use chrono::{DateTime, Utc};

/// Days since 1 January 1970.
fn day(at: DateTime<Utc>) -> i64 {
    at.timestamp().div_euclid(24 * 60 * 60)
}
