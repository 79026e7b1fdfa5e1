//! Counting move sequences, the strictest check of a generator of legal turns.

use std::sync::Arc;

use super::catalogue::TileKind;
use super::event::Turn;
use super::header::{Header, SetupError};
use super::position::{Position, legal};

/// The number of move sequences of `depth` turns from the start of a game. At each turn every kind that can be drawn counts
/// once, with every turn that `legal` lists for it (where a place has one name) and, where the rules allow it, with passing.
///
/// ```
/// use bastide_engine::{Header, Ruleset, Seat, perft};
/// let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
/// assert_eq!(perft(&header, 0), Ok(1));
/// ```
pub fn perft(header: &Header, depth: u32) -> Result<u64, SetupError> {
    let mut header = header.clone();
    // When tiles are drawn changes who knows them, but not which turns can follow.
    header.rules.draw_ahead = false;
    Ok(count(&mut Position::begin(Arc::new(header))?, depth))
}

fn count(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.to_move().is_none() {
        return 0;
    }
    let mut sequences = 0;
    if legal::may_pass(position) {
        position.pass();
        sequences += count(position, depth - 1);
        position.take_back();
    }
    let kinds: Vec<TileKind> = position.drawable().collect();
    for kind in kinds {
        position.give(kind);
        let turns: Vec<Turn> = legal::turns_with(position, kind);
        if depth == 1 {
            sequences += turns.len() as u64;
        } else {
            for turn in &turns {
                position.play(turn);
                sequences += count(position, depth - 1);
                position.take_back();
            }
        }
        position.take_back();
    }
    sequences
}
