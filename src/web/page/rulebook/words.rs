//! What a rule book calls its things.

use crate::engine::{Preset, Scored, SegmentKind};

/// The words of a rule book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// What has a wall around it.
    pub city: &'static str,
    /// Several of them.
    pub cities: &'static str,
    /// The lonely house.
    pub cloister: &'static str,
    /// Several of them.
    pub cloisters: &'static str,
    /// The ordinary figure.
    pub meeple: &'static str,
}

impl Words {
    /// The words of a book.
    pub const fn of(preset: Preset) -> &'static Self {
        match preset {
            Preset::Abbeys => &Self {
                city: "castle",
                cities: "castles",
                cloister: "abbey",
                cloisters: "abbeys",
                meeple: "follower",
            },
            Preset::Modern | Preset::Chicago | Preset::Mcguire => &Self {
                city: "city",
                cities: "cities",
                cloister: "cloister",
                cloisters: "cloisters",
                meeple: "meeple",
            },
        }
    }

    /// What a feature is called.
    pub const fn feature(&self, kind: SegmentKind) -> &'static str {
        match kind {
            SegmentKind::City => self.city,
            SegmentKind::Road => "road",
            SegmentKind::Cloister => self.cloister,
            SegmentKind::Field => "field",
        }
    }

    /// What points are for.
    pub const fn paid_for(&self, scored: Scored) -> &'static str {
        match scored {
            Scored::Road => "roads",
            Scored::City => self.cities,
            Scored::Cloister => self.cloisters,
            Scored::Field => "fields",
            Scored::Goods => "goods",
        }
    }
}

/// "1 point", "4 points".
pub fn points(number: impl Into<i64>) -> String {
    counted(number, "point")
}

/// "1 tile", "4 tiles".
pub fn counted(number: impl Into<i64>, thing: &str) -> String {
    match number.into() {
        1 => format!("1 {thing}"),
        number => format!("{number} {thing}s"),
    }
}

/// A word with its article: "a city", "an abbey".
pub fn a(word: &str) -> String {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

/// A word as it begins a sentence.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
