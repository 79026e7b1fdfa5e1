//! Bastide: Carcassonne by post. A rules engine, and the server around it.
//!
//! # The map
//!
//! ```text
//! 4   main                          wires everything
//! 3   web (web::page inside it)   cli    speak HTTP, speak text
//! 2   service                       use cases: authorise, load, decide, append
//! 1   store                         the only code that knows SQL
//! 0   account   aids   engine   players   config   clock    pure values: no I/O, no async
//! ```
//!
//! A module uses floors below its own and no neighbour, but that [`players`] play with the [`engine`]. Pages skip the service:
//! they are values ready to print, filled by the handlers. `tests/layers.rs` holds all this against the code.
//!
//! # The life of a move
//!
//! 1. The game page and the preview load the log, replay it and ask [`engine::legal`] what may be done. Nothing is written.
//! 2. A confirmed turn arrives as a form and is parsed once: the number of the last event that the player saw, a key that
//!    makes sending twice harmless, and the turn.
//! 3. [`service::Service::turn`] replays, checks the seat and the number, and lets [`engine::Game::decide`] turn the command
//!    into events, or into a refusal that says why.
//! 4. The store adds the events in one transaction that begins with their insert. Their numbers are the table's key, so of two
//!    moves at the same time one is stored and the other is told what has changed. Columns of lists and notices go in the
//!    same transaction; they can be made anew from the log at any time (`bastide rebuild`).
//! 5. The browser is sent on to a page that says what happened.
//!
//! # What always holds
//!
//! - A game is its log: replaying it gives the state, and every prefix of it gives the state at that time.
//! - Legality has one author, [`engine::legal`]; pages, command line and computer players only ask it.
//! - Scores follow from turns. They stand in the log, and a replay that would pay otherwise fails.
//! - Tiles and followers are neither made nor lost; `tests/laws.rs` tries it on random games of every rule book.
//! - Time and chance are arguments: tests set the clock, and the draw secret settles every draw before anyone joins.
//! - A running game tells nobody its secret; the last event tells it to everybody.

pub mod account;
pub mod aids;
pub mod art;
pub mod atlas;
pub mod cli;
pub mod clock;
pub mod config;
pub mod engine;
pub mod insight;
pub mod planar;
pub mod players;
pub mod service;
pub mod store;
pub mod web;
