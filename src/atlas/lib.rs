//! The tile atlas: which tiles are possible, and which exist.
//!
//! L. Kárná ("Carcassonne – description of the game", Applications of Mathematics 2012) gives seven rules for tiles, divides
//! the tiles into 24 groups by their edges, and counts the kinds that the rules allow. [`check`] says which rules a
//! [`Draft`] of a tile breaks, [`shapes()`] enumerates all possible kinds, and [`groups`] assigns the tiles of all sets to
//! them. Kárná says meadow (M) for what is a field elsewhere, and ignores water.
//!
//! ```
//! use bastide_atlas::{Draft, check};
//! let bridge = Draft::of("TB-bridge".parse().unwrap());
//! let broken = check(&bridge);
//! assert_eq!(broken.len(), 1);
//! assert_eq!(broken[0].rule(), 6);
//! ```

mod describe;
mod draft;
mod fields;
mod group;
mod rules;
mod shape;

pub use describe::DESCRIPTION;
pub use draft::{Draft, Ground, RoadDraft, RoadTo};
pub use group::{GROUP_NAMES, Group, Outside, Place, groups, outside};
pub use rules::{Breach, check};
pub use shape::{Letter, Shape, ShapeClass, shapes};
