//! Commands for development that are no part of the program.

pub mod fill;
pub mod season;
pub mod train;
mod training;
pub mod yardstick;
