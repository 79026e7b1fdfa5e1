//! What a table's pages say about its rules.

use crate::html::rulebook::books::{Book, Difference, differences};
use crate::html::wording::{aids, rule_names};
use crate::locale::Locale;
use engine::Ruleset;
use table::{Aids, GameId};

/// A summary of a table's rules, with their differences from the book.
pub struct RulesNote {
    /// The rules in a few words.
    pub short: String,
    /// The book that they are based on.
    pub preset: &'static Book,
    pub differences: Vec<Difference>,
    /// The name and the description of the player aids.
    pub aids: (&'static str, &'static str),
    /// The id of the table, if the viewer may see its own rules page.
    pub table: Option<GameId>,
}

impl RulesNote {
    pub fn of(locale: Locale, rules: &Ruleset, level: Aids, table: Option<GameId>) -> Self {
        Self {
            short: rule_names::short(locale, rules),
            preset: Book::of(rules.preset),
            differences: differences(locale, rules),
            aids: (aids::name(locale, level), aids::line(locale, level)),
            table,
        }
    }
}
