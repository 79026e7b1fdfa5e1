//! Turns that run out of time.

use crate::engine::Command;
use crate::service::play::PlayError;
use crate::service::{Done, GameId, Service};
use crate::store::Appended;

impl Service {
    /// Times out the player to move, unless there is time left. A timeout is an event with the next number, as a move is:
    /// only one of them can be stored.
    pub async fn time_out(&self, game: &GameId) -> Result<Done, PlayError> {
        let Some(stored) = self.store.game(game).await? else { return Ok(Done::Nothing) };
        let Some(deadline) = stored.listed.deadline else { return Ok(Done::Nothing) };
        if deadline > self.now() {
            return Ok(Done::Later(deadline));
        }
        let Some(replay) = self.replay(&stored).await? else { return Ok(Done::Nothing) };
        if replay.last() != stored.listed.last_n {
            return Ok(Done::Later(self.now()));
        }
        match self.act(&stored, &replay, Command::Miss, None).await? {
            Appended::Stored { .. } => Ok(Done::Stored),
            // Somebody was faster.
            Appended::Known { .. } | Appended::Stale => Ok(Done::Later(self.now())),
        }
    }
}
