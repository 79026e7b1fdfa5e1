//! Taking steps back.

use super::{Phase, Position, State};
use crate::board::Mark;

/// The position before a turn, a pass or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    state: State,
    board: Mark,
    discarded: usize,
    /// Whether it was a draw, before which the bag was saved too: turns leave it alone.
    draws: bool,
}

impl Position {
    /// Undoes the last [`Position::play`], [`Position::pass`], [`Position::draw`] or [`Position::deal`]: afterwards the position
    /// equals the one before it. `false` if there is none since the position came from its game.
    pub fn take_back(&mut self) -> bool {
        let Some(step) = self.steps.pop() else { return false };
        self.board.take_back(step.board);
        self.state = step.state;
        self.discarded.truncate(step.discarded);
        if let Some(stock) = step.draws.then(|| self.stocks.pop()).flatten() {
            self.bag.restock(stock);
        }
        true
    }

    /// The phase before the last step.
    pub(super) fn phase_before(&self) -> Option<Phase> {
        self.steps.last().map(|step| step.state.phase)
    }

    /// Makes the position so far final: it can't be taken back. A playout that forgets its steps needs no memory for them.
    pub fn forget(&mut self) {
        self.steps.clear();
        self.stocks.clear();
        self.board.forget();
    }

    /// Notes the position before a step.
    pub(super) fn note(&mut self, draws: bool) {
        let (board, discarded) = (self.board.mark(), self.discarded.len());
        self.steps.push(Step { state: self.state, board, discarded, draws });
        if draws {
            self.stocks.push(self.bag.stock());
        }
    }
}
