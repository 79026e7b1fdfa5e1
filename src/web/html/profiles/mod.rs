//! Profiles of players, following, and what one watches.

mod follow;
mod page;
mod show;
mod sums;
mod watching;

pub(crate) use follow::{game as follow_game, player as follow_player, refusal};
pub use page::{PlayerPage, WatchingPage};
pub(crate) use show::get as player;
pub(crate) use watching::get as watching;
