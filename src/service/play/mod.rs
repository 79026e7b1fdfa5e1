//! Moves: a player's turn, a computer's, and a turn that timed out.

mod computer;
mod time_out;
mod turns;

pub use computer::Choose;
pub(in crate::service) use computer::Computer;
pub use turns::{Expected, PlayError, Played, Submission};
