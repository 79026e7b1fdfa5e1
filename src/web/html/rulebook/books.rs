//! The rule books that have a page: the presets, and other editions that players know.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use crate::engine::{Preset, Ruleset, TileSet};
use crate::web::html::rulebook::names;
use crate::web::html::rulebook::words::points;

/// A rule book with a page of its own.
#[derive(Clone, Debug)]
pub struct Book {
    /// Its name in addresses.
    pub slug: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// What is special about it, in a line.
    pub line: String,
    /// The rules.
    pub rules: Ruleset,
    /// Boxes that go well with it.
    pub optional: &'static [TileSet],
}

impl Book {
    /// The book of that name.
    pub fn named(slug: &str) -> Option<&'static Self> {
        BOOKS.iter().find(|book| book.slug == slug)
    }

    /// The book of a preset.
    ///
    /// # Panics
    /// Never: every preset has its book.
    pub fn of(preset: Preset) -> &'static Self {
        Self::named(preset.word()).expect("every preset has its book")
    }

    /// Whether it is a preset, and no variant of one.
    pub fn is_preset(&self) -> bool {
        self.slug == self.rules.preset.word()
    }
}

/// All books, the presets first.
pub static BOOKS: LazyLock<Vec<Book>> = LazyLock::new(|| {
    let presets = Preset::ALL.into_iter().map(|preset| Book {
        slug: preset.word(),
        name: names::name(preset),
        line: names::line(preset),
        rules: Ruleset::of(preset),
        optional: if preset == Preset::Modern { &TileSet::ALL } else { &[] },
    });
    presets.chain(variants()).collect()
});

/// Tells in a line what is special about rules.
type Line = fn(&Ruleset) -> String;

fn variants() -> impl Iterator<Item = Book> {
    // What each changes is told from the rules that it makes.
    let variants: [(_, _, Line, _); 4] = [
        (
            "first-edition-fields",
            "Fields of the first edition",
            per_city,
            json!({"fields": "per_city", "field_points": 4}),
        ),
        (
            "second-edition-fields",
            "Fields of the second edition",
            per_city,
            json!({"fields": "per_city", "field_points": 3}),
        ),
        (
            "first-edition-cities",
            "Small cities of the first edition",
            |_| "A finished city of two tiles pays only 1 point a tile and 1 a shield.".to_owned(),
            json!({"small_city": "half_rate"}),
        ),
        (
            "no-farmers",
            "Without farmers",
            |_| "Fields pay nothing: the gentlest way into the game.".to_owned(),
            json!({"fields": "none"}),
        ),
    ];
    variants.into_iter().map(|(slug, name, line, changes)| {
        let rules = changed(changes);
        Book { slug, name, line: line(&rules), rules, optional: &[] }
    })
}

fn per_city(rules: &Ruleset) -> String {
    let worth = points(rules.field_points);
    format!("Each finished city pays {worth}, once, to the most farmers in all the fields around it.")
}

fn changed(changes: Value) -> Ruleset {
    let changes: Map<String, Value> = match changes {
        Value::Object(changes) => changes,
        _ => Map::new(),
    };
    Ruleset::changed(Preset::Modern, changes)
        .unwrap_or_else(|error| unreachable!("the variants are rules, a test reads them all: {error}"))
}

/// What differs between rules and their preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The parameter's title.
    pub title: &'static str,
    /// What these rules say.
    pub here: String,
    /// What the preset says.
    pub book: String,
}

/// All that differs between rules and their preset.
pub fn differences(rules: &Ruleset) -> Vec<Difference> {
    let (here, book) = (rules.parameters(), Ruleset::of(rules.preset).parameters());
    let differing = crate::web::html::rulebook::PARAMETERS
        .iter()
        .filter(|parameter| here[parameter.key] != book[parameter.key]);
    differing
        .map(|parameter| Difference {
            title: parameter.title,
            here: parameter.say(&here[parameter.key]),
            book: parameter.say(&book[parameter.key]),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_does_not_differ_from_itself_and_a_variant_does() {
        for book in BOOKS.iter() {
            assert_eq!(differences(&book.rules).is_empty(), book.is_preset(), "{}", book.slug);
        }
    }

    #[test]
    fn differences_are_told_in_words() {
        let rules = &Book::named("first-edition-fields").unwrap().rules;
        let told: Vec<String> = differences(rules)
            .into_iter()
            .map(|difference| format!("{}: {} ({})", difference.title, difference.here, difference.book))
            .collect();
        let expected = [
            "Fields: city by city, all fields around it counted together (field by field, for each finished city that it touches)",
            "Points for a city: 4 (3)",
        ];
        assert_eq!(told, expected);
    }
}
