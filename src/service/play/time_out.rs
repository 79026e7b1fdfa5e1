//! Timeouts.

use crate::PlayError;
use crate::{Done, Service};
use store::Executed;
use table::GameId;

impl Service {
    /// Times out the player to move, or the players whose salts are missing, if the deadline has passed. A timeout takes the next event number, as a move does,
    /// so only one of them can be stored.
    pub(crate) async fn time_out(&self, game: &GameId) -> Result<Done, PlayError> {
        let Some((table, secret)) = self.store.table(game).await? else { return Ok(Done::Nothing) };
        if table.revealing().is_some() {
            return Ok(match self.start_without_salts(&table, &secret).await? {
                Some(Executed::Stored { .. }) => Done::Stored,
                // A salt was stored first, or there is time left.
                Some(_) | None => Done::Later(table.deadline().unwrap_or_default().max(self.now())),
            });
        }
        let Some(deadline) = table.deadline() else { return Ok(Done::Nothing) };
        if deadline > self.now() {
            return Ok(Done::Later(deadline));
        }
        let Some(replay) = self.replay(&table).await? else { return Ok(Done::Nothing) };
        if replay.last() != table.last_event() {
            return Ok(Done::Later(self.now()));
        }
        match self
            .execute_command(&table, &secret, &replay, table.settings.missed_turns.command(), None)
            .await?
        {
            Executed::Stored { .. } => Ok(Done::Stored),
            // A move was stored first.
            Executed::Known { .. } | Executed::Stale => Ok(Done::Later(self.now())),
        }
    }
}
