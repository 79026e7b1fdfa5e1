//! Answers of the API, and the calls that follow from them.

use serde_json::{Value, json};

use engine::Command;

/// The number of seats of a table.
pub(super) fn seats(table: &Value) -> usize {
    table["seats"].as_array().map_or(0, Vec::len)
}

pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub(super) fn id(table: &Value) -> String {
    table["id"].as_str().unwrap_or_default().to_owned()
}

/// Whether nobody can join any more.
pub(super) fn is_full(table: &Value) -> bool {
    list(&table["seats"]).iter().all(|seat| !seat["player"].is_null() || !seat["computer"].is_null())
}

/// The number of the last event of a record.
pub(super) fn last_event(record: &str) -> u64 {
    let last = record.lines().next_back().unwrap_or_default();
    serde_json::from_str::<Value>(last).ok().and_then(|event| event["n"].as_u64()).unwrap_or(0)
}

/// The address and the body of the call with which a turn is taken.
pub(super) fn call_of(command: &Command, game: &str, expected: u64) -> (String, Value) {
    let Command::Play(turn) = command else {
        return (format!("/api/v1/games/{game}/pass"), json!({ "expected": expected }));
    };
    let body = json!({
        "expected": expected,
        "tile": turn.tile,
        "x": turn.position.x,
        "y": turn.position.y,
        "rotation": turn.rotation,
        "follower": turn.follower,
    });
    (format!("/api/v1/games/{game}/turns"), body)
}
