//! Records of finished games under every preset, and the parameters that they were played by, kept from the first version: whatever the rule
//! books say today, these games are read as they were played.

use std::path::Path;

use bastide::engine::{Preset, Record, Ruleset};
use serde_json::Value;

fn kept(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept_records").join(name);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

#[test]
fn a_preset_in_a_record_means_what_it_meant_when_the_game_was_played() {
    for preset in Preset::ALL {
        let mut then: Value = serde_json::from_str(&kept(&format!("{}.json", preset.word()))).unwrap();
        // What came later means what was done before there was a choice.
        then["builder_second_part"] = "must".into();
        let rules: Ruleset = serde_json::from_str(&format!(r#"{{"preset":"{}"}}"#, preset.word())).unwrap();
        assert_eq!(Value::Object(rules.parameters()), then, "{}", preset.word());
    }
}

#[test]
fn a_kept_game_has_the_draws_scores_and_end_that_it_had() {
    for preset in Preset::ALL {
        let text = kept(&format!("{}.jsonl", preset.word()));
        let header = text.lines().next().unwrap();
        assert!(header.contains(&format!(r#"{{"preset":"{}""#, preset.word())), "{header}");
        // Reading checks every draw against the secret, every turn, every score and the end.
        let (record, game) = Record::read(&text).unwrap_or_else(|error| panic!("{}: {error}", preset.word()));
        assert!(game.is_finished());
        assert_eq!(record.write(), text, "written as it was");
    }
}
