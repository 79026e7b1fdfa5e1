//! Names and descriptions of player aids.

use crate::table::{Aid, Aids};
use crate::web::html::games::overlay::{Overlay, Overlays};
use crate::web::locale::{Locale, key};

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

/// What to say when a link requests overlays that the table does not allow; `None` if it allows them all.
pub fn without(locale: Locale, aids: Aids, requested: Overlays) -> Option<String> {
    let refused = |overlay: &Overlay| requested.has(*overlay) && !overlay.allowed(aids);
    let refused: Vec<String> = Overlay::ALL
        .into_iter()
        .filter(refused)
        .map(|overlay| locale.text("aids-quoted").with("name", locale.say(overlay.label())).to_string())
        .collect();
    (!refused.is_empty()).then(|| {
        let text = locale.text("aids-without").with("aids", aids.word());
        text.with("overlays", locale.list(&refused)).to_string()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_to_overlays_that_the_table_excludes_names_them() {
        let requested =
            Overlays::default().with(Overlay::Owners).with(Overlay::Tiles).with(Overlay::Projected);
        assert_eq!(without(Locale::default(), Aids::All, requested), None);
        assert_eq!(
            without(Locale::default(), Aids::Standard, requested).unwrap(),
            "This table plays with standard aids, so “Tiles left, by kind” and “Score if it ended now” can’t be \
             shown while the game is in progress. Here’s the board without."
        );
        assert!(
            without(Locale::default(), Aids::None, requested)
                .unwrap()
                .contains("without aids, so “Who owns what”, “Tiles")
        );
    }
}
