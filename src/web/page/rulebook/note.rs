//! What the pages of a table say about its rules.

use super::books::{Book, Difference, differences};
use crate::engine::Ruleset;
use crate::web::page::rules;

/// The rules of a table in short, with what differs from the book.
pub struct RulesNote {
    /// The rules in a few words.
    pub short: String,
    /// The book that they come from.
    pub preset: &'static Book,
    /// What differs from it.
    pub differences: Vec<Difference>,
    /// The table whose own rules page the viewer can reach.
    pub table: Option<String>,
}

impl RulesNote {
    /// What to say about these rules.
    pub fn of(rules: &Ruleset, table: Option<String>) -> Self {
        Self {
            short: rules::short(rules),
            preset: Book::of(rules.preset),
            differences: differences(rules),
            table,
        }
    }
}
