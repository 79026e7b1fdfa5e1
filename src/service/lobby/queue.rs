//! The queue: the games that wait for a user's turn, the one with the least time left first.

use std::sync::Arc;

use crate::{AccessError, Dashboard, Principal, Scope, Service, StoreError};
use account::UserId;
use table::{GameId, Replay, Table};

/// What waits for a user.
#[derive(Clone, Debug)]
pub struct Queue {
    /// Earliest deadline first, then longest waiting.
    pub games: Vec<WaitingGame>,
    /// Unanswered invitations, most recent first.
    pub invitations: Vec<Table>,
}

/// A game in which it is the user's turn.
#[derive(Clone, Debug)]
pub struct WaitingGame {
    pub table: Table,
    /// `None` if its log can't be read, or is beyond the first [`Queue::REPLAYED`].
    pub play: Option<Arc<Replay>>,
}

impl Queue {
    /// The number of games, from the first, whose logs are loaded.
    pub const REPLAYED: usize = 60;
}

impl Service {
    /// What waits for the user, with the logs of the games.
    pub async fn queue(&self, principal: &Principal) -> Result<Queue, AccessError> {
        let waiting = self.waiting_for(principal.require(Scope::Read)?).await?;
        let mut games = Vec::new();
        for table in waiting.my_turn {
            let play = if games.len() < Queue::REPLAYED { self.readable_replay(&table).await } else { None };
            games.push(WaitingGame { table, play });
        }
        Ok(Queue { games, invitations: waiting.invitations })
    }

    /// The first game of the user's queue or, after a game that the user has just looked at, the one behind it: games that are
    /// skipped come back once all others were shown. `None` if no game waits.
    pub async fn next_game(
        &self,
        principal: &Principal,
        after: Option<&GameId>,
    ) -> Result<Option<GameId>, AccessError> {
        let queue = self.waiting_for(principal.require(Scope::Read)?).await?.my_turn;
        let skipped = after.and_then(|after| queue.iter().position(|game| game.id == *after));
        let next = skipped.and_then(|place| queue.get(place + 1)).or(queue.first());
        Ok(next.map(|game| game.id.clone()))
    }

    /// A dashboard that has only the user's turns and invitations.
    async fn waiting_for(&self, user: &UserId) -> Result<Dashboard, StoreError> {
        Ok(Dashboard::of(user, self.store.waiting_for(user).await?))
    }

    /// `None`, with a line in the log, if the game can't be read: a damaged one doesn't hide the others.
    async fn readable_replay(&self, table: &Table) -> Option<Arc<Replay>> {
        let replay = self.replay(table).await;
        replay.inspect_err(|error| tracing::error!(%error, "left an unreadable game out of a queue")).ok()?
    }
}
