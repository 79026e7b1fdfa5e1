//! The text of a rule book. Every number and exception comes from the value that the engine plays by.

mod expansions;
mod play;
mod scoring;

use crate::html::rulebook::example::{Example, Shown};
use crate::locale::{Locale, Text};
use engine::{Ruleset, TileKind, TileSet};

#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its id in URLs.
    pub id: &'static str,
    pub title: String,
    pub blocks: Vec<Block>,
}

#[derive(Clone, Debug)]
pub enum Block {
    Text(String),
    /// An unordered list.
    List(Vec<String>),
    /// A numbered list.
    Steps(Vec<String>),
    Tiles(Vec<TileKind>),
    /// A worked example.
    Example(Box<Shown>),
}

/// All chapters. The expansions in `optional` are explained too, as possible additions.
pub fn chapters(locale: Locale, rules: &Ruleset, optional: &[TileSet]) -> Vec<Chapter> {
    let writer = Writer { rules, locale: locale.of_book(rules.preset) };
    let mut chapters = vec![
        writer.idea(),
        writer.before(),
        writer.turn(),
        writer.roads(),
        writer.cities(),
        writer.cloisters(),
        writer.sharing(),
        writer.fields(),
    ];
    let added: Vec<TileSet> =
        TileSet::ALL.into_iter().filter(|set| !rules.has(*set) && optional.contains(set)).collect();
    let with_all = Ruleset { sets: rules.sets.iter().chain(&added).copied().collect(), ..rules.clone() };
    let with_all = Writer { rules: &with_all, locale: writer.locale };
    for set in TileSet::ALL.into_iter().filter(|set| *set != TileSet::Base && with_all.rules.has(*set)) {
        chapters.push(with_all.expansion(set, added.contains(&set)));
    }
    chapters.extend([writer.end(), writer.again()]);
    chapters
}

/// Writes chapters in a language and the terms of a rule book.
struct Writer<'a> {
    rules: &'a Ruleset,
    locale: Locale,
}

impl Writer<'_> {
    /// Adds an example, unless these rules make it impossible.
    fn example(&self, blocks: &mut Vec<Block>, example: Example, caption: &'static str) {
        let caption = self.locale.say(caption).to_owned();
        if let Some(shown) = example.shown(self.rules, self.locale, caption) {
            blocks.push(Block::Example(Box::new(shown)));
        }
    }

    /// A paragraph from a message without arguments.
    fn paragraph(&self, key: &'static str) -> Block {
        Block::Text(self.locale.say(key).to_owned())
    }

    /// "4 points".
    fn points(&self, n: u8) -> Text {
        self.locale.text("amount-points").with("n", n)
    }
}

/// A paragraph from a message with arguments.
fn block(text: Text) -> Block {
    Block::Text(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::rulebook::books::BOOKS;
    use engine::{FieldRule, Preset};

    fn text_of(rules: &Ruleset) -> String {
        let mut text = String::new();
        for block in chapters(Locale::default(), rules, &[]).into_iter().flat_map(|chapter| chapter.blocks) {
            match block {
                Block::Text(paragraph) => text.push_str(&paragraph),
                Block::List(points) | Block::Steps(points) => text.push_str(&points.join("\n")),
                Block::Tiles(_) => {}
                Block::Example(shown) => {
                    text.push_str(&shown.caption);
                    shown.results.iter().for_each(|paid| text.push_str(&paid.sentence));
                }
            }
            text.push('\n');
        }
        text
    }

    #[test]
    fn the_book_says_other_numbers_when_the_rules_do() {
        for preset in Preset::ALL {
            let rules = Ruleset { road_tile: 17, city_tile: 18, city_shield: 19, ..Ruleset::of(preset) };
            let text = text_of(&rules);
            for number in ["17 points", "18 points", "19 more"] {
                assert!(text.contains(number), "{preset:?}: {number}");
            }
        }
    }

    #[test]
    fn the_examples_pay_what_each_book_says() {
        let paid = |preset, needle: &str| text_of(&Ruleset::of(preset)).contains(needle);
        assert!(paid(Preset::Modern, "Red: 3 points for roads"));
        assert!(paid(Preset::Mcguire, "Red: 6 points for roads"));
        assert!(paid(Preset::Chicago, "Red: 2 points for cities"));
        assert!(paid(Preset::Abbeys, "Red: 8 points for castles"));
        assert!(paid(Preset::Modern, "Red: 6 points for fieldsBlue: 3 points for fields"));
        assert!(paid(Preset::Chicago, "Red: 4 points for fieldsBlue: nothing"));
    }

    #[test]
    fn the_abbeys_have_their_own_words_and_no_farmers() {
        let text = text_of(&Ruleset::of(Preset::Abbeys));
        for word in ["city", "cities", "cloister", "meeple", "farmer"] {
            assert!(!text.to_lowercase().contains(word), "{word}");
        }
    }

    #[test]
    fn every_example_can_be_played_in_some_book_and_none_is_missing_where_it_is_shown() {
        for book in BOOKS.iter() {
            for example in Example::ALL {
                let farms = matches!(example, Example::Farm | Example::Farmers | Example::Pig);
                let pig = book.rules.pig != engine::Supply::Count(0);
                let playable =
                    (!farms || book.rules.fields != FieldRule::None) && (example != Example::Pig || pig);
                let shown =
                    example.shown(&book.rules, Locale::default().of_book(book.rules.preset), String::new());
                assert_eq!(shown.is_some(), playable, "{} {example:?}", book.slug);
                // Only these are about things that score nothing (yet); in all others red scores.
                let idle = match example {
                    Example::OpenInn | Example::Builder => true,
                    Example::Ring => !book.rules.loops_complete,
                    _ => !playable,
                };
                let paid = shown.is_some_and(|shown| shown.results[0].sentence != "Red: nothing");
                assert_eq!(paid, !idle, "{} {example:?}", book.slug);
            }
        }
    }
}
