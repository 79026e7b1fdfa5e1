//! The examples in docs/ match what the program does.

use bastide::engine::{Preset, Record, Ruleset};
use serde_json::{Map, Value};

/// The code blocks of a page that are fenced as `language`.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    page.split(&fence).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn the_records_that_are_shown_are_read_as_the_page_says() {
    let page = include_str!("../docs/record.md");
    let games: Vec<_> = blocks(page, "jsonl").into_iter().map(|text| (text, Record::read(text))).collect();
    assert_eq!(games.len(), 2);
    for (text, read) in games {
        let (record, game) = read.unwrap_or_else(|error| panic!("line {error}\n{text}"));
        assert_eq!(record.write(), text);
        assert!(matches!(game.scores(), [4, 3] | [4]), "{:?}", game.scores());
    }
}

#[test]
fn the_rules_that_are_shown_are_understood() {
    let page = include_str!("../docs/rules.md");
    let inline = page.split('`').filter(|code| code.starts_with("{\"preset\""));
    let shown: Vec<&str> = blocks(page, "json").into_iter().chain(inline).collect();
    assert!(shown.len() >= 5, "{shown:?}");
    for json in shown {
        serde_json::from_str::<Ruleset>(json).unwrap_or_else(|error| panic!("{json}: {error}"));
    }
}

#[test]
fn the_table_of_presets_says_what_the_presets_are() {
    let page = include_str!("../docs/rules.md");
    let rows = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .filter(|row| row.matches(" | ").count() == 4);
    let mut seen = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_end_matches(" |").split(" | ").collect();
        let parameter = cells[0].trim_end_matches('`');
        if parameter == "sets" {
            continue;
        }
        for (preset, cell) in Preset::ALL.into_iter().zip(&cells[1..]) {
            let cell = cell.trim_matches('`');
            // A word is JSON once it is quoted.
            let value = serde_json::from_str(cell).unwrap_or_else(|_| Value::from(cell));
            let changes = Map::from_iter([(parameter.to_owned(), value)]);
            let rules = Ruleset::changed(preset, changes).unwrap_or_else(|error| panic!("{row}: {error}"));
            assert_eq!(rules, Ruleset::of(preset), "{parameter} of {}", preset.word());
        }
        seen += 1;
    }
    assert_eq!(seen, 28, "every parameter but the sets has a row of values");
}
