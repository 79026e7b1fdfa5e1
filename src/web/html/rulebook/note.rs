//! What the pages of a table say about its rules.

use crate::engine::Ruleset;
use crate::table::Aids;
use crate::web::html::aids;
use crate::web::html::rulebook::books::{Book, Difference, differences};
use crate::web::html::rulebook::names;
use crate::web::locale::Locale;

/// The rules of a table in short, with what differs from the book.
pub struct RulesNote {
    /// The rules in a few words.
    pub short: String,
    /// The book that they come from.
    pub preset: &'static Book,
    /// What differs from it.
    pub differences: Vec<Difference>,
    /// What help the table has while its game is on: the name, and what it means.
    pub aids: (&'static str, &'static str),
    /// The table whose own rules page the viewer can reach.
    pub table: Option<String>,
}

impl RulesNote {
    /// What to say about these rules and this help.
    pub fn of(locale: Locale, rules: &Ruleset, level: Aids, table: Option<String>) -> Self {
        Self {
            short: names::short(locale, rules),
            preset: Book::of(rules.preset),
            differences: differences(locale, rules),
            aids: (aids::name(locale, level), aids::line(locale, level)),
            table,
        }
    }
}
