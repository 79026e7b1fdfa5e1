//! The pages: a folder for each resource, with the handlers next to the page structs that they fill. Page structs use the
//! engine's values, but neither service nor store.

pub mod account;
pub mod admin;
pub mod archives;
pub mod atlas;
pub mod board;
pub mod embed;
pub mod error_page;
pub mod feeds;
pub mod front;
pub mod games;
pub mod host;
pub mod import;
pub mod layout;
pub mod learn;
pub mod levels;
pub mod lobby;
pub mod notifications;
pub mod practice;
pub mod profiles;
pub mod puzzles;
pub mod ratings;
pub mod recorder;
pub mod reports;
pub(super) mod response;
pub mod rulebook;
pub mod settings;
pub mod standings;
pub mod wording;
