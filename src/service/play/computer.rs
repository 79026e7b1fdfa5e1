//! Computer players. They take their turns as jobs, by the same steps as people.

use crate::engine::{Command, Position};
use crate::players::{Level, Method, Player};
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
        let (choose, position, player) = (self.choose, replay.game.position().clone(), player(level, game));
        let command = self.compute(level.lane(), move || choose(&position, player)).await;
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

/// The same level plays another game with another seed, which everybody may know.
fn player(level: table::Level, game: &GameId) -> Player {
    let level = level.number().and_then(Level::new);
    let seed = game.as_str().bytes().fold(0, |seed: u64, byte| seed.rotate_left(5) ^ u64::from(byte));
    level.map_or(Player::new(Method::Greedy), Level::player).with_seed(seed)
}
