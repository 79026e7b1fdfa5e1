//! Addresses of the lesson, which hold its whole state.

use std::fmt;

use super::Draft;

/// A page of the lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonUrl {
    /// From 1.
    pub step: usize,
    /// The task of the step, from 1.
    pub part: usize,
    /// The tile on a cell, if the reader has chosen one.
    pub draft: Option<Draft>,
    /// Whether the draft is the reader's turn.
    pub played: bool,
}

impl LessonUrl {
    pub const fn new(step: usize, part: usize) -> Self {
        Self { step, part, draft: None, played: false }
    }

    /// The page with the tile on a cell.
    #[must_use]
    pub const fn tries(self, draft: Draft) -> Self {
        Self { draft: Some(draft), played: false, ..self }
    }

    /// The page with the result of a turn.
    #[must_use]
    pub const fn plays(self, turn: Draft) -> Self {
        Self { draft: Some(turn), played: true, ..self }
    }
}

impl fmt::Display for LessonUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/learn/{}", self.step)?;
        let mut mark = '?';
        if self.part > 1 {
            write!(f, "?part={}", self.part)?;
            mark = '&';
        }
        if let Some(draft) = self.draft {
            write!(f, "{mark}{draft}{}", if self.played { "&played=1" } else { "" })?;
        }
        Ok(())
    }
}
