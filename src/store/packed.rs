//! Lists that cross SQL as text: a line for each element, with its fields separated by spaces. Only the last may contain
//! spaces, and none a line break.
//!
//! A statement costs more than what it reads, so a table comes with its seats and invitations, and a game with its log, as one
//! row. Both databases can join texts, but have no function for JSON in common.

use std::str::{FromStr, SplitN};

use crate::StoreError;
use crate::row::Reader;

/// The fields of an element, in order.
pub(super) struct Fields<'t>(SplitN<'t, char>);

impl<'t> Fields<'t> {
    /// The last of `count` fields is the rest of the line.
    pub fn of(line: &'t str, count: usize) -> Self {
        Self(line.splitn(count, ' '))
    }

    pub fn text(&mut self) -> Option<&'t str> {
        self.0.next()
    }

    pub fn parsed<T: FromStr>(&mut self) -> Option<T> {
        self.text()?.parse().ok()
    }

    /// Written as 0 or 1.
    pub fn flag(&mut self) -> Option<bool> {
        match self.text()? {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        }
    }
}

impl Reader<'_> {
    /// Reads a list whose elements have `count` fields; SQL has null for an empty one. `what` names an element in errors: "a seat".
    pub fn packed<T>(
        &self,
        column: &'static str,
        (what, count): (&'static str, usize),
        read: impl Fn(&mut Fields<'_>) -> Option<T>,
    ) -> Result<Vec<T>, StoreError> {
        let text = self.maybe_text(column)?.unwrap_or_default();
        let element = |line| {
            let bad = || self.bad(column, format_args!("{line:?} is not {what}"));
            read(&mut Fields::of(line, count)).ok_or_else(bad)
        };
        text.lines().map(element).collect()
    }
}
