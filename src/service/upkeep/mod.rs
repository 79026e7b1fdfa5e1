//! Host tasks: clean-up, rebuilding derived data, and filling a database for scaling tests.

mod clean_up;
mod fill;
mod rebuild;

pub use clean_up::CleanedUp;
pub use fill::Filled;
pub use rebuild::Rebuilt;
