//! The drawing: tiles, followers and boards as SVG text, made from the tile definitions.
//!
//! A page holds [`symbols`] once; every [`tile`], [`figure`] and [`board`] in it refers to them. Colours are classes of
//! `static/art.css`. From the definition of a kind follows its *plan* (where walls, roads and water run), from the plan
//! its *ground* (what lies where), from both its *sketch*: the symbols and what stands on them.

mod board;
mod curve;
mod detail;
mod draft;
mod figure;
mod flood;
mod gates;
mod graph;
mod ground;
mod marks;
mod news;
mod open;
mod piece_set;
mod pieces;
mod plan;
mod raster;
#[cfg(test)]
mod reference;
mod sheet;
mod single;
mod sketch;
mod spots;
mod style;
mod symbols;
#[cfg(test)]
mod tests;
mod text;
mod view;
mod walls;
mod ways;
mod words;

pub use board::board;
pub use draft::{DraftPicture, draft};
pub use figure::Hue;
pub use graph::{edge_key, graph, vertex_key};
pub use marks::Mark;
pub use news::{Home, News};
pub use raster::{RasterError, png, png_of_svg};
pub use sheet::sheet;
pub use single::{anchor, figure, figure_on, picture, picture_of_both_themes, tile, tile_told};
pub use style::STYLE;
pub use symbols::{symbols, symbols_with};
pub use view::{BoardView, Cell, Figure, Ghost, Spot, Tile};
pub use words::{words, words_of, words_of_sides};
