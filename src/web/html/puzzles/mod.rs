//! `/puzzles`: positions with one clearly best turn.

pub(in crate::web) mod answer;
pub(in crate::web) mod list;
mod list_page;
mod loaded;
mod page;
pub(in crate::web) mod show;
mod solution_page;

pub use list_page::ListPage;
pub use page::PuzzlePage;
pub use solution_page::SolutionPage;
