//! Bastide: Carcassonne by post.

pub mod account;
pub mod bot;
pub mod cli;
pub mod clock;
pub mod config;
pub mod engine;
pub mod service;
pub mod store;
pub mod web;
