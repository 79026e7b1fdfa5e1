//! Undoing turns, passes and draws.

use super::{Phase, Position, State};
use crate::board::Mark;

/// The position before a turn, a pass or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UndoState {
    state: State,
    board: Mark,
    discarded: usize,
    /// Whether the bag was saved too: turns leave it alone, except where colours draw ahead.
    bag: bool,
}

impl Position {
    /// Undoes the last [`Position::play`], [`Position::pass`], [`Position::draw`] or [`Position::deal`]: afterwards the position
    /// equals the one before it. `false` if there is none since the position came from its game.
    pub fn take_back(&mut self) -> bool {
        let Some(undo) = self.undo_states.pop() else { return false };
        self.board.take_back(undo.board);
        self.state = undo.state;
        self.discarded.truncate(undo.discarded);
        if let Some(stock) = undo.bag.then(|| self.stocks.pop()).flatten() {
            self.bag.restock(stock);
        }
        true
    }

    /// The phase before the last step.
    pub(super) fn phase_before(&self) -> Option<Phase> {
        self.undo_states.last().map(|undo| undo.state.phase)
    }

    /// Makes the position so far final: it can't be taken back. A playout that forgets its steps needs no memory for them.
    pub fn forget(&mut self) {
        self.undo_states.clear();
        self.stocks.clear();
        self.board.forget();
    }

    /// Saves the position before a step.
    pub(super) fn push_undo(&mut self, bag: bool) {
        let (board, discarded) = (self.board.mark(), self.discarded.len());
        self.undo_states.push(UndoState { state: self.state, board, discarded, bag });
        if bag {
            self.stocks.push(self.bag.stock());
        }
    }
}
