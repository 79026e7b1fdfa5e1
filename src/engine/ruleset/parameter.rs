//! The choices that a rule book makes, but for plain numbers.

use serde::{Deserialize, Serialize};

/// Which tiles can come out of the bag, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BagRule {
    /// All tiles of the sets, each once.
    Whole,
    /// Every kind is as likely at every draw; as many turns as the largest multiple of the seats in 70–75.
    Uniform,
    /// Twice as many tiles as minutes, rounded to an even multiple of the colours; at least 3 stay unseen.
    Minutes(u16),
}

/// When a chosen river is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RiverRule {
    /// Whenever it is among the sets.
    Chosen,
    /// Only in games of at least so many minutes.
    FromMinutes(u16),
}

/// How many tiles lie face up to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandRule {
    /// So many, shared by all.
    Shared(u8),
    /// As many as there are colours, shared by all.
    OneAColour,
}

/// What happens when no tile of the hand can be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unplaceable {
    /// It goes for good, and another is drawn.
    Discard,
    /// It goes back into the bag, and another is drawn.
    PutBack,
    /// The game ends as a tie.
    EndAsTie,
}

/// How many followers of a special kind a colour has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Supply {
    /// One if its expansion is among the sets.
    WithSet,
    /// So many.
    Count(u8),
}

/// What a small complete city is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmallCity {
    /// As much as any other.
    Full,
    /// Two tiles: 1 a tile and 1 a shield.
    HalfRate,
    /// Two tiles: 2 points in all.
    TwoPoints,
    /// Tiles and shields together are two: 2 points in all.
    TwoPointsWithShields,
}

/// How fields pay at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldRule {
    /// Not at all: nobody may claim one.
    None,
    /// Each field pays its majority for each completed city that it touches.
    PerField,
    /// Each completed city pays the majority in all fields that touch it, counted together.
    PerCity,
}

/// Whether the second part of a turn that a builder gives has to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SecondPart {
    /// The player places another tile.
    Must,
    /// The player may pass instead.
    May,
}

/// What a builder needs to go on a road or a city.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BuilderRule {
    /// A follower of its colour in it.
    Presence,
    /// Its colour has the greatest strength in it, alone or tied.
    Ownership,
}
