//! Analysis of finished games: what the draws gave, what the turns gave away, and what would have been better.
//!
//! `docs/analysis.md` describes the method. Everything is a pure function of the record, the depth and the seed: the same numbers come
//! out on every machine, however the turns are spread over threads. No sentences: pages express these values in words.

mod chance;
mod confirm;
mod depth;
mod ledger;
mod luck;
mod moments;
mod rating;
mod report;
mod study;
#[cfg(test)]
mod testing;
mod value;
mod worth;

pub use depth::{Borders, Depth, Verdict};
pub use moments::{Moment, NotAnalysable, moments};
pub use rating::judge;
pub use report::{
    Alternative, Analysis, Difference, Expected, Move, READABLE, SeatReport, TurnReport, VERSION,
};
pub use study::{Rated, Study};
pub use worth::{FeatureWorth, feature_worths};
