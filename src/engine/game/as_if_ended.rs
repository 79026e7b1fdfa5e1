//! Games as they would be at the end.

use super::Game;
use crate::event::EndReason;
use crate::position::Phase;

impl Game {
    /// This game as if it ended now, with everything that is owed and the final scoring applied.
    #[must_use]
    pub fn as_if_ended(&self) -> Self {
        let mut game = self.clone();
        game.credit_owed();
        if !game.is_finished() {
            if game.position.state.ending.is_none() {
                game.begin_end(EndReason::BagEmpty);
                game.credit_owed();
            }
            game.position.state.phase =
                Phase::Finished { reason: game.position.state.ending.unwrap_or(EndReason::BagEmpty) };
        }
        game
    }
}
