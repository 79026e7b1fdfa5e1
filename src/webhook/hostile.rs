//! What the tests of all formats share: a message, and names that try to be more than names.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use crate::{Message, MessageId, Outgoing};

pub const NAMES: [&str; 16] = [
    "@everyone",
    "@room",
    "<@123456789012345678>",
    "<!channel>",
    "&lt;!here&gt;",
    "<https://evil.example|click>",
    "[click](https://evil.example)",
    "<script>alert(1)</script>",
    "\"><img src=x onerror='alert(1)'>",
    "*_~|bold|~_*",
    "```\ncode\n```",
    "`code`",
    "Ann\r\n# Heading\n> quote\n- list",
    "a\u{2028}b\u{0}c\\",
    "\u{202e}nnA\u{202c}",
    "אן ضاد",
];

/// Seconds after 25 February 2021, 15:02:10.
pub fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_614_265_330, 0).unwrap() + TimeDelta::seconds(seconds)
}

pub fn message(name: &str) -> Message {
    Message {
        id: MessageId::parse("turn-1").unwrap(),
        kind: "your_turn".to_owned(),
        at: at(0),
        title: format!("Your turn against {name}"),
        text: format!("{name} has moved."),
        url: "https://bastide.example/games/1?a=1&b=2".to_owned(),
        urgent: false,
        game: None,
    }
}

/// A message that is too long for every format.
pub fn long(character: &str) -> Message {
    Message { title: character.repeat(500), text: character.repeat(20_000), ..message("") }
}

pub fn body_of(outgoing: &Outgoing) -> Value {
    serde_json::from_slice(&outgoing.body).unwrap()
}

pub fn header<'a>(outgoing: &'a Outgoing, name: &str) -> &'a str {
    let (_, value) = outgoing.headers.iter().find(|(found, _)| *found == name).unwrap();
    value
}
