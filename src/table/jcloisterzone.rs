//! Saved games of `JCloisterZone` 5, of the base game, as records. A save has what was placed, in order; its draws, which depend on that
//! program's random numbers, aren't needed.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use engine::{COLOUR_NAMES, Follower, FollowerKind, Place, Rotation, Side, TileKind};

/// What their names of tiles are ours, and by how many quarters ours is turned to look the same.
const TILES: [(&str, &str, u8); 24] = [
    ("L", "FFFFL", 0),
    ("LR", "FFRFL", 0),
    ("RCr", "CRFR", 0),
    ("Cccc+", "CCCCS", 0),
    ("CccR+", "CCRCS", 0),
    ("CccR", "CCRC", 0),
    ("CFc+", "FCFCS", 0),
    ("CFc", "FCFC", 0),
    ("Cc", "CFFC", 0),
    ("Cc+", "CFFCS", 0),
    ("CcRr", "CRRC", 0),
    ("CcRr+", "CRRCS", 0),
    ("Ccc", "CCFC", 0),
    ("Ccc+", "CCFCS", 0),
    ("CRr", "CRRF", 0),
    ("CRRR", "CRRR", 0),
    ("RrC", "CFRR", 0),
    ("C", "CFFF", 0),
    ("CFC", "CFCF", 0),
    ("CC", "CCFF", 3),
    ("RRRR", "RRRR", 0),
    ("RRR", "FRRR", 0),
    ("Rr", "FFRR", 0),
    ("RFr", "RFRF", 1),
];

/// Several times as much as a game of the base set takes.
const LONGEST_SAVE: usize = 256 << 10;
const PRESET: &str = "modern";
const START: &str = "RCr";

#[derive(Deserialize)]
struct Save {
    created: Option<Value>,
    players: Vec<Player>,
    setup: Setup,
    replay: Vec<Message>,
}

#[derive(Deserialize)]
struct Player {
    name: String,
}

#[derive(Deserialize)]
struct Setup {
    sets: Map<String, Value>,
    #[serde(default)]
    elements: Map<String, Value>,
    #[serde(default)]
    rules: Map<String, Value>,
    #[serde(default)]
    start: Vec<Start>,
}

#[derive(Deserialize)]
struct Start {
    tile: String,
    x: i32,
    y: i32,
    rotation: i32,
}

#[derive(Deserialize)]
struct Message {
    r#type: String,
    #[serde(default)]
    payload: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Placed {
    tile_id: String,
    rotation: String,
    position: [i16; 2],
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Deployed {
    pointer: Pointer,
    meeple_id: String,
}

#[derive(Deserialize)]
struct Pointer {
    #[serde(default)]
    feature: String,
    location: String,
}

/// A turn of a save.
struct SavedTurn {
    /// Of the message that places the tile, from 0.
    message: usize,
    tile: TileKind,
    rotation: Rotation,
    position: [i16; 2],
    follower: Option<Follower>,
}

/// Why a save can't be read, and at which line of it, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SaveFault {
    pub line: usize,
    pub why: String,
}

/// A save as a record, with the line of the save on which each line of it is based.
pub(super) struct Converted {
    pub record: String,
    pub lines: Vec<usize>,
}

/// Whether a text is a save rather than a record.
pub(super) fn is_save(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('{') && !text.starts_with("{\"record\"") && text.contains("\"replay\"")
}

/// # Errors
/// At the line of the message that isn't understood, or that no record can have.
pub(super) fn as_record(text: &str) -> Result<Converted, SaveFault> {
    if text.len() > LONGEST_SAVE {
        return Err(fault(1, format!("a saved game has at most {} KiB", LONGEST_SAVE >> 10)));
    }
    let save: Save = serde_json::from_str(text)
        .map_err(|error| fault(error.line().max(1), format!("a saved game can’t be read: {error}")))?;
    check_setup(&save.setup).map_err(|why| fault(line_of(text, "\"setup\""), why))?;
    let places: Vec<usize> = messages(text);
    let line = |message: usize| places.get(message).copied().unwrap_or(1);
    let turns = turns(&save.replay).map_err(|(message, why)| fault(line(message), why))?;
    let players = save.players.len();
    let colours: Vec<Value> = COLOUR_NAMES
        .iter()
        .take(players)
        .enumerate()
        .map(|(seat, name)| json!({ "seat": seat, "name": name }))
        .collect();
    let names: Vec<&str> = save.players.iter().map(|player| player.name.as_str()).collect();
    let mut header = json!({
        "record": 1, "rules": { "preset": PRESET }, "start": ["CRFR"], "colours": colours, "seats": names,
    });
    if let Some(created) = save.created.filter(Value::is_string) {
        header["created"] = created;
    }
    let (mut record, mut lines) = (format!("{header}\n"), vec![line_of(text, "\"players\"")]);
    for (i, turn) in turns.iter().enumerate() {
        let mut event = json!({
            "n": i + 1,
            "type": "turn",
            "colour": i % players.max(1),
            "tile": turn.tile.name(),
            "x": turn.position[0],
            "y": turn.position[1],
            "rotation": turn.rotation.quarters(),
        });
        if let Some(Follower { kind, on }) = turn.follower {
            event["follower"] = json!({ "kind": kind.word(), "on": on.to_string() });
        }
        record.push_str(&event.to_string());
        record.push('\n');
        lines.push(line(turn.message));
    }
    Ok(Converted { record, lines })
}

const fn fault(line: usize, why: String) -> SaveFault {
    SaveFault { line, why }
}

/// The line, from 1, on which a part of the text first is.
fn line_of(text: &str, part: &str) -> usize {
    let before = text.find(part).map_or("", |place| &text[..place]);
    before.matches('\n').count() + 1
}

/// The lines of the messages, each of which has one `type`.
fn messages(text: &str) -> Vec<usize> {
    let Some(begin) = text.find("\"replay\"") else { return Vec::new() };
    let mut line = text[..begin].matches('\n').count() + 1;
    let mut last = begin;
    let types = text[begin..].match_indices("\"type\"").map(|(place, _)| begin + place);
    types
        .map(|place| {
            line += text[last..place].matches('\n').count();
            last = place;
            line
        })
        .collect()
}

/// Only the base game, from its usual start tile.
fn check_setup(Setup { sets, elements, rules, start }: &Setup) -> Result<(), String> {
    let is_off = |value: &Value| matches!(value, Value::Null | Value::Bool(false)) || value == 0;
    for (set, count) in sets {
        if set.split(':').next() != Some("basic") || count != 1 {
            return Err(format!("only the base game is read, not the set {set}"));
        }
    }
    for (element, value) in elements {
        let is_known = match element.as_str() {
            "small-follower" => *value == 7,
            "farmers" => *value == true,
            _ => is_off(value),
        };
        if !is_known {
            return Err(format!("{element} with the value {value} isn’t read"));
        }
    }
    if elements.get("farmers").is_none_or(is_off) {
        return Err("a game without followers on fields isn’t read".to_owned());
    }
    if rules.get("tiny-city-scoring").is_some_and(|value| value != "4") {
        return Err("cities of two tiles that score otherwise aren’t read".to_owned());
    }
    let [Start { tile, x: 0, y: 0, rotation: 0 }] = &start[..] else {
        return Err("another start than the usual tile isn’t read".to_owned());
    };
    if plain(tile) == START {
        Ok(())
    } else {
        Err("another start than the usual tile isn’t read".to_owned())
    }
}

/// Without the set before it, and the number of the picture after it.
fn plain(id: &str) -> &str {
    let id = id.rsplit('/').next().unwrap_or(id);
    id.split('.').next().unwrap_or(id)
}

type MessageFault = (usize, String);

fn turns(messages: &[Message]) -> Result<Vec<SavedTurn>, MessageFault> {
    let mut turns: Vec<SavedTurn> = Vec::new();
    for (n, Message { r#type, payload }) in messages.iter().enumerate() {
        match r#type.as_str() {
            "PLACE_TILE" => turns.push(placed(n, payload).map_err(|why| (n, why))?),
            "DEPLOY_MEEPLE" => {
                let turn = turns.last_mut().filter(|turn| turn.follower.is_none());
                let turn = turn.ok_or((n, "a follower without a tile".to_owned()))?;
                turn.follower = Some(deployed(turn, payload).map_err(|why| (n, why))?);
            }
            "PASS" | "COMMIT" => {}
            other => return Err((n, format!("the message {other} isn’t read"))),
        }
    }
    Ok(turns)
}

fn placed(message: usize, payload: &Value) -> Result<SavedTurn, String> {
    let Placed { tile_id, rotation, position } = read(payload)?;
    let known = TILES.iter().find(|(name, ..)| *name == plain(&tile_id));
    let (_, ours, turned) = known.ok_or_else(|| format!("there is no tile {tile_id} in the base game"))?;
    let degrees: Option<u16> = rotation.strip_prefix('R').and_then(|degrees| degrees.parse().ok());
    let quarters = degrees.filter(|degrees| degrees % 90 == 0 && *degrees < 360).map(|degrees| degrees / 90);
    let quarters = quarters.and_then(|quarters| u8::try_from(quarters).ok());
    let quarters = quarters.ok_or_else(|| format!("{rotation} is no rotation"))?;
    let tile = ours.parse().map_err(|_| format!("there is no tile {ours}"))?;
    let rotation = Rotation::try_from((quarters + turned) % 4)?;
    Ok(SavedTurn { message, tile, rotation, position, follower: None })
}

fn read<T: for<'de> Deserialize<'de>>(payload: &Value) -> Result<T, String> {
    T::deserialize(payload).map_err(|error| format!("a message can’t be read: {error}"))
}

fn deployed(turn: &SavedTurn, payload: &Value) -> Result<Follower, String> {
    let Deployed { pointer: Pointer { feature, location }, meeple_id } = read(payload)?;
    // Such as 0.small.1: of the first player.
    if meeple_id.split('.').nth(1) != Some("small") {
        return Err(format!("the follower {meeple_id} isn’t of the base game"));
    }
    let candidates = candidates(&feature, &location);
    let found = candidates.into_iter().find(|place| place.segment(turn.tile, turn.rotation).is_some());
    let on = found.ok_or_else(|| format!("there is no place {location} on the tile"))?;
    Ok(Follower { kind: FollowerKind::Meeple, on })
}

/// Our names for one of their places: sides after rotation, such as `NE` for a road and `NL.NR.WL` for a field.
fn candidates(feature: &str, location: &str) -> Vec<Place> {
    let first = location.split('.').next().unwrap_or_default();
    let mut letters = first.chars();
    let side = match letters.next() {
        Some('N') => Side::Top,
        Some('E') => Side::Right,
        Some('S') => Side::Bottom,
        Some('W') => Side::Left,
        _ => return vec![Place::Center],
    };
    match (feature, letters.next()) {
        ("Road", _) => vec![Place::Part(side, 1)],
        ("Field" | "Farm", Some('L')) => vec![Place::Side(side), Place::Part(side, 0)],
        ("Field" | "Farm", Some('R')) => vec![Place::Side(side), Place::Part(side, 2)],
        _ => vec![Place::Side(side)],
    }
}

#[cfg(test)]
mod tests;
