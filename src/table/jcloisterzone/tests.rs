//! Saves that are made from games, and some that are not of the base game.

use chrono::DateTime;

use super::*;
use crate::{ImportFault, ImportedGame};
use engine::{Edge, Record, Ruleset, Turn};

/// A save of the turns of a game of ann and ben, one field to a line.
fn save_of(record: &Record) -> String {
    let mut replay = Vec::new();
    for entry in &record.events {
        let Some((colour, turn)) = entry.event.turn() else { continue };
        let (theirs, _, turned) = TILES.iter().find(|(_, ours, _)| *ours == turn.tile.name()).unwrap();
        let degrees = (turn.rotation.quarters() + 4 - usize::from(*turned)) % 4 * 90;
        let position = [turn.position.x, turn.position.y];
        replay.push(json!({ "type": "PLACE_TILE", "payload": {
            "tileId": format!("BA/{theirs}.1"), "rotation": format!("R{degrees}"), "position": position } }));
        replay.push(match turn.follower {
            Some(Follower { on, .. }) => json!({ "type": "DEPLOY_MEEPLE", "payload": {
                "pointer": pointer(&turn, on, position), "meepleId": format!("{}.small.1", colour.index()) } }),
            None => json!({ "type": "PASS", "payload": {} }),
        });
        replay.push(json!({ "type": "COMMIT", "payload": { "salt": "1" } }));
    }
    let save = json!({
        "appVersion": "5.7.0", "created": "2020-09-13T13:45:09.903Z",
        "setup": { "sets": { "basic:1": 1 }, "elements": { "small-follower": 7, "farmers": true },
            "rules": { "tiny-city-scoring": "4" }, "start": [{ "tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0 }] },
        "players": [{ "name": "ann", "slot": 0 }, { "name": "ben", "slot": 1 }],
        "replay": replay,
    });
    format!("{save:#}")
}

fn pointer(turn: &Turn, on: Place, position: [i16; 2]) -> Value {
    let letter = |side| match side {
        Side::Top => "N",
        Side::Right => "E",
        Side::Bottom => "S",
        Side::Left => "W",
    };
    let (feature, location) = match on {
        Place::Center => ("Monastery", "I".to_owned()),
        Place::Part(side, 1) => ("Road", letter(side).to_owned()),
        Place::Part(side, 0) => ("Field", format!("{}L", letter(side))),
        Place::Part(side, _) => ("Field", format!("{}R", letter(side))),
        Place::Side(side) => match turn.tile.edges(turn.rotation)[side.index()] {
            Edge::City => ("City", letter(side).to_owned()),
            _ => ("Field", format!("{0}L.{0}R", letter(side))),
        },
    };
    json!({ "position": position, "feature": feature, "location": location })
}

#[test]
fn twenty_saves_have_the_points_of_their_games() {
    for seed in 0..20 {
        let (game, events) = samples::finished_game(Ruleset::default(), seed);
        let record = Record { header: game.header().clone(), events };
        let text = save_of(&record);
        assert!(is_save(&text) && !is_save(&record.write()));
        let imported = ImportedGame::read(&text, now()).unwrap();
        assert_eq!(imported.game().scores(), game.scores(), "{seed}");
        assert_eq!(imported.header().seats, ["ann", "ben"]);
    }
}

fn now() -> DateTime<chrono::Utc> {
    DateTime::from_timestamp(1_795_000_000, 0).unwrap()
}

/// A save with these messages, each on a line of its own.
fn short(setup: &str, messages: &[&str]) -> String {
    format!(
        "{{\n\"setup\": {setup},\n\"players\": [{{\"name\": \"ann\"}}, {{\"name\": \"ben\"}}],\n\"replay\": [\n{}\n]}}",
        messages.join(",\n")
    )
}

const BASE: &str = r#"{"sets":{"basic:1":1},"elements":{"small-follower":7,"farmers":true},"start":[{"tile":"BA/RCr","x":0,"y":0,"rotation":0}]}"#;
const FIRST: &str =
    r#"{"type":"PLACE_TILE","payload":{"tileId":"BA/C","rotation":"R180","position":[0,-1]}}"#;

#[test]
fn places_are_those_after_rotation() {
    let text = short(
        BASE,
        &[
            FIRST,
            r#"{"type":"DEPLOY_MEEPLE","payload":{"pointer":{"position":[0,-1],"feature":"Field","location":"NL.NR.EL.ER.WL.WR"},"meepleId":"0.small.1"}}"#,
            r#"{"type":"COMMIT","payload":{"random":0.0}}"#,
            r#"{"type":"PLACE_TILE","payload":{"tileId":"BA/L","rotation":"R0","position":[0,1]}}"#,
            r#"{"type":"DEPLOY_MEEPLE","payload":{"pointer":{"position":[0,1],"location":"CLOISTER"},"meepleId":"1.small.1"}}"#,
            r#"{"type":"COMMIT","payload":{"random":0.0}}"#,
            r#"{"type":"PLACE_TILE","payload":{"tileId":"BA/Rr.2","rotation":"R0","position":[1,0]}}"#,
            r#"{"type":"DEPLOY_MEEPLE","payload":{"pointer":{"position":[1,0],"feature":"Road","location":"SW"},"meepleId":"0.small.2"}}"#,
            r#"{"type":"COMMIT","payload":{"random":0.0}}"#,
            r#"{"type":"PLACE_TILE","payload":{"tileId":"BA/RRR","rotation":"R270","position":[1,1]}}"#,
            r#"{"type":"DEPLOY_MEEPLE","payload":{"pointer":{"position":[1,1],"feature":"Field","location":"EL"},"meepleId":"1.small.2"}}"#,
        ],
    );
    let game = ImportedGame::read(&text, now()).unwrap();
    let turns = game.record().events.iter().filter_map(|entry| entry.event.turn());
    let turns: Vec<String> = turns.map(|(_, turn)| turn.to_string()).collect();
    assert_eq!(
        turns,
        [
            "CFFF 0 -1 2 meeple@top",
            "FFFFL 0 1 0 meeple@center",
            "FFRR 1 0 0 meeple@bottom:1",
            "FRRR 1 1 3 meeple@right:0",
        ]
    );
    assert!(game.was_unfinished());
}

#[test]
fn what_is_not_of_the_base_game_is_refused_with_its_line() {
    let tile = |id: &str, y: i32| {
        format!(r#"{{"type":"PLACE_TILE","payload":{{"tileId":"{id}","rotation":"R0","position":[0,{y}]}}}}"#)
    };
    let with = |old: &str, new: &str| short(&BASE.replace(old, new), &[FIRST]);
    let (dragon, far) = (tile("PD/Dragon", 1), tile("BA/L", 9));
    let token = r#"{"type":"PLACE_TOKEN","payload":{}}"#;
    let odd = r#"{"type":"PLACE_TILE","payload":{"tileId":"BA/L","rotation":"R45","position":[0,1]}}"#;
    let lost = r#"{"type":"DEPLOY_MEEPLE","payload":{"pointer":{"position":[0,1],"location":"CLOISTER"},"meepleId":"0.big.1"}}"#;
    for (text, line, why) in [
        (with("}},", "}},").replace("basic:1\":1", "basic:1\":1,\"traders:1\":1"), 2, "traders:1"),
        (with("\"farmers\":true", "\"farmers\":true,\"abbot\":1"), 2, "abbot"),
        (with("\"farmers\":true", "\"farmers\":false"), 2, "farmers"),
        (with("\"elements\"", "\"rules\":{\"tiny-city-scoring\":\"2\"},\"elements\""), 2, "two tiles"),
        (with("BA/RCr", "BA/RFr"), 2, "start"),
        (short(BASE, &[FIRST, &dragon]), 6, "PD/Dragon"),
        (short(BASE, &[FIRST, token]), 6, "PLACE_TOKEN"),
        (short(BASE, &[FIRST, odd]), 6, "R45"),
        (short(BASE, &[FIRST, lost]), 6, "0.big.1"),
        (short(BASE, &[lost]), 5, "without a tile"),
        (short(BASE, &[FIRST, &far]), 6, ""),
        (short(BASE, &["nonsense"]), 5, "expected"),
    ] {
        let refusal = ImportedGame::read(&text, now()).unwrap_err();
        let ImportFault::Save(said) = &refusal.fault else { panic!("{refusal:?}") };
        assert!(refusal.line == line && said.contains(why), "{why}: {refusal:?}");
    }
    assert!(ImportedGame::read(&short(BASE, &[]), now()).is_err(), "nobody has taken a turn");
}
