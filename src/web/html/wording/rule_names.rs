//! Names of rule books, expansions and custom rules.

use crate::locale::{Locale, key};
use engine::{Preset, Ruleset, TileSet};

pub fn name(locale: Locale, preset: Preset) -> &'static str {
    locale.say(name_key(preset))
}

pub const fn name_key(preset: Preset) -> &'static str {
    match preset {
        Preset::Modern => key("preset-modern"),
        Preset::Chicago => key("preset-chicago"),
        Preset::Abbeys => key("preset-abbeys"),
        Preset::Mcguire => key("preset-mcguire"),
    }
}

/// The key of a line about what is special in a rule book. Its argument is the points that a field's city scores.
pub const fn line_key(preset: Preset) -> &'static str {
    match preset {
        Preset::Modern => key("preset-modern-line"),
        Preset::Chicago => key("preset-chicago-line"),
        Preset::Abbeys => key("preset-abbeys-line"),
        Preset::Mcguire => key("preset-mcguire-line"),
    }
}

pub fn expansion(locale: Locale, set: TileSet) -> String {
    locale.text("expansion-name").with("set", set.word()).to_string()
}

/// A table's rules in a few words: the book, additional expansions, and whether anything else differs.
pub fn short(locale: Locale, rules: &Ruleset) -> String {
    let book = Ruleset::of(rules.preset);
    let name = name(locale, rules.preset);
    let added: Vec<TileSet> = rules.sets.iter().copied().filter(|set| !book.sets.contains(set)).collect();
    let with_expansions = if added.len() == TileSet::ALL.len() - 1 {
        locale.text("rules-all-expansions").with("rules", name).to_string()
    } else {
        added.into_iter().fold(name.to_owned(), |rules, set| {
            let text = locale.text("rules-with-expansion").with("rules", rules);
            text.with("expansion", expansion(locale, set)).to_string()
        })
    };
    if (Ruleset { sets: book.sets.clone(), ..rules.clone() }) == book {
        with_expansions
    } else {
        locale.text("rules-changed").with("rules", with_expansions).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_named_by_their_book_and_what_differs() {
        let short = |rules: &Ruleset| short(Locale::default(), rules);
        let modern = Ruleset::of(Preset::Modern);
        assert_eq!(short(&modern), "Modern rules");
        let river = Ruleset { sets: vec![TileSet::Base, TileSet::River], ..modern };
        assert_eq!(short(&river), "Modern rules + The River");
        assert_eq!(short(&Ruleset { meeples: 8, ..river.clone() }), "Modern rules + The River, changed");
        assert_eq!(short(&Ruleset { sets: TileSet::ALL.to_vec(), ..river }), "Modern rules, all expansions");
    }

    #[test]
    fn every_expansion_has_a_name_of_its_own() {
        let names = TileSet::ALL.map(|set| expansion(Locale::default(), set));
        assert_eq!(
            names,
            ["Base game", "The River", "Inns & Cathedrals", "Traders & Builders", "King & Scout"]
        );
    }
}
