//! Bastide: Carcassonne by post, as a rules engine and a game server.
//!
//! # Layers
//!
//! ```text
//! 5   main                                 wires everything
//! 4   web {http, html, api}   cli          speak HTTP, speak text
//! 3   service                              use cases: authorise, load, decide, append; what happens later
//! 2   store                                the only code that knows SQL
//! 1   table   insight   players   practice   puzzle   analysis   art   pure values about games
//! 0   engine   planar   atlas   account   push   rating   webhook   pure values: no I/O, no async
//!     environment                          the time, random bytes and settings
//!     outbound                             requests to addresses that users enter
//! ```
//!
//! Each part is a crate, a folder of `src` with its manifest. This crate only shows all of them to tests and benchmarks, as
//! `bastide::engine` and so on, and has the program.
//!
//! A part uses only layers below its own and no neighbour, with a few exceptions: [`players`] and [`art`] may use [`insight`], [`practice`], [`puzzle`] and [`analysis`] the
//! [`players`], and [`planar`] and [`atlas`] the [`engine`]. [`web`] and [`cli`] never see the [`store`], not even through
//! re-exports. No two folders import each other. Manifests say who uses whom; `tests/code/layers` checks the
//! rest.
//!
//! # The path of a move
//!
//! 1. The game page and the preview load the log, replay it and ask [`engine::legal`] for the legal moves. Nothing is written.
//! 2. A confirmed turn arrives as a form and is parsed once: the number of the last event that the player has seen, a key that
//!    identifies the submission, and the turn.
//! 3. [`service::Service::turn`] replays the game, checks seat and event number, and [`engine::Game::decide`] turns the command
//!    into events, or into a refusal.
//! 4. The store writes events, list columns, notifications and jobs in one transaction that begins with the events. Their
//!    numbers are part of the primary key, so of two simultaneous moves one is stored and the other is stale. The same
//!    submission sent twice is stored once.
//! 5. The response redirects to a page that shows the result. Open pages of the game update themselves.
//!
//! # Invariants
//!
//! - A game is its event log: replaying it gives the state, and any prefix of it gives the state at that time.
//! - A table has a log of its own beside its game's: opened, joined, left, started, replaced ([`table::TableEvent`]). Secrets are
//!   in neither log, but in columns.
//! - [`engine::legal`] alone decides what is legal; pages, commands and computer players ask it.
//! - Scores follow from turns. They are in the log, and a replay that computes other scores fails.
//! - Everything beside the logs and the secrets is derived from the logs and can be rebuilt (`bastide rebuild`).
//! - Tiles and followers are neither created nor lost; `tests/rules/laws.rs` checks that on random games of every preset.
//! - Time and randomness are arguments. Tests set clock and chance, and the draw secret fixes all draws before anyone joins.
//! - The secret of a game in progress is never shown; its last event reveals it.

pub use environment::{chance, clock, config};
pub use service::background as jobs;
pub use {
    account, analysis, art, atlas, cli, engine, environment, insight, outbound, planar, players, practice,
    puzzle, rating, service, store, table, web,
};
