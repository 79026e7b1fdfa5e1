//! Turns that were lost to the clock.

use crate::engine::Command;
use crate::service::play::PlayError;
use crate::service::{GameId, Service, StoreError};

/// How many games are looked at in one round.
const ROUND: u32 = 200;

impl Service {
    /// Takes the turn from everybody whose deadline has passed, and tells how many that were.
    ///
    /// A miss is an event with the next number, as a move is: only one of them can be stored, however many processes
    /// look at the same time.
    pub async fn enforce_deadlines(&self) -> Result<u32, StoreError> {
        let mut missed = 0;
        for game in self.store.due(self.now(), ROUND).await? {
            match self.miss(&game).await {
                Ok(true) => missed += 1,
                Ok(false) => {}
                Err(error) => tracing::error!(%game, %error, "a deadline was not enforced"),
            }
        }
        Ok(missed)
    }

    /// Takes the turn from the player to move, unless somebody was faster or there is time left.
    async fn miss(&self, game: &GameId) -> Result<bool, PlayError> {
        let Some(stored) = self.store.game(game).await? else { return Ok(false) };
        let passed = stored.listed.deadline.is_some_and(|deadline| deadline <= self.now());
        let Some(replay) = self.replay(&stored).await?.filter(|_| passed) else { return Ok(false) };
        if replay.last() != stored.listed.last_n {
            return Ok(false);
        }
        let appended = self.act(&stored, &replay, Command::Miss, None).await?;
        Ok(matches!(appended, crate::store::Appended::Stored { .. }))
    }
}
