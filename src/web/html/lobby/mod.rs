//! The lobby: the front page, lists of games, tables that wait for players.

pub(in crate::web) mod home;
pub(in crate::web) mod invite;
pub(in crate::web) mod join;
pub(in crate::web) mod leave;
pub mod list_page;
pub(in crate::web) mod lists;
pub(in crate::web) mod new_table;
pub mod pages;
pub(in crate::web) mod play_computer;
pub(in crate::web) mod row;
pub(in crate::web) mod salt;
pub(in crate::web) mod table;
pub mod table_page;
