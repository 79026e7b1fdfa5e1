//! Messages for turns that break the rules.

use crate::html::wording::{tile_words, words};
use crate::locale::{Locale, Message};
use engine::Refusal;

/// In the terms of the locale's rule book.
pub fn message(locale: Locale, why: &Refusal) -> Message {
    match why {
        Refusal::Over => Message::new("refusal-over"),
        Refusal::Begun => Message::new("refusal-begun"),
        Refusal::NotDealt => Message::new("refusal-not-dealt"),
        Refusal::NotToMove(_) => Message::new("refusal-not-to-move"),
        Refusal::NoSuchColour(_) => Message::new("refusal-no-colour"),
        Refusal::Out(_) => Message::new("refusal-out"),
        Refusal::NoPass => Message::new("refusal-no-pass"),
        Refusal::NotInHand(_) => Message::new("refusal-not-in-hand"),
        Refusal::Occupied(cell) => Message::new("refusal-occupied").with("cell", cell),
        Refusal::Apart(cell) => Message::new("refusal-apart").with("cell", cell),
        &Refusal::Mismatch { side, wanted, shown } => Message::new("refusal-mismatch")
            .with("side", tile_words::side(locale, side))
            .with("wanted", tile_words::edge(locale, wanted))
            .with("shown", tile_words::edge(locale, shown)),
        Refusal::RiverElsewhere { cell } => Message::new("refusal-river-elsewhere").with("cell", cell),
        Refusal::RiverEnded => Message::new("refusal-river-ended"),
        Refusal::RiverTurnsBack => Message::new("refusal-river-turns"),
        Refusal::RiverBlocked => Message::new("refusal-river-blocked"),
        Refusal::NoSuchPlace(place) => Message::new("refusal-no-place").with("place", place.to_string()),
        Refusal::NoneLeft(kind) => Message::new("refusal-none-left").with("kind", kind.word()),
        Refusal::Taken(kind) => Message::new("refusal-taken").with("kind", words::feature_word(*kind)),
        Refusal::NoFarmers => Message::new("refusal-no-farmers"),
        Refusal::Complete(kind) => Message::new("refusal-complete").with("kind", words::feature_word(*kind)),
        &Refusal::WrongPlace { kind, on } => Message::new("refusal-wrong-place")
            .with("follower", locale.text("follower-name").with("kind", kind.word()))
            .with("feature", words::feature(locale, on)),
        Refusal::NotJoined(kind) => Message::new("refusal-not-joined").with("kind", kind.word()),
        Refusal::NotOwned => Message::new("refusal-not-owned"),
        Refusal::NothingToBuild(kind) => {
            Message::new("refusal-nothing-to-build").with("kind", words::feature_word(*kind))
        }
    }
}

pub fn sentence(locale: Locale, why: &Refusal) -> String {
    locale.format(&message(locale, why))
}
