//! Levels of the computer: their names, and a page for each.

mod pages;
pub(crate) mod show;

pub use pages::{LevelPage, LevelRow, LevelsPage};

use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::locale::Locale;
use table::ComputerLevel;

/// "Level 4 · Regular"; of a table from before there were levels, "Computer".
pub fn title(locale: Locale, level: ComputerLevel) -> String {
    match level.number() {
        Some(number) => locale.text("level-title").with("n", number).to_string(),
        None => locale.say("player-computer").to_owned(),
    }
}

/// The numbers of all levels for a control, and whether each is chosen.
pub(crate) fn choices(chosen: Option<ComputerLevel>) -> Vec<(u8, bool)> {
    let choice = |level: ComputerLevel| Some((level.number()?, Some(level) == chosen));
    ComputerLevel::ALL.into_iter().filter_map(choice).collect()
}

/// A field with the number of a level; absent or empty is `None`.
pub(crate) fn chosen(fields: &Fields, name: &str) -> Result<Option<ComputerLevel>, PageError> {
    fields.chosen(name, |value| ComputerLevel::of_number(value.parse().ok()?))
}
