//! A game's log, played through.

use crate::engine::Logged;

/// A game as its log tells it. Never changes: more events make another one.
#[derive(Debug)]
pub struct Replay {
    /// All events so far.
    pub log: Vec<Logged>,
}
