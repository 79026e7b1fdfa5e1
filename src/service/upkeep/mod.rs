//! What a host needs: clean-up, rebuilding of derived data, and filling a database for tests of growth.

mod clean_up;
mod fill;
mod rebuild;

pub use clean_up::CleanedUp;
pub use fill::Filled;
pub use rebuild::Rebuilt;
