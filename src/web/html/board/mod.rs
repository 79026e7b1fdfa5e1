//! Boards and what stands beside them, on the pages of games, puzzles, lessons and practice.

pub mod board_view;
pub mod cell;
pub mod choices;
pub mod compared;
pub mod draft;
pub mod drawing;
pub mod features;
pub mod offer;
pub mod options;
pub mod overlay;
pub mod parts;
pub mod players;
pub(crate) mod scenes;
pub mod since;
pub mod turn_preview;
pub mod turn_rows;
pub mod turn_view;

pub use drawing::Drawing;
pub use offer::OfferPart;
pub use parts::{HandTile, KindLeft, ScoresPart, SummaryPart};
