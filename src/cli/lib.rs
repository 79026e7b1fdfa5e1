//! The command line, one file per verb. A verb returns text to print or a [`Failure`].

pub mod account;
pub mod analyse;
pub mod archive;
pub mod atlas;
pub mod backup;
pub mod bot;
pub mod copy;
pub mod draw;
pub mod engine;
pub mod graph;
pub mod jobs;
pub mod legal;
pub mod licences;
pub mod match_runner;
mod packages;
pub mod perft;
mod program;
mod progress;
mod protocol;
pub mod rebuild;
mod record;
pub mod replay;
pub mod restore;
pub mod sbom;
pub mod simulate;
pub mod verify;

use std::num::NonZero;
use std::thread;

use serde_json::{Map, Value};

use ::engine::{Preset, Ruleset};

/// Why a command failed, for standard error and the exit status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// One line.
    pub message: String,
    /// 2 for bad input, 1 for anything else.
    pub status: u8,
}

impl Failure {
    pub fn bad_input(message: impl Into<String>) -> Self {
        Self { message: message.into(), status: 2 }
    }

    pub fn general(message: impl Into<String>) -> Self {
        Self { message: message.into(), status: 1 }
    }
}

fn json_line(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value)
        .map_or_else(|error| unreachable!("plain values always serialize: {error}"), |text| text + "\n")
}

/// Parses the name of a preset, or rules as in the header of a record, except that presets have today's values.
pub fn parse_rules(text: &str) -> Result<Box<Ruleset>, String> {
    if let Some(preset) = Preset::ALL.into_iter().find(|preset| preset.word() == text) {
        return Ok(Box::new(Ruleset::of(preset)));
    }
    let mut changes: Map<String, Value> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let preset = changes.remove("preset").map(serde_json::from_value).transpose();
    let preset = preset.map_err(|error| error.to_string())?.unwrap_or_default();
    Ruleset::changed(preset, changes).map(Box::new).map_err(|error| error.to_string())
}

/// How many games to replay at the same time, unless the command line says so.
fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Placeholder names for seats.
fn player_names(players: u8) -> Vec<String> {
    (1..=players).map(|number| format!("player {number}")).collect()
}
