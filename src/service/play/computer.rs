//! Computer players. They take their turns as jobs, by the same steps as people.

use crate::PlayError;
use crate::{Done, Service};
use engine::{Command, Position};
use players::{Level, Method, Player};
use store::Executed;
use table::{BadLog, GameId, Lane, MoveError};

/// Picks the move of a computer player; `None` if there is none.
pub type Choose = fn(&Position, Player) -> Option<Command>;

impl Service {
    /// Replaces the computer player, for tests.
    #[must_use]
    pub fn with_computer(self, choose: Choose) -> Self {
        Self { choose, ..self }
    }

    /// Takes the computer's turn, if it is to move, computing in this lane. Propagates a panic of the computer player.
    pub(crate) async fn play_computer_turn(&self, game: &GameId, lane: Lane) -> Result<Done, PlayError> {
        let Some((table, secret)) = self.store.table(game).await? else { return Ok(Done::Nothing) };
        if !table.is_computer_to_move() {
            return Ok(Done::Nothing);
        }
        // The seat may wait for somebody to take it over.
        if let Some(until) = table.deadline().filter(|&until| until > self.now()) {
            return Ok(Done::Later(until));
        }
        let Some(replay) = self.replay(&table).await? else { return Ok(Done::Nothing) };
        if replay.last() != table.last_event() {
            return Ok(Done::Later(self.now()));
        }
        let seat = table.to_move();
        let acting = seat.and_then(|seat| replay.acting(&table.seats()).get(seat.index()).copied().flatten());
        let Some(level) = acting.and_then(table::Player::level) else { return Ok(Done::Nothing) };
        let (choose, position, player) = (self.choose, replay.game.position().clone(), player(level, game));
        let command = self.compute(lane, move || choose(&position, player)).await;
        let command = command.ok_or_else(|| {
            let why = "the computer is to move but has no legal move".to_owned();
            MoveError::BadLog(BadLog { game: game.clone(), n: Some(replay.last()), why })
        })?;
        match self.execute_command(&table, &secret, &replay, command, None).await? {
            Executed::Stored { .. } => Ok(Done::Stored),
            // Another process has already moved.
            Executed::Known { .. } | Executed::Stale => Ok(Done::Later(self.now())),
        }
    }
}

/// The same level plays another game with another seed, which everybody may know.
fn player(level: table::ComputerLevel, game: &GameId) -> Player {
    let level = level.number().and_then(Level::new);
    let seed = game.as_str().bytes().fold(0, |seed: u64, byte| seed.rotate_left(5) ^ u64::from(byte));
    level.map_or(Player::new(Method::Greedy), Level::player).with_seed(seed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{DrawSecret, Game, Header, Ruleset, Seat};

    #[test]
    fn a_level_that_waits_for_nobody_does_little_work_a_turn() {
        let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
        let dealer = header.dealer(&DrawSecret::new([5; 32]));
        let mut game = Game::new(&header).unwrap();
        let (mut command, mut most) = (Some(Command::Start), [0; 6]);
        while let Some(next) = command {
            game.execute(&next, &dealer, &mut Vec::new()).unwrap();
            command = Player::new(Method::Quick).choose(&game);
            if game.turns() % 20 == 3 {
                for (most, level) in most.iter_mut().zip(table::ComputerLevel::ALL) {
                    let choice = player(level, &GameId::new([9; 10])).think(&game, &mut || 0.0);
                    *most = choice.work.max(*most);
                }
            }
        }
        for (most, level) in most.into_iter().zip(table::ComputerLevel::ALL) {
            assert_eq!(most < 2_000, level.lane() == Lane::Quick, "{level:?}: {most}");
        }
    }
}
