//! `/games/import`: games that were played elsewhere.

pub(crate) mod keep;
mod pages;
pub(crate) mod preview;
mod replayed;
pub(crate) mod show;

pub use pages::{ImportPage, PreviewPage};
