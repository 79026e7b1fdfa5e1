//! What games say about players, what players let others see of it, and whom they follow.

mod follows;
mod games;
mod settings;
mod totals;
mod watching;

pub use follows::FollowResult;
pub(crate) use follows::end_follows;
