//! The lobby: the front page, lists of games, tables that wait for players.

pub(crate) mod challenges;
mod clock_form;
pub(crate) mod home;
mod hours_form;
pub(crate) mod invite;
pub(crate) mod join;
pub(crate) mod leave;
pub mod list_page;
pub(crate) mod lists;
pub(crate) mod make_public;
mod missed_turns_form;
mod named_games;
pub(crate) mod new_table;
pub(crate) mod offers;
pub mod pages;
pub(crate) mod play_computer;
pub(crate) mod queue;
pub mod queue_page;
mod rating_range_form;
pub(crate) mod records;
pub(crate) mod row;
pub(crate) mod salt;
pub(crate) mod search;
pub mod search_page;
mod settings;
pub(crate) mod table;
pub mod table_page;
