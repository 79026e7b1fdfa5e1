//! Moves: a user's turn, a computer's turn, a timeout.

mod brake;
mod clocks;
mod computer;
mod hints;
mod plans;
mod practice;
mod proposals;
mod time_out;
mod turns;

pub(crate) use brake::Brake;
pub use brake::HeldTimeOuts;
pub(crate) use clocks::{AbsenceCache, HEARTBEAT};
pub use computer::Choose;
pub use practice::ComputersBusy;
pub(crate) use practice::PracticeQueue;
pub use proposals::ProposalError;
pub use turns::{Expected, PlayError, Played, Submission};
