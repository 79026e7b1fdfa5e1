//! The rules: commands in, events out. No clock, no chance, no I/O: time and randomness arrive as arguments.

mod catalogue;
mod draw;
mod event;
mod geometry;
mod ruleset;
mod seat;
mod tile;

pub use draw::{Commitment, Dealer, DrawSecret};
pub use event::{Cause, Command, EndReason, Event, Follower, Logged, Place, Scored, Turn};
pub use geometry::{HalfSide, Position, Rotation, Side};
pub use ruleset::{
    BagRule, BuilderRule, FieldRule, HandRule, Preset, RiverRule, RulesError, Ruleset, SmallCity, Supply,
    Unplaceable,
};
pub use seat::{ByColour, COLOUR_NAMES, Colour, ColourSet, FollowerKind, MAX_COLOURS, Seat};
pub use tile::{Edge, Good, RoadEnd, Segment, SegmentKind, TileDef, TileKind, TileSet, UnknownKind};
