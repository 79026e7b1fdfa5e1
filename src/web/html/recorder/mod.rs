//! `/recorder`: games from the table at home, entered tile by tile on a practice board that is stored.

pub(crate) mod board;
pub(crate) mod enter;
mod pages;
pub(crate) mod start;
mod typed;

pub use pages::{RecorderBoardPage, RecorderPage};
