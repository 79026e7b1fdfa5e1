//! Matches, also with programs that misbehave.

use std::fs;
use std::path::Path;
use std::time::Instant;

use bastide::engine::Record;
use serde_json::Value;

use crate::{BASTIDE, bastide, text};

/// The result of a match as JSON, without the times.
fn play(arguments: &[&str]) -> Value {
    let output = bastide(&[&["match", "--json"], arguments].concat(), "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut result: Value = serde_json::from_slice(&output.stdout).unwrap();
    for side in result["sides"].as_array_mut().unwrap() {
        assert!(side["ms_per_turn"].as_f64().unwrap() > 0.0);
        side["ms_per_turn"].take();
    }
    result
}

#[test]
fn the_seed_alone_decides_the_result_with_any_number_of_threads() {
    let with = |seed, threads| {
        play(&["random", "uct:2", "--pairs", "6", "--sprt", "-5,5", "--seed", seed, "--threads", threads])
    };
    let one = with("1", "1");
    assert_eq!(one["games"], 12);
    assert_eq!(one, with("1", "3"));
    assert_ne!(one, with("2", "3"));
}

#[test]
fn a_match_that_is_clear_stops_early_at_the_same_pair_with_any_number_of_threads() {
    let with = |threads| {
        play(&["greedy", "random", "--pairs", "100", "--sprt", "0,10", "--seed", "1", "--threads", threads])
    };
    let one = with("1");
    assert_eq!((&one["pairs"], &one["sprt"]["accepted"]), (&Value::from(20), &Value::from(10.0)));
    assert_eq!(one, with("4"));
}

#[test]
fn an_engine_in_a_match_plays_as_the_player_inside_it() {
    let program = format!("cmd:{BASTIDE} engine");
    for rules in
        ["modern", "mcguire", r#"{"preset":"modern","sets":["base","river"],"unplaceable":"put_back"}"#]
    {
        let result = |player: &str| {
            let mut result =
                play(&[player, "uct:2", "--pairs", "2", "--seed", "4", "--rules", rules, "--threads", "1"]);
            result["sides"][0]["player"].take();
            result
        };
        assert_eq!(result(&program), result("greedy"), "{rules}");
    }
}

#[test]
fn the_games_are_records_that_can_be_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let result =
        play(&["greedy", "random", "--pairs", "2", "--seed", "9", "--seats", "3", "--records", path]);
    let mut names: Vec<String> =
        fs::read_dir(path).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["9-000001-1.jsonl", "9-000001-2.jsonl", "9-000002-1.jsonl", "9-000002-2.jsonl"]);
    let mut margin = 0.0;
    for name in names {
        let (record, game) = Record::read(&fs::read_to_string(folder.path().join(name)).unwrap()).unwrap();
        assert!(game.is_finished());
        let mean = |player: &str| {
            let seats = record.header.seats.iter().enumerate().filter(|(_, name)| *name == player);
            let points: Vec<f64> = seats
                .map(|(seat, _)| {
                    f64::from(game.seat_score(bastide::engine::Seat(u8::try_from(seat).unwrap())))
                })
                .collect();
            points.iter().sum::<f64>() / f64::from(u8::try_from(points.len()).unwrap())
        };
        margin += mean("greedy") - mean("random");
    }
    assert!((result["margin"].as_f64().unwrap() - margin / 4.0).abs() < 1e-9);
}

/// Plays against a shell script that answers `go` by running `go`, and other requests as `others` says; returns what is wrong.
fn against(folder: &Path, go: &str, others: &str) -> String {
    let script = folder.join("player.sh");
    let greeting = "bastide*) echo ok bastide 1 Script;;";
    let cases = format!("case \"$line\" in {others} {greeting} go*) {go};; *) echo ok;; esac");
    fs::write(&script, format!("while read -r line; do {cases}; done\n")).unwrap();
    let player = format!("cmd:sh {}", script.display());
    let output = bastide(
        &["match", "greedy", &player, "--pairs", "3", "--seed", "1", "--timeout", "2", "--threads", "1"],
        "",
    );
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    assert!(output.stdout.is_empty());
    let error = text(&output.stderr);
    assert_eq!(error.lines().count(), 1, "{error}");
    error.trim_end().replace(&player, "PLAYER")
}

#[test]
fn a_program_that_fails_ends_the_match_with_one_clear_line() {
    let folder = tempfile::tempdir().unwrap();
    let turn = "PLAYER failed in pair 1, game 1, turn 2: ";
    for (go, why) in [
        ("exit 3", "it ended instead of answering \"go\": exit status: 3"),
        ("kill -9 $$", "it ended instead of answering \"go\": signal: 9 (SIGKILL)"),
        ("echo hello", "it answered \"go\" with \"hello\""),
        ("echo error I am lost", "it answered \"go\" with \"error I am lost\""),
        (
            "echo best castle",
            "\"best castle\" is not a turn: a turn is KIND x y rotation and, with a follower, kind@place",
        ),
        ("echo best RRRR 50 50 0", "\"RRRR 50 50 0\" is illegal: RRRR is not in the hand"),
        ("echo best pass", "\"pass\" is illegal: you can't pass now"),
        ("printf '\\377\\n'", "its answer to \"go\" is not UTF-8 text"),
        ("head -c 3000000 /dev/zero; echo", "its answer to \"go\" is longer than a MiB"),
    ] {
        assert_eq!(against(folder.path(), go, ""), format!("{turn}{why}"), "{go}");
    }
    let refuses = against(folder.path(), "echo ok", "draw*) echo error what is that;;");
    let (start, end) =
        ("PLAYER failed in pair 1, game 1, turn 1: it answered \"draw ", "\" with \"error what is that\"");
    assert!(refuses.starts_with(start) && refuses.ends_with(end), "{refuses}");
    let greets = against(folder.path(), "echo ok", "bastide*) echo GNU Go;;");
    assert_eq!(greets, "PLAYER failed at the start: it answered \"bastide 1\" with \"GNU Go\"");
}

#[test]
fn a_program_that_does_not_answer_in_time_ends_the_match_and_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    for go in ["exec sleep 100", "while :; do echo info thinking; done"] {
        let begun = Instant::now();
        let why = "PLAYER failed in pair 1, game 1, turn 2: no answer to \"go\" within 2 s";
        assert_eq!(against(folder.path(), go, ""), why);
        assert!(begun.elapsed().as_secs() < 30);
    }
}

#[test]
fn a_program_that_is_not_there_and_bad_arguments_are_refused() {
    let missing = bastide(&["match", "greedy", "cmd:/nowhere/player", "--pairs", "1", "--seed", "1"], "");
    let error = text(&missing.stderr);
    assert!(error.starts_with("cmd:/nowhere/player failed at the start: it cannot be started: "), "{error}");
    assert_eq!(missing.status.code(), Some(1));
    for (arguments, why) in [
        (&["match", "greedy", "clever", "--pairs", "1", "--seed", "1"][..], "there is no player \"clever\""),
        (&["match", "greedy", "random", "--pairs", "0", "--seed", "1"], "--pairs"),
        (&["match", "greedy", "random", "--pairs", "1", "--seed", "1", "--sprt", "2,0"], "the lower first"),
        (&["match", "greedy", "random", "--pairs", "1", "--seed", "1", "--alpha", "0.7"], "below 0.5"),
        (&["match", "greedy", "random", "--pairs", "1", "--seed", "1", "--rules", "{}x"], "--rules"),
    ] {
        let output = bastide(arguments, "");
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
    }
}
