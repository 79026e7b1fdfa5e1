//! The pages: a folder a resource, with handlers beside the page structs that they fill. Page structs know the engine's
//! values, and neither service nor store.

pub mod account;
pub mod aids;
pub(super) mod answer;
pub mod atlas;
pub(super) mod deadline;
pub mod error_page;
pub mod feeds;
pub mod games;
pub mod layout;
pub mod lobby;
pub mod player;
pub mod rulebook;
pub mod scene;
pub mod tile_words;
