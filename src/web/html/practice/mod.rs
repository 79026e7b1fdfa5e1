//! `/practice`: boards that nobody stores. The address holds the whole state, so taking back is a link to fewer steps.

pub(crate) mod board;
pub(crate) mod board_page;
pub(crate) mod board_state;
mod draw;
mod link;
pub(crate) mod loaded;
pub(crate) mod record;
pub(crate) mod start;
mod start_page;

pub use board_page::{BoardPage, BusyPage};
pub use start_page::StartPage;
