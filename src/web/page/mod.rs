//! Pages: structs ready to print, one for each template. They know the engine's values, and neither service nor store.

pub mod account;
pub mod aids;
pub mod art;
pub mod atlas;
pub mod error;
pub mod feed;
pub mod game;
pub mod games;
pub mod layout;
pub mod rulebook;
pub mod rules;
pub mod scene;
pub mod tables;
