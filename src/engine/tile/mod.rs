//! Tiles: edges, segments, definitions and sets.

mod def;
mod edge;
mod segment;
mod set;

pub use def::{MAX_SEGMENTS, TileDef};
pub use edge::Edge;
pub use segment::{Good, RoadEnd, Segment, SegmentKind};
pub use set::TileSet;

pub use segment::{city, cloister, field, road, road_to, segments_in};
