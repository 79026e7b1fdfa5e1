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
//! Only the time counts that a clock runs. It stands during outages, pauses of the table, leave and nights of its player,
//! outside the playing hours of the table, and while somebody asks to take back a turn: see [`Stops`]. What another player gives
//! is for one turn: see [`Gift`].
//!
//! Rows and jobs only cache what [`Clocks`] says.

mod allowance;
mod clocks;
mod control;
mod gift;
mod hours;
mod outages;
mod period;
mod player_time;
mod span;
mod stops;
mod weekly;

pub use allowance::{Allowance, AllowanceRefusal};
pub use clocks::{ClockEntry, Clocks, Running};
pub use control::{ClockPreset, TimeControl};
pub use gift::Gift;
pub use hours::{ClockHours, PlayingHours, PlayingHoursRefusal, RestHours};
pub use outages::Outages;
pub use period::Period;
pub use player_time::{Leave, LoggedTimeEvent, PlayerTime, TimeEvent, TimeRefusal};
pub use span::{Span, SpanEnd};
pub use stops::{FormerPlayer, Stop, StopCause, Stops};
pub(crate) use weekly::Weekly;
pub use weekly::{DayHours, TimeOfDay, Weekdays, local_instant};
