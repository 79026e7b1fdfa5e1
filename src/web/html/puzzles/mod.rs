//! `/puzzles`: positions with one clearly best turn.

pub(crate) mod answer;
pub(crate) mod list;
mod list_page;
mod loaded;
mod page;
pub(crate) mod show;
mod solution_page;

pub use list_page::ListPage;
pub use page::PuzzlePage;
pub use solution_page::SolutionPage;
