//! The parameters of a rule book that are not plain numbers.

use serde::{Deserialize, Serialize};

/// Which tiles can come out of the bag, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BagRule {
    /// Every tile of the sets once.
    Whole,
    /// Every kind is equally likely in every draw. The number of turns is the largest multiple of the seats in 70–75.
    Uniform,
    /// Twice as many tiles as minutes, rounded to an even multiple of the colours; at least 3 stay undrawn.
    Minutes(u16),
}

/// When the river is played, if it is among the sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RiverRule {
    /// Always.
    Chosen,
    /// Only in games of at least this many minutes.
    FromMinutes(u16),
}

/// How many face-up tiles there are to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandRule {
    /// This many, shared by all.
    Shared(u8),
    /// As many as there are colours, shared by all.
    OneAColour,
}

/// What happens when no tile of the hand can be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unplaceable {
    /// It is set aside for good, and another is drawn.
    Discard,
    /// It is returned to the bag, and another is drawn.
    PutBack,
    /// The game ends as a tie.
    EndAsTie,
}

/// How many followers of a special kind each colour has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Supply {
    /// One, if its expansion is among the sets.
    WithSet,
    Count(u8),
}

/// What a small complete city is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmallCity {
    /// As much as any other.
    Full,
    /// A city of two tiles: 1 point per tile and per shield.
    HalfRate,
    /// A city of two tiles: 2 points in all.
    TwoPoints,
    /// A city whose tiles and shields add up to two: 2 points in all.
    TwoPointsWithShields,
}

/// How fields score at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldRule {
    /// Not at all: they cannot be claimed.
    None,
    /// Each field scores for its majority, for each completed city that it touches.
    PerField,
    /// Each completed city scores for the majority in all fields that touch it, counted together.
    PerCity,
}

/// Whether the second part of a double turn, which a builder brings, must be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SecondPart {
    /// The player must place another tile.
    Must,
    /// The player may pass instead.
    May,
}

/// What a colour needs in a road or a city to place a builder there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BuilderRule {
    /// A follower.
    Presence,
    /// The greatest strength, alone or tied.
    Ownership,
}
