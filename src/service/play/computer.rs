//! Computer players. They take their turns as jobs, by the same steps as people.

use std::panic::resume_unwind;
use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::engine::{Command, Position};
use crate::players::{Method, Player};
use crate::service::PlayError;
use crate::service::{Done, Service, StoreError};
use crate::store::Executed;
use crate::table::{self, GameId};

/// Picks the move of a computer player; `None` if there is none.
pub type Choose = fn(&Position, Player) -> Option<Command>;

/// Computer players and the threads they search on, which are separate from those that serve requests.
#[derive(Clone, Debug)]
pub(in crate::service) struct Computer {
    choose: Choose,
    threads: Arc<Semaphore>,
}

impl Default for Computer {
    fn default() -> Self {
        Self::new(|position, player| player.choose(position))
    }
}

impl Computer {
    pub fn new(choose: Choose) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self { choose, threads: Arc::new(Semaphore::new(threads)) }
    }

    /// Propagates a panic of the computer player.
    async fn choose(&self, position: Position, player: Player) -> Option<Command> {
        // The semaphore is never closed.
        let thread = self.threads.clone().acquire_owned().await.ok()?;
        let choose = self.choose;
        let search = tokio::task::spawn_blocking(move || {
            let command = choose(&position, player);
            drop(thread);
            command
        });
        match search.await {
            Ok(command) => command,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => resume_unwind(panic),
                Err(_) => None,
            },
        }
    }
}

impl Service {
    /// Replaces the computer player, for tests.
    #[must_use]
    pub fn with_computer(self, choose: Choose) -> Self {
        Self { computer: Computer::new(choose), ..self }
    }

    /// Takes the computer's turn, if it is to move.
    pub(crate) async fn play_computer_turn(&self, game: &GameId) -> Result<Done, PlayError> {
        let Some((table, secret)) = self.store.table(game).await? else { return Ok(Done::Nothing) };
        let Some(level) = table.computer_to_move() else { return Ok(Done::Nothing) };
        let Some(replay) = self.replay(&table).await? else { return Ok(Done::Nothing) };
        if replay.last() != table.last_event() {
            return Ok(Done::Later(self.now()));
        }
        let command = self.computer.choose(replay.game.position().clone(), player(level)).await;
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
