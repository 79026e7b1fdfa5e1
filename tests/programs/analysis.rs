//! `bastide analyse`: the same numbers for the same game, everywhere.

use std::fs;

use serde_json::Value;

use super::{bastide, text};

const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/analysis/game.jsonl");
/// One turn, and a resignation: playouts take long without optimisation.
const SHORT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/analysis/short.jsonl");

fn analyse(arguments: &[&str]) -> String {
    let output = bastide(&[&["analyse"], arguments].concat(), "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// Compares a report with its snapshot. If the evaluation has changed, raise `VERSION` in `src/analysis/report.rs` as well.
fn check(name: &str, report: &str) {
    // Broken into lines, so that a difference is a few of them.
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!(name, report.replace("},{", "},\n{"));
    });
}

#[test]
fn a_game_has_the_same_analysis_with_one_thread_and_two_and_as_ever() {
    let one = analyse(&[RECORD, "--json", "--threads", "1"]);
    check("quick", &one);
    assert_eq!(analyse(&[RECORD, "--json", "--threads", "2"]), one);
}

#[test]
fn playouts_have_the_same_results_on_every_machine_and_others_with_another_seed() {
    let standard =
        |seed| analyse(&[SHORT, "--json", "--depth", "standard", "--threads", "1", "--seed", seed]);
    let report = standard("0");
    check("standard", &report);
    let errors = |report: &str| -> Vec<Value> {
        let report: Value = serde_json::from_str(report).unwrap();
        report["turns"][0]["best"].as_array().unwrap().iter().map(|best| best["error"].clone()).collect()
    };
    assert!(errors(&report).iter().any(Value::is_number), "{report}");
    assert_ne!(errors(&report), errors(&standard("1")));
}

#[test]
fn the_text_names_players_turns_and_what_was_better() {
    let text = analyse(&[SHORT]);
    assert!(text.lines().nth(1).unwrap().starts_with("counting"), "{text}");
    assert!(text.contains("event") && text.contains("unexplained"), "{text}");
}

#[test]
fn a_game_in_progress_is_not_analysed() {
    let whole = fs::read_to_string(RECORD).unwrap();
    let part: String = whole.lines().take(9).flat_map(|line| [line, "\n"]).collect();
    let output = bastide(&["analyse", "-"], &part);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "-: the game is not finished\n");
}
