//! How reliable players are, and how reliable a table wants them.

use crate::locale::Locale;
use table::{Reliability, RequiredReliability};

/// "98 % in time" or "new player".
pub fn name(locale: Locale, reliability: Reliability) -> String {
    match reliability {
        Reliability::New => locale.say("reliability-new").to_owned(),
        Reliability::Percent(percent) => {
            locale.text("reliability-percent").with("percent", percent).to_string()
        }
    }
}

/// "at least 90 % of turns in time, no new players"; `None` if everybody may join.
pub fn required(locale: Locale, required: RequiredReliability) -> Option<String> {
    let RequiredReliability { percent, newcomers } = required;
    match (percent, newcomers) {
        (0, true) => None,
        (0, false) => Some(locale.say("reliability-not-new").to_owned()),
        (_, true) => Some(locale.text("reliability-least-or-new").with("percent", percent).to_string()),
        (_, false) => Some(locale.text("reliability-least").with("percent", percent).to_string()),
    }
}
