//! Time controls in words.

use crate::locale::Locale;
use table::TimeControl;

pub fn name(locale: Locale, time_control: TimeControl) -> String {
    match time_control.days() {
        None => locale.say("table-no-limit").to_owned(),
        Some(days) => locale.text("table-days").with("n", days).to_string(),
    }
}
