//! The queue: the games that wait for a user's turn, the one with the least time left first.

use std::sync::Arc;

use crate::{AccessError, Dashboard, Principal, Scope, Service, StoreError};
use account::UserId;
use table::{ChallengeView, GameId, Replay, Table};

/// What waits for a user.
#[derive(Clone, Debug)]
pub struct Queue {
    /// Earliest deadline first, then longest waiting.
    pub games: Vec<WaitingGame>,
    /// Unanswered invitations, most recent first.
    pub invitations: Vec<Table>,
    /// Challenges that wait for the user's answer, the last offer first.
    pub challenges: Vec<ChallengeView>,
}

/// A game in which it is the user's turn.
#[derive(Clone, Debug)]
pub struct WaitingGame {
    pub table: Table,
    /// `None` if its log can't be read, or is beyond the first [`Queue::REPLAYED`].
    pub play: Option<Arc<Replay>>,
}

/// Which game of a queue comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextGame {
    /// `None` if no game waits; the one that was just looked at if no other does.
    pub game: Option<GameId>,
    /// Games that the user has left without a move. They come back once all others were shown.
    pub skipped: Vec<GameId>,
}

impl NextGame {
    fn of(queue: &[GameId], after: Option<&GameId>, skipped: &[GameId]) -> Self {
        let is_left = |game: &&GameId| skipped.contains(game) || Some(*game) == after;
        let mut skipped: Vec<GameId> = queue.iter().filter(is_left).cloned().collect();
        if skipped.len() == queue.len() {
            // All were shown.
            skipped.clear();
        }
        let next = queue.iter().find(|game| !skipped.contains(game) && Some(*game) != after);
        Self { game: next.or(queue.first()).cloned(), skipped }
    }
}

impl Queue {
    /// The number of games, from the first, whose logs are loaded.
    pub const REPLAYED: usize = 60;
}

impl Service {
    /// What waits for the user, with the logs of the games.
    pub async fn queue(&self, principal: &Principal) -> Result<Queue, AccessError> {
        let user = principal.require(Scope::Read)?;
        let waiting = self.waiting_for(user).await?;
        let challenges = self.challenges_to_answer(user).await?;
        let mut games = Vec::new();
        for table in waiting.my_turn {
            let play = if games.len() < Queue::REPLAYED { self.readable_replay(&table).await } else { None };
            games.push(WaitingGame { table, play });
        }
        Ok(Queue { games, invitations: waiting.invitations, challenges })
    }

    /// The first game of the user's queue that they have not skipped. `after` is the one that they have just looked at, and `skipped`
    /// are those that were before.
    pub async fn next_game(
        &self,
        principal: &Principal,
        after: Option<&GameId>,
        skipped: &[GameId],
    ) -> Result<NextGame, AccessError> {
        let queue = self.waiting_for(principal.require(Scope::Read)?).await?.my_turn;
        let queue: Vec<GameId> = queue.into_iter().map(|game| game.id).collect();
        Ok(NextGame::of(&queue, after, skipped))
    }

    /// A dashboard that has only the user's turns and invitations.
    pub async fn waiting(&self, principal: &Principal) -> Result<Dashboard, AccessError> {
        Ok(self.waiting_for(principal.require(Scope::Read)?).await?)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn games(names: &str) -> Vec<GameId> {
        names.bytes().map(|name| GameId::new([name; 10])).collect()
    }

    /// The next game and those that are skipped then, as letters.
    fn next(queue: &str, after: &str, skipped: &str) -> (String, String) {
        let next = NextGame::of(&games(queue), games(after).first(), &games(skipped));
        let letter =
            |game: &GameId| (b'a'..=b'z').map(char::from).find(|&name| games(&name.to_string())[0] == *game);
        let letters = |games: &[GameId]| games.iter().filter_map(letter).collect();
        (letters(next.game.as_slice()), letters(&next.skipped))
    }

    #[test]
    fn skipped_games_come_back_once_all_others_were_shown() {
        let text = |(game, skipped): (&str, &str)| (game.to_owned(), skipped.to_owned());
        for (queue, after, skipped, expected) in [
            ("abc", "", "", ("a", "")),
            ("abc", "a", "", ("b", "a")),
            ("abc", "b", "a", ("c", "ab")),
            ("abc", "c", "ab", ("a", "")),
            ("abc", "a", "", ("b", "a")),
            // After a move in b.
            ("ac", "b", "a", ("c", "a")),
            // After moves in all others, and in the one that was skipped.
            ("a", "c", "a", ("a", "")),
            ("c", "a", "a", ("c", "")),
            ("a", "a", "", ("a", "")),
            ("", "a", "ab", ("", "")),
        ] {
            assert_eq!(
                next(queue, after, skipped),
                text(expected),
                "{queue}, after {after}, skipped {skipped}"
            );
        }
    }
}
