//! The rules told to players, from the value that the engine plays by: every number and every exception comes from it.

mod boxes;
mod play;
mod scoring;

use crate::engine::{Ruleset, TileKind, TileSet};
use crate::web::html::rulebook::example::{Example, Shown};
use crate::web::html::rulebook::words::Words;

/// A part of the book.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its name in addresses.
    pub id: &'static str,
    /// Its heading.
    pub title: String,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// A piece of a chapter.
#[derive(Clone, Debug)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// Points in no order.
    List(Vec<String>),
    /// Points in order.
    Steps(Vec<String>),
    /// Tiles, drawn.
    Tiles(Vec<TileKind>),
    /// A worked example.
    Example(Box<Shown>),
}

/// All chapters. The boxes of `optional` are explained too, as what may be added.
pub fn chapters(rules: &Ruleset, optional: &[TileSet]) -> Vec<Chapter> {
    let tale = Tale { rules, words: Words::of(rules.preset) };
    let mut chapters = vec![
        tale.idea(),
        tale.before(),
        tale.turn(),
        tale.roads(),
        tale.cities(),
        tale.cloisters(),
        tale.sharing(),
        tale.fields(),
    ];
    let added: Vec<TileSet> =
        TileSet::ALL.into_iter().filter(|set| !rules.has(*set) && optional.contains(set)).collect();
    let with_all = Ruleset { sets: rules.sets.iter().chain(&added).copied().collect(), ..rules.clone() };
    let with_all = Tale { rules: &with_all, words: tale.words };
    for set in TileSet::ALL.into_iter().filter(|set| *set != TileSet::Base && with_all.rules.has(*set)) {
        chapters.push(with_all.box_of(set, added.contains(&set)));
    }
    chapters.extend([tale.end(), tale.again()]);
    chapters
}

/// Who tells: the rules, and their words.
struct Tale<'a> {
    rules: &'a Ruleset,
    words: &'static Words,
}

impl Tale<'_> {
    /// Adds an example, if these rules let it be played.
    fn example(&self, blocks: &mut Vec<Block>, example: Example, caption: String) {
        if let Some(shown) = example.shown(self.rules, self.words, caption) {
            blocks.push(Block::Example(Box::new(shown)));
        }
    }
}

fn text(text: impl Into<String>) -> Block {
    Block::Text(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{FieldRule, Preset};
    use crate::web::html::rulebook::books::BOOKS;

    fn told(rules: &Ruleset) -> String {
        let mut told = String::new();
        for block in chapters(rules, &[]).into_iter().flat_map(|chapter| chapter.blocks) {
            match block {
                Block::Text(text) => told.push_str(&text),
                Block::List(points) | Block::Steps(points) => told.push_str(&points.join("\n")),
                Block::Tiles(_) => {}
                Block::Example(shown) => {
                    told.push_str(&shown.caption);
                    shown.results.iter().for_each(|paid| told.push_str(&paid.sentence));
                }
            }
            told.push('\n');
        }
        told
    }

    #[test]
    fn the_book_says_other_numbers_when_the_rules_do() {
        for preset in Preset::ALL {
            let rules = Ruleset { road_tile: 17, city_tile: 18, city_shield: 19, ..Ruleset::of(preset) };
            let told = told(&rules);
            for number in ["17 points", "18 points", "19 more"] {
                assert!(told.contains(number), "{preset:?}: {number}");
            }
        }
    }

    #[test]
    fn the_examples_pay_what_each_book_says() {
        let paid = |preset, needle: &str| told(&Ruleset::of(preset)).contains(needle);
        assert!(paid(Preset::Modern, "Red: 3 points for roads"));
        assert!(paid(Preset::Mcguire, "Red: 6 points for roads"));
        assert!(paid(Preset::Chicago, "Red: 2 points for cities"));
        assert!(paid(Preset::Abbeys, "Red: 8 points for castles"));
        assert!(paid(Preset::Modern, "Red: 6 points for fieldsBlue: 3 points for fields"));
        assert!(paid(Preset::Chicago, "Red: 4 points for fieldsBlue: nothing"));
    }

    #[test]
    fn the_abbeys_have_their_own_words_and_no_farmers() {
        let told = told(&Ruleset::of(Preset::Abbeys));
        for word in ["city", "cities", "cloister", "meeple", "farmer"] {
            assert!(!told.to_lowercase().contains(word), "{word}");
        }
    }

    #[test]
    fn every_example_can_be_played_in_some_book_and_none_is_dropped_where_it_is_told() {
        for book in BOOKS.iter() {
            for example in Example::ALL {
                let farms = matches!(example, Example::Farm | Example::Farmers | Example::Pig);
                let pig = book.rules.pig != crate::engine::Supply::Count(0);
                let playable =
                    (!farms || book.rules.fields != FieldRule::None) && (example != Example::Pig || pig);
                let shown = example.shown(&book.rules, Words::of(book.rules.preset), String::new());
                assert_eq!(shown.is_some(), playable, "{} {example:?}", book.slug);
                // Only these are about what pays nothing (yet), and red is in all others.
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
