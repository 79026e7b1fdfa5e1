//! `bastide-tools train`.

use std::fs;
use std::process::{Command, Output};

const SMALL: [&str; 9] =
    ["train", "--generations", "2", "--population", "4", "--pairs", "2", "--compare", "3"];

fn tools(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bastide-tools")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_seed_alone_decides_the_weights_with_any_number_of_threads() {
    let with = |seed, threads| {
        let output = tools(&[&SMALL[..], &["--seed", seed, "--threads", threads]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let one = with("1", "1");
    let lines: Vec<&str> = one.lines().collect();
    assert_eq!(lines.len(), 4, "{one}");
    assert!(
        lines[0].starts_with("generation 1: mean ") && lines[2].starts_with("against the start: "),
        "{one}"
    );
    assert_eq!(one, with("1", "3"));
    assert_ne!(one, with("2", "3"));
}

#[test]
fn pairs_of_games_take_the_rules_in_turns() {
    let with = |rules: &[&str]| {
        let output = tools(&[&SMALL[..], &["--seed", "1"], rules].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let [modern, chicago] = [["--rules", "modern"], ["--rules", "chicago"]];
    let both = with(&[modern, chicago].concat());
    assert!(both != with(&modern) && both != with(&chicago), "{both}");
    assert_ne!(both, with(&[chicago, modern].concat()), "the first pair takes the first");
    assert_eq!(with(&[modern, modern].concat()), with(&modern));
}

#[test]
fn a_training_goes_on_from_the_weights_that_another_has_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights.json");
    let path = file.to_str().unwrap();
    let first = tools(&[&SMALL[..], &["--seed", "1", "--weights", path]].concat());
    assert!(first.status.success());
    assert!(text(&first.stdout).ends_with(&fs::read_to_string(&file).unwrap()));
    let second = tools(&[&SMALL[..], &["--seed", "2", "--start", path]].concat());
    assert!(second.status.success());

    fs::write(&file, "{\"city\":1}").unwrap();
    let failed = tools(&[&SMALL[..], &["--seed", "2", "--start", path]].concat());
    assert_eq!(failed.status.code(), Some(2));
    assert!(text(&failed.stderr).contains("missing field"), "{}", text(&failed.stderr));
}
