//! Tiles, followers and boards as SVG and PNG, drawn from the tile definitions. Callers supply titles, labels and links.
//!
//! A page contains [`symbols`] once; every [`tile`], [`follower`] and [`board`] in it refers to them. Colours are classes in
//! `static/art.css`. A kind's *plan* (where walls, roads and water run) follows from its definition, its *ground* (what
//! covers each square) from the plan, and its *sketch* (the symbols and what stands on them) from both.

mod bar;
mod board;
mod changes;
mod chart;
#[cfg(test)]
mod contrast;
mod curve;
mod detail;
mod draft;
mod edges;
mod finished;
mod flood;
mod follower;
mod gates;
mod graph;
mod ground;
mod lettering;
mod line_chart;
mod marks;
mod open;
mod outline;
mod overlays;
mod piece_set;
mod pieces;
mod plan;
mod poster;
mod qr;
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

pub use bar::bar;
pub use board::board;
pub use changes::{Changes, GhostFollower, ScoredArea};
pub use chart::{Line, Stop, chart};
pub use draft::{DraftPicture, draft};
pub use finished::FinishedCity;
pub use follower::Hue;
pub use graph::{edge_key, graph, vertex_key};
pub use line_chart::{Label, line_chart};
pub use marks::Mark;
pub use outline::outlines;
pub use overlays::{dead_marks, field_marks, owner_marks, round_marks};
pub use poster::{PosterRow, poster, poster_png};
pub use qr::qr_code;
pub use raster::{RasterError, png, png_of_svg};
pub use sheet::sheet;
pub use single::{anchor, follower, follower_on, good, picture, picture_of_both_themes, thumbnail, tile};
pub use style::STYLE;
pub use symbols::{symbols, symbols_with};
pub use view::{BoardView, CellLink, Follower, Ghost, Planned, Spot, Tile};
