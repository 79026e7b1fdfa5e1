//! Taking steps back.

use super::{Position, State};
use crate::engine::bag::Stock;
use crate::engine::board::Mark;

/// The position before a turn, a pass or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    state: State,
    board: Mark,
    discarded: usize,
    /// Only before a draw: turns leave the bag alone.
    bag: Option<Stock>,
}

impl Position {
    /// Undoes the last [`Position::play`], [`Position::pass`], [`Position::draw`] or [`Position::deal`]: afterwards the position
    /// equals the one before it. `false` if there is none since the position came from its game.
    pub fn take_back(&mut self) -> bool {
        let Some(step) = self.steps.pop() else { return false };
        self.board.take_back(step.board);
        self.state = step.state;
        self.discarded.truncate(step.discarded);
        if let Some(stock) = step.bag {
            self.bag.restock(stock);
        }
        true
    }

    /// Makes the position so far final: it can't be taken back.
    pub(in crate::engine) fn forget(&mut self) {
        self.steps.clear();
        self.board.forget();
    }

    /// Notes the position before a step.
    pub(super) fn note(&mut self, draws: bool) {
        self.steps.push(Step {
            state: self.state,
            board: self.board.mark(),
            discarded: self.discarded.len(),
            bag: draws.then(|| self.bag.stock()),
        });
    }
}
