//! Games as they would be: after a turn, after a pass, or at the end.

use super::super::event::{EndReason, Turn};
use super::super::refusal::Refusal;
use super::{Game, Phase};

impl Game {
    /// This game after a turn and its points, but before the next draw, for previews and for players that look ahead.
    /// Contains nothing hidden.
    pub fn look_ahead(&self, turn: &Turn) -> Result<Self, Refusal> {
        let Phase::Playing { to_move, second_part } = self.phase else { return Err(Refusal::Over) };
        self.check_turn(turn)?;
        let mut game = self.clone();
        game.play(to_move, *turn, second_part);
        game.credit_owed();
        Ok(game)
    }

    /// This game after a pass, but before the next draw.
    pub fn after_pass(&self) -> Result<Self, Refusal> {
        let to_move = self.to_move().ok_or(Refusal::Over)?;
        self.check_pass(to_move)?;
        let mut game = self.clone();
        game.pass_on();
        Ok(game)
    }

    /// This game as if it ended now, with everything that is owed and the final scoring applied.
    #[must_use]
    pub fn as_if_ended(&self) -> Self {
        let mut game = self.clone();
        game.credit_owed();
        if !game.is_finished() {
            if game.ending.is_none() {
                game.begin_end(EndReason::BagEmpty);
                game.credit_owed();
            }
            game.phase = Phase::Finished { reason: game.ending.unwrap_or(EndReason::BagEmpty) };
        }
        game
    }
}
