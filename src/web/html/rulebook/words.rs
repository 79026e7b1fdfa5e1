//! What a rule book calls its things.

use crate::art;
use crate::engine::{FollowerKind, Preset, Rotation, Scored, SegmentKind, TileKind};
use crate::web::html::tile_words;

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
    /// The figure that counts as two.
    pub big: &'static str,
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
                big: "big follower",
            },
            Preset::Modern | Preset::Chicago | Preset::Mcguire => &Self {
                city: "city",
                cities: "cities",
                cloister: "cloister",
                cloisters: "cloisters",
                meeple: "meeple",
                big: "big meeple",
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

    /// What a figure is called.
    pub const fn figure(&self, kind: FollowerKind) -> &'static str {
        match kind {
            FollowerKind::Meeple => self.meeple,
            FollowerKind::Big => self.big,
            FollowerKind::Builder => "builder",
            FollowerKind::Pig => "pig",
        }
    }

    /// A sentence of those who speak of cities, cloisters and meeples, in these words. No name of a player may be in it.
    pub fn tell(&self, sentence: String) -> String {
        if self == Self::of(Preset::Modern) {
            return sentence;
        }
        let mut told = String::with_capacity(sentence.len() + 16);
        for piece in sentence.split_inclusive(|letter: char| !letter.is_alphabetic()) {
            let word = piece.trim_end_matches(|letter: char| !letter.is_alphabetic());
            match self.other_word(word) {
                Some(other) => told.push_str(&other),
                None => told.push_str(word),
            }
            told.push_str(&piece[word.len()..]);
        }
        told
    }

    fn other_word(&self, word: &str) -> Option<String> {
        let other = match word.to_ascii_lowercase().as_str() {
            "city" => self.city,
            "cities" => self.cities,
            "cloister" => self.cloister,
            "cloisters" => self.cloisters,
            "meeple" => self.meeple,
            _ => return None,
        };
        Some(if word.starts_with(char::is_uppercase) { capital(other) } else { other.to_owned() })
    }

    /// A tile, drawn, and told in these words.
    pub fn tile(&self, kind: TileKind, rotation: Rotation) -> String {
        art::tile(kind, rotation, &self.tell(tile_words::words(kind, rotation)))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_abbeys_tell_a_sentence_in_their_words() {
        let told = |preset, sentence: &str| Words::of(preset).tell(sentence.to_owned());
        let sentence = "North city, east road. Two separate cities. Cloister: no big meeple is left.";
        assert_eq!(told(Preset::Chicago, sentence), sentence);
        let other = "North castle, east road. Two separate castles. Abbey: no big follower is left.";
        assert_eq!(told(Preset::Abbeys, sentence), other);
    }
}
