//! Counting move sequences: the strictest check of a generator of legal turns.

use std::sync::Arc;

use super::event::Event;
use super::game::legal;
use super::game::{Game, Mismatch, Omitted};
use super::header::{Header, SetupError};

/// The number of move sequences of `depth` turns from the start of a game: at each turn every kind that can come out of
/// the bag once, every cell and rotation that fits, no follower or one of each kind in hand on each segment.
///
/// ```
/// use bastide::engine::{Header, Ruleset, Seat, perft};
/// let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
/// assert_eq!(perft(&header, 0), Ok(1));
/// ```
pub fn perft(header: &Header, depth: u32) -> Result<u64, SetupError> {
    let game = Game::begin(Arc::new(header.clone()), Omitted { draws: true, scores: true, end: true })?;
    // A turn that `legal` lists always applies: that the two agree is what the count is there to show.
    Ok(count(&game, depth).unwrap_or_else(|error| unreachable!("a legal turn was refused: {error}")))
}

fn count(game: &Game, depth: u32) -> Result<u64, Mismatch> {
    if depth == 0 {
        return Ok(1);
    }
    let Some(colour) = game.to_move() else { return Ok(0) };
    let mut sequences = 0;
    for kind in game.drawable() {
        let turns = legal::turns_with(game, kind);
        if depth == 1 {
            sequences += turns.len() as u64;
            continue;
        }
        for turn in turns {
            let mut after = game.clone();
            after.apply(&Event::of_turn(colour, turn))?;
            sequences += count(&after, depth - 1)?;
        }
    }
    Ok(sequences)
}
