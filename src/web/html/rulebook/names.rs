//! Rule books in words.

use crate::engine::{Preset, Ruleset, TileSet};
use crate::web::html::rulebook::words::points;

/// What a rule book is called.
pub fn name(preset: Preset) -> &'static str {
    match preset {
        Preset::Modern => "Modern rules",
        Preset::Chicago => "Chicago rules",
        Preset::Abbeys => "Abbeys and castles",
        Preset::Mcguire => "McGuire's house rules",
    }
}

/// What is special about a rule book, in a line.
pub fn line(preset: Preset) -> String {
    let worth = points(Ruleset::of(preset).field_points);
    match preset {
        Preset::Modern => {
            format!("As sold today: each field pays {worth} for every finished city that it touches.")
        }
        Preset::Chicago => format!(
            "Every finished city pays {worth} to the best farmer around it, and small cities are worth less."
        ),
        Preset::Abbeys => {
            "No fields, nothing for what is unfinished, and any tile can come at any time.".to_owned()
        }
        Preset::Mcguire => {
            "Several tiles face up for all to choose from, every box, and a length in minutes.".to_owned()
        }
    }
}

/// The rules of a table in a few words: the book, boxes that it does not bring itself, and whether anything else differs.
pub fn short(rules: &Ruleset) -> String {
    let book = Ruleset::of(rules.preset);
    let mut words = name(rules.preset).to_owned();
    let added: Vec<&str> =
        rules.sets.iter().filter(|set| !book.sets.contains(set)).map(|set| set.title()).collect();
    if added.len() == TileSet::ALL.len() - 1 {
        words.push_str(", all boxes");
    } else {
        words.extend(added.iter().flat_map(|title| [" + ", title]));
    }
    let same_otherwise = Ruleset { sets: book.sets.clone(), ..rules.clone() } == book;
    if !same_otherwise {
        words.push_str(", changed");
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_told_by_their_book_and_what_differs() {
        let modern = Ruleset::of(Preset::Modern);
        assert_eq!(short(&modern), "Modern rules");
        let river = Ruleset { sets: vec![TileSet::Base, TileSet::River], ..modern };
        assert_eq!(short(&river), "Modern rules + The River");
        assert_eq!(short(&Ruleset { meeples: 8, ..river.clone() }), "Modern rules + The River, changed");
        assert_eq!(short(&Ruleset { sets: TileSet::ALL.to_vec(), ..river }), "Modern rules, all boxes");
    }
}
