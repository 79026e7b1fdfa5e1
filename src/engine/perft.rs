//! Counting move sequences, the strictest check of a generator of legal turns.

use std::sync::Arc;

use super::event::Event;
use super::game::legal;
use super::game::{Game, Mismatch, Omitted};
use super::header::{Header, SetupError};

/// The number of move sequences of `depth` turns from the start of a game. At each turn every kind that can be drawn counts
/// once, with every turn that `legal` lists for it (where a place has one name) and, where the rules allow it, with passing.
///
/// ```
/// use bastide::engine::{Header, Ruleset, Seat, perft};
/// let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
/// assert_eq!(perft(&header, 0), Ok(1));
/// ```
pub fn perft(header: &Header, depth: u32) -> Result<u64, SetupError> {
    let game =
        Game::begin(Arc::new(header.clone()), Omitted { scores: true, end: true, ..Omitted::default() })?;
    // Every turn that `legal` lists can be applied: checking this is the purpose of the count.
    Ok(count(&game, depth).unwrap_or_else(|error| unreachable!("a legal turn was refused: {error}")))
}

fn count(game: &Game, depth: u32) -> Result<u64, Mismatch> {
    if depth == 0 {
        return Ok(1);
    }
    let Some(colour) = game.to_move() else { return Ok(0) };
    let mut sequences = 0;
    if legal::may_pass(game) {
        let mut after = game.clone();
        after.apply(&Event::Pass { colour })?;
        sequences += count(&after, depth - 1)?;
    }
    for kind in game.drawable() {
        let turns = legal::turns_with(game, kind);
        if depth == 1 {
            sequences += turns.len() as u64;
            continue;
        }
        let mut drawn = game.clone();
        drawn.give(kind)?;
        for turn in turns {
            let mut after = drawn.clone();
            after.apply(&Event::of_turn(colour, turn))?;
            sequences += count(&after, depth - 1)?;
        }
    }
    Ok(sequences)
}
