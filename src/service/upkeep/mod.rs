//! Host tasks: clean-up, verifying and rebuilding derived data, and filling a database for scaling tests.

mod clean_up;
mod fill;
mod rebuild;
mod verify;

pub use clean_up::CleanedUp;
pub use fill::Filled;
pub use rebuild::Rebuilt;
pub use verify::{Progress, Verified};
