//! Before and around games: the front page, lists, tables that wait for players.

pub(super) mod home;
pub(super) mod join;
pub(super) mod leave;
pub(super) mod lists;
pub(super) mod new_table;
pub(super) mod play_computer;
pub(super) mod row;
pub(super) mod table;
