//! Tiles: what they show, what they are made of, and what they are called.

mod def;
mod edge;
mod segment;
mod set;

pub use def::{MAX_SEGMENTS, TileDef};
pub use edge::Edge;
pub use segment::{Good, RoadEnd, Segment, SegmentKind};
pub use set::TileSet;

pub(crate) use segment::{city, cloister, field, road, road_to};
