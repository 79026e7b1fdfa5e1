//! Computer players. They take their turns as jobs, by the same steps as people.

use crate::engine::{Command, Position};
use crate::players::{Method, Player};
use crate::service::PlayError;
use crate::service::{Done, Service, StoreError};
use crate::store::Executed;
use crate::table::{self, GameId};

/// Picks the move of a computer player; `None` if there is none.
pub type Choose = fn(&Position, Player) -> Option<Command>;

impl Service {
    /// Replaces the computer player, for tests.
    #[must_use]
    pub fn with_computer(self, choose: Choose) -> Self {
        Self { choose, ..self }
    }

    /// Takes the computer's turn, if it is to move. Propagates a panic of the computer player.
    pub(crate) async fn play_computer_turn(&self, game: &GameId) -> Result<Done, PlayError> {
        let Some((table, secret)) = self.store.table(game).await? else { return Ok(Done::Nothing) };
        let Some(level) = table.computer_to_move() else { return Ok(Done::Nothing) };
        let Some(replay) = self.replay(&table).await? else { return Ok(Done::Nothing) };
        if replay.last() != table.last_event() {
            return Ok(Done::Later(self.now()));
        }
        let (choose, position) = (self.choose, replay.game.position().clone());
        let command = self.compute(level.lane(), move || choose(&position, player(level))).await;
        let command = command.ok_or_else(|| StoreError::BadRow {
            table: "games",
            column: "to_move",
            row: game.to_string(),
            why: "the computer is to move but has no legal move".to_owned(),
        })?;
        match self.act(&table, &secret, &replay, command, None).await? {
            Executed::Stored { .. } => Ok(Done::Stored),
            // Another process has already moved.
            Executed::Known { .. } | Executed::Stale => Ok(Done::Later(self.now())),
        }
    }
}

const fn player(level: table::Level) -> Player {
    match level {
        table::Level::Greedy => Player::new(Method::Greedy),
    }
}
