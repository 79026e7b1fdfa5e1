//! Positions for tests.

use super::Player;
use crate::engine::{Command, DrawSecret, Game, Header, Position, Ruleset, Seat};

/// The first position of a game of two seats where `found`. The player moves for both.
pub(super) fn until(rules: Ruleset, player: Player, found: impl Fn(&Position) -> bool) -> Position {
    let header = Header::new(rules, vec!["ann".into(), "ben".into()], Seat(0));
    let dealer = DrawSecret::new([3; 32]).dealer(&header.salts);
    let mut game = Game::new(&header).unwrap();
    let mut command = Command::Start;
    loop {
        game.execute(&command, &dealer, &mut Vec::new()).unwrap();
        if found(game.position()) {
            return game.position().clone();
        }
        command = player.choose(&game).expect("the game goes on");
    }
}
