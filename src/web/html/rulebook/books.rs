//! The rule books that have a page: the presets, and other well-known editions.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use crate::html::wording::rule_names;
use crate::locale::{Locale, key};
use engine::{Preset, Ruleset, TileSet};

#[derive(Clone, Debug)]
pub struct Book {
    /// Its name in URLs.
    pub slug: &'static str,
    /// The key of its name.
    name: &'static str,
    /// The key of a line about what is special.
    line: &'static str,
    pub rules: Ruleset,
    /// Expansions that go well with it.
    pub optional: &'static [TileSet],
}

impl Book {
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

    pub fn name(&self, locale: Locale) -> &'static str {
        locale.say(self.name)
    }

    /// What is special about it, in one line.
    pub fn line(&self, locale: Locale) -> String {
        locale.text(self.line).with("points", self.rules.field_points).to_string()
    }

    /// Whether it is a preset rather than a variant of one.
    pub fn is_preset(&self) -> bool {
        self.slug == self.rules.preset.word()
    }
}

/// Presets first.
pub static BOOKS: LazyLock<Vec<Book>> = LazyLock::new(|| {
    let presets = Preset::ALL.into_iter().map(|preset| Book {
        slug: preset.word(),
        name: rule_names::name_key(preset),
        line: rule_names::line_key(preset),
        rules: Ruleset::of(preset),
        optional: if preset == Preset::Modern { &TileSet::ALL } else { &[] },
    });
    presets.chain(variants()).collect()
});

fn variants() -> impl Iterator<Item = Book> {
    let variants = [
        (
            "first-edition-fields",
            key("book-first-edition-fields"),
            key("book-fields-line"),
            json!({"fields": "per_city", "field_points": 4}),
        ),
        (
            "second-edition-fields",
            key("book-second-edition-fields"),
            key("book-fields-line"),
            json!({"fields": "per_city", "field_points": 3}),
        ),
        (
            "first-edition-cities",
            key("book-first-edition-cities"),
            key("book-first-edition-cities-line"),
            json!({"small_city": "half_rate"}),
        ),
        ("no-farmers", key("book-no-farmers"), key("book-no-farmers-line"), json!({"fields": "none"})),
    ];
    variants.into_iter().map(|(slug, name, line, changes)| Book {
        slug,
        name,
        line,
        rules: changed(changes),
        optional: &[],
    })
}

fn changed(changes: Value) -> Ruleset {
    let changes: Map<String, Value> = match changes {
        Value::Object(changes) => changes,
        _ => Map::new(),
    };
    Ruleset::changed(Preset::Modern, changes)
        .unwrap_or_else(|error| unreachable!("the variants are rules, a test reads them all: {error}"))
}

/// A difference between rules and their preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub title: &'static str,
    /// The value in these rules.
    pub here: String,
    /// The value in the preset.
    pub book: String,
}

pub fn differences(locale: Locale, rules: &Ruleset) -> Vec<Difference> {
    let (here, book) = (rules.parameters(), Ruleset::of(rules.preset).parameters());
    let differing = crate::html::rulebook::PARAMETERS
        .iter()
        .filter(|parameter| here[parameter.key] != book[parameter.key]);
    differing
        .map(|parameter| Difference {
            title: locale.say(parameter.title),
            here: parameter.say(locale, &here[parameter.key]),
            book: parameter.say(locale, &book[parameter.key]),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_does_not_differ_from_itself_and_a_variant_does() {
        for book in BOOKS.iter() {
            assert_eq!(
                differences(Locale::default(), &book.rules).is_empty(),
                book.is_preset(),
                "{}",
                book.slug
            );
        }
    }

    #[test]
    fn differences_are_described_in_words() {
        let rules = &Book::named("first-edition-fields").unwrap().rules;
        let described: Vec<String> = differences(Locale::default(), rules)
            .into_iter()
            .map(|difference| format!("{}: {} ({})", difference.title, difference.here, difference.book))
            .collect();
        let expected = [
            "Fields: city by city, counting all fields around it together (field by field, for each finished city it touches)",
            "Points for a city: 4 (3)",
        ];
        assert_eq!(described, expected);
    }
}
