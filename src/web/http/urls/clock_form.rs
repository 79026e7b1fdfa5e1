//! The forms on the page of a game's clocks.

use std::fmt;

/// What a form asks for: the last part of its address.
#[derive(Clone, Copy, Debug)]
pub enum ClockForm {
    /// Propose a pause.
    Pause,
    /// Propose anything else.
    Propose,
    /// Agree to a proposal, or decline it.
    Answer,
    /// Give time.
    Give,
    /// End a pause early.
    Resume,
    /// Play again for oneself.
    TakeOver,
    /// Take over the seat of somebody else.
    TakeSeat,
}

impl fmt::Display for ClockForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pause => "pause",
            Self::Propose => "propose",
            Self::Answer => "answer",
            Self::Give => "give",
            Self::Resume => "resume",
            Self::TakeOver => "take-over",
            Self::TakeSeat => "take-seat",
        })
    }
}
