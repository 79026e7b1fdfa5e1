//! Tables as values: what follows from a command, beside the engine's events. No I/O; time and chance are arguments.

mod job;

pub use job::{Job, JobChange, JobKind};
