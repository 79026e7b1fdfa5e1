//! Which tiles there can be, and which there are.
//!
//! L. Kárná ("Carcassonne – description of the game", Applications of Mathematics 2012) gives seven rules that a tile keeps,
//! sorts the tiles by their sides into 24 groups, and counts the kinds that the rules leave room for. [`check`] says which
//! rule a [`Draft`] of a tile breaks, [`shapes()`] finds all kinds by enumeration, and [`groups`] puts the tiles of all sets
//! into their places. Kárná says meadow (M) for what is a field elsewhere, and knows no water.
//!
//! ```
//! use bastide::atlas::{Draft, check};
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
