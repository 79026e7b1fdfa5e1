//! Games for tests that are over soon.

use engine::{Command, DrawSecret, Event, Game, Header, Logged, legal};

/// A game of a few legal turns, after which all but one resign.
pub(super) fn short_game(header: &Header, turns: u32) -> (Game, Vec<Logged>) {
    let dealer = header.dealer(&DrawSecret::new([9; 32]));
    let (mut game, mut events): (Game, Vec<Event>) = (Game::new(header).unwrap(), Vec::new());
    let mut command = Command::Start;
    loop {
        game.execute(&command, &dealer, &mut events).unwrap();
        let Some(colour) = game.to_move() else { break };
        let possible = legal::turns(&game);
        let number = game.turns() as usize;
        command = if game.turns() < turns {
            Command::Play(possible[(number + 1) * 7919 % possible.len()])
        } else {
            Command::Resign(colour)
        };
    }
    (game, (1..).zip(events).map(|(n, event)| Logged { n, event, at: None }).collect())
}
