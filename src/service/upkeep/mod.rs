//! Host tasks: clean-up, backups and copies, verifying and rebuilding derived data, and filling a database for scaling tests.

mod backup;
mod clean_up;
mod rebuild;
mod verify;

pub use backup::{BackupStage, CopyReport, Following};
pub use clean_up::CleanedUp;
pub use rebuild::Rebuilt;
pub use verify::{Progress, Verified};
