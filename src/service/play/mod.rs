//! Moves: a user's turn, a computer's turn, a timeout.

mod computer;
mod time_out;
mod turns;

pub use computer::Choose;
pub use turns::{Expected, PlayError, Played, Submission};
