//! `/practice`: boards that nobody stores. The address holds the whole state, so taking back is a link to fewer steps.

pub(in crate::web) mod board;
mod board_page;
mod board_state;
mod draw;
mod link;
mod loaded;
pub(in crate::web) mod record;
pub(in crate::web) mod start;
mod start_page;

pub use board_page::{BoardPage, BusyPage};
pub use start_page::StartPage;
