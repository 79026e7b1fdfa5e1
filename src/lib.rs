//! Bastide: Carcassonne by post.

pub mod engine;
