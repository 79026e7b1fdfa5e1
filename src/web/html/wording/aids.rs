//! Names and descriptions of player aids.

use crate::locale::{Locale, key};
use table::{Aid, Aids};

pub fn name(locale: Locale, aids: Aids) -> &'static str {
    locale.say(match aids {
        Aids::All => key("aids-all"),
        Aids::Standard => key("aids-standard"),
        Aids::None => key("aids-none"),
    })
}

/// What this level of aids means, in one line.
pub fn line(locale: Locale, aids: Aids) -> &'static str {
    locale.say(match aids {
        Aids::All => key("aids-all-help"),
        Aids::Standard => key("aids-standard-help"),
        Aids::None => key("aids-none-help"),
    })
}

/// The available overlays, in a few words.
pub fn closer(locale: Locale, aids: Aids) -> &'static str {
    locale.say(if aids.allow(Aid::Counting) {
        key("aids-closer-all")
    } else if aids.allow(Aid::Owners) {
        key("aids-closer-standard")
    } else {
        key("aids-closer-none")
    })
}
