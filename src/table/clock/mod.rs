//! Clocks: how long players may think, and what the logs say about how long they did.
//!
//! Every turn has `free` time. What it takes beyond that comes out of the seat's bank, at most `most` of it, and a
//! completed turn brings an increment:
//!
//! ```text
//! deadline = start of the turn + free + min(bank, most)
//! after a turn:  bank = min(cap, bank − max(0, used − free) + increment)
//! ```
//!
//! Rows and jobs only cache what [`Clocks`] says.

mod allowance;
mod clocks;
mod control;
mod span;

pub use allowance::{Allowance, AllowanceRefusal};
pub use clocks::{ClockEntry, Clocks, Running};
pub use control::{ClockPreset, TimeControl};
pub use span::{Span, SpanEnd};
