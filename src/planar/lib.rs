//! The map as a planar graph: an independent view of roads, cities and farms.
//!
//! The board connects the segments that tile definitions list. Here each tile becomes a small planar graph (walls, roads,
//! rim), graphs are fused along shared sides, and features are found by walking around faces and along paths, as L. Kárná
//! describes in "Carcassonne – description of the game" (Applications of Mathematics 2012). The two implementations share
//! only tile kinds and positions, so that each checks the other. `docs/plane.md` explains it.
//!
//! ```
//! use bastide_planar::Graph;
//! use engine::{Cell, Rotation};
//!
//! let mut map = Graph::new();
//! map.add("CFFF".parse().unwrap(), Cell::new(0, 0), Rotation::R0).unwrap();
//! map.add("CFFF".parse().unwrap(), Cell::new(0, -1), Rotation::R2).unwrap();
//! let features = map.features();
//! assert!(features.cities[0].complete);
//! assert_eq!(features.cities[0].tiles.len(), 2);
//! assert_eq!(features.farms.len(), 2, "the wall parts the grass above it from the grass below");
//! assert!(map.euler().holds());
//! ```

mod export;
mod face;
mod features;
mod fuse;
mod graph;
mod kind;
mod point;
mod sketch;
mod sweep;
mod walk;
mod walls;

#[cfg(test)]
mod tests;

pub use export::Format;
pub use face::Euler;
pub use features::{City, Farm, Features, Road};
pub use graph::{EdgeView, Graph, NotPlanar, VertexView};
pub use kind::{EdgeKind, Terrain, VertexKind};
pub use point::{Point, TILE};
pub use walls::{gate_cities, gate_sides};
