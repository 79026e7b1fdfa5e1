//! The rules: commands in, events out. No clock, no randomness, no I/O: time and chance arrive as arguments.

mod bag;
mod board;
mod catalogue;
mod claim;
mod completed;
mod draw;
mod earned;
mod event;
mod feature;
mod game;
mod geometry;
mod grid;
mod header;
mod notation;
mod perft;
mod place;
mod position;
mod record;
mod refusal;
mod river;
mod ruleset;
mod scoring;
mod seat;
mod tile;

pub use board::{Board, PlacedFollower, PlacedTile};
pub use catalogue::{Fits, TileKind, UnknownKind, Wanted};
pub use claim::{Claim, Payment};
pub use completed::Completed;
pub use draw::{Commitment, Dealer, DrawSecret, DrawVersion, SaltHash};
pub use event::{
    Cause, Command, EndReason, Event, Follower, Logged, Scored, StopReason, Turn, not_taken_back,
};
pub use feature::{FeatureData, FeatureId};
pub use game::{DecideError, Game, HandicapChange, Mismatch, ReplayError};
pub use geometry::{Cell, HalfSide, Rotation, Side};
pub use header::{ColourDef, Header, MOST_HANDICAP, SetupError};
pub use perft::perft;
pub use place::Place;
pub use position::{Draw, Phase, Position, legal};
pub use record::{Record, RecordError};
pub use refusal::Refusal;
pub use ruleset::{
    BagRule, BuilderRule, FieldRule, HandRule, Preset, RiverRule, RulesError, Ruleset, SecondPart, SmallCity,
    Supply, Unplaceable,
};
pub use seat::{ByColour, COLOUR_NAMES, Colour, ColourSet, FollowerKind, MAX_COLOURS, Seat};
pub use tile::{Edge, Good, MAX_SEGMENTS, RoadEnd, Segment, SegmentKind, TileDef, TileSet};
pub use tile::{city, cloister, field, road, road_to, segments_in};
