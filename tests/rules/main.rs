//! Situations that engines get wrong, as data: every `NAME.jsonl` in this folder is a record, and the `NAME.json` next to it
//! says what follows from it. The record is read once for each case, under the rules of that case.
//!
//! ```json
//! { "about": "a sentence",
//!   "cases": [
//!     {"rules": {"preset": "modern"}, "now": {"scores": [8]}, "end": {"scores": [11], "by_feature": {"field": [3]}}},
//!     {"rules": {"preset": "abbeys"}, "refused": {"line": 4, "because": "a part of the complaint"}},
//!     {"rules": {"preset": "modern"}, "legal": {"tile": "RFRF", "has": ["RFRF 2 0 1"], "lacks": ["RFRF 2 0 1 meeple@top"]}}
//! ] }
//! ```
//! `now` is the state of the game where the record stops, `end` the same with the final scoring.

mod catalogue;
mod computer;
mod fair_draw;
mod laws;
mod old_records;
mod plane;
mod second_engine;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bastide::engine::{
    Colour, FollowerKind, Game, Header, Record, Ruleset, Scored, Seat, TileKind, legal, perft,
};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Situation {
    about: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    rules: Value,
    now: Option<Standing>,
    end: Option<Standing>,
    refused: Option<Refused>,
    legal: Option<Legal>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Standing {
    scores: Vec<i32>,
    #[serde(default)]
    by_feature: BTreeMap<String, Vec<i32>>,
    /// Figures that are not on the board, of all kinds together.
    followers: Option<Vec<u8>>,
    to_move: Option<u8>,
    finished: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refused {
    line: usize,
    because: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Legal {
    tile: TileKind,
    has: Vec<String>,
    lacks: Vec<String>,
}

#[test]
fn every_situation_has_the_outcome_that_its_rule_books_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let mut records = Vec::new();
    collect(&folder, &mut records);
    assert!(records.len() >= 50, "{} situations were found", records.len());
    let mut wrong = Vec::new();
    for path in records {
        let name = path.strip_prefix(&folder).unwrap().display().to_string();
        let expected = fs::read_to_string(path.with_extension("json")).unwrap();
        let situation: Situation =
            serde_json::from_str(&expected).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!situation.cases.is_empty(), "{name} expects nothing");
        let record = fs::read_to_string(&path).unwrap();
        for case in &situation.cases {
            if let Err(why) = check(&record, case) {
                wrong.push(format!("{name} under {}: {why}\n    {}", case.rules, situation.about));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_situation_with_another_outcome_fails() {
    let record = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/rules/base/01-a-crossing-with-two-arms-of-one-road-counts-once.jsonl"
    ))
    .unwrap();
    for (wrong, complaint) in [
        (r#"{"rules":{"preset":"modern"},"now":{"scores":[5]}}"#, "scores are [4], not [5]"),
        (
            r#"{"rules":{"preset":"modern"},"end":{"scores":[4],"by_feature":{"city":[4]}}}"#,
            "city paid [0], not [4]",
        ),
        (r#"{"rules":{"preset":"modern"},"now":{"scores":[4],"followers":[6]}}"#, "at home are [7], not [6]"),
        (r#"{"rules":{"preset":"modern"},"refused":{"line":2,"because":"road"}}"#, "is accepted"),
        (r#"{"rules":{"preset":"none"},"now":{"scores":[4]}}"#, "line 1"),
        (
            r#"{"rules":{"preset":"modern"},"legal":{"tile":"RFRF","has":["RFRF 9 9 0"],"lacks":[]}}"#,
            "RFRF 9 9 0 is not",
        ),
        (r#"{"rules":{"preset":"modern"}}"#, "expects nothing"),
    ] {
        let why = check(&record, &serde_json::from_str(wrong).unwrap()).unwrap_err();
        assert!(why.contains(complaint), "{wrong}: {why}");
    }
}

/// The number of sequences of 1, 2, … turns for two seats; `bastide perft --depth 3` continues the list. All numbers were
/// confirmed by an independent program.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Perft {
    rules: Ruleset,
    counts: Vec<u64>,
}

#[test]
fn the_number_of_move_sequences_is_right() {
    let suite: Vec<Perft> = serde_json::from_str(include_str!("perft.json")).unwrap();
    for Perft { rules, counts } in suite {
        let header = Header::new(rules, vec!["ann".to_owned(), "ben".to_owned()], Seat(0));
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&header, depth), Ok(count), "{:?}, depth {depth}", header.rules);
        }
    }
}

#[test]
fn with_a_bag_in_minutes_tiles_held_back_replace_river_tiles_that_fit_nowhere() {
    let record = include_str!("river/14-a-river-tile-that-fits-nowhere-is-set-aside-under-every-rule.jsonl");
    let left = |more: &str| {
        let rules = format!(r#"{{"preset":"modern","sets":["base","river"],"bag":{{"minutes":20}}{more}}}"#);
        let before = r#"{"preset":"modern","sets":["base","river"],"unplaceable":"put_back"}"#;
        let (_, game) = Record::read(&record.replace(before, &rules)).unwrap();
        assert_eq!((game.turns(), game.discarded().len()), (8, 3));
        game.tiles_left()
    };
    assert_eq!(left(""), 40 - 8, "40 tiles are played");
    assert_eq!(left(r#","earlier_river":true"#), 40 - 8 - 3);
}

/// Includes the kind with two inner fields that share one name.
#[test]
fn perft_counts_what_legal_lists() {
    for rules in [r#"{"preset":"modern"}"#, r#"{"sets":["base","king"]}"#, r#"{"sets":["base","traders"]}"#] {
        let rules: Ruleset = serde_json::from_str(rules).unwrap();
        let header = Header::new(rules, vec!["ann".to_owned(), "ben".to_owned()], Seat(0));
        let game = Game::new(&header).unwrap();
        let listed: usize = game.drawable().map(|kind| legal::turns_with(&game, kind).len()).sum();
        assert_eq!(perft(&header, 1), Ok(listed as u64));
    }
}

fn collect(folder: &Path, records: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, records);
        } else if path.extension().is_some_and(|extension| extension == "jsonl") {
            records.push(path);
        }
    }
    records.sort();
}

fn check(record: &str, case: &Case) -> Result<(), String> {
    let read = Record::read(&under(record, &case.rules));
    if let Some(refused) = &case.refused {
        let Err(error) = read else { return Err("the record is accepted".to_owned()) };
        let fits = error.line == refused.line && error.why.contains(&refused.because);
        let expected = format!("line {}: …{}…", refused.line, refused.because);
        return if fits { Ok(()) } else { Err(format!("refused as line {error}, not as {expected}")) };
    }
    let (record, game) = read.map_err(|error| format!("line {error}"))?;
    if case.now.is_none() && case.end.is_none() && case.legal.is_none() {
        return Err("the case expects nothing".to_owned());
    }
    if Record::read(&record.write()).map(|(again, _)| again).as_ref() != Ok(&record) {
        return Err("the record does not survive being written".to_owned());
    }
    if let Some(now) = &case.now {
        compare(&game, now)?;
    }
    if let Some(end) = &case.end {
        compare(&game.as_if_ended(), end)?;
    }
    case.legal.as_ref().map_or(Ok(()), |legal| compare_legal(&game, legal))
}

/// The record with the rules of its header replaced.
fn under(record: &str, rules: &Value) -> String {
    let (first, rest) = record.split_once('\n').unwrap();
    let mut header: serde_json::Map<String, Value> = serde_json::from_str(first).unwrap();
    header.insert("rules".to_owned(), rules.clone());
    format!("{}\n{rest}", Value::Object(header))
}

fn compare(game: &Game, expected: &Standing) -> Result<(), String> {
    let colours: Vec<Colour> = game.colours().collect();
    if game.scores() != expected.scores {
        return Err(format!("the scores are {:?}, not {:?}", game.scores(), expected.scores));
    }
    for (word, points) in &expected.by_feature {
        let scored = Scored::ALL.into_iter().find(|scored| scored.word() == word).ok_or("no such feature")?;
        let paid: Vec<i32> = colours.iter().map(|&colour| game.points(colour)[scored as usize]).collect();
        if paid != *points {
            return Err(format!("{word} paid {paid:?}, not {points:?}"));
        }
    }
    if let Some(followers) = &expected.followers {
        let at_home = |&colour| FollowerKind::ALL.map(|kind| game.supply(colour, kind)).into_iter().sum();
        let home: Vec<u8> = colours.iter().map(at_home).collect();
        if home != *followers {
            return Err(format!("the figures at home are {home:?}, not {followers:?}"));
        }
    }
    if expected.finished.is_some_and(|finished| finished != game.is_finished()) {
        return Err(format!("whether the game is over: {}", game.is_finished()));
    }
    let to_move = game.to_move().map(|colour| colour.0);
    if expected.to_move.is_some() && to_move != expected.to_move {
        return Err(format!("to move is {to_move:?}, not {:?}", expected.to_move));
    }
    Ok(())
}

fn compare_legal(game: &Game, expected: &Legal) -> Result<(), String> {
    let turns: Vec<String> = legal::turns_with(game, expected.tile).iter().map(ToString::to_string).collect();
    if let Some(missing) = expected.has.iter().find(|turn| !turns.contains(turn)) {
        return Err(format!("{missing} is not among the legal turns"));
    }
    if let Some(surplus) = expected.lacks.iter().find(|turn| turns.contains(turn)) {
        return Err(format!("{surplus} is among the legal turns"));
    }
    Ok(())
}
