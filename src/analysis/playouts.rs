//! Games played to the end after turns that are to be compared, all with the same tiles to come.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::value::Value;
use crate::engine::{Command, Position};
use crate::players::{Method, Player, assess};

/// The values at the end of `orders` games after each command. Game *i* has the same draws after all of them.
pub(super) fn play_out_all(
    position: &Position,
    commands: &[Command],
    orders: usize,
    seed: u64,
) -> Vec<Vec<Value>> {
    let mut game = position.clone();
    let after = |&command: &Command| {
        let orders =
            (0..orders as u64).map(|order| Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(order)));
        let results = orders.map(|mut draws| {
            game.clone_from(position);
            play_out(&mut game, command, &mut draws);
            Value::of(&game, &assess(&game))
        });
        results.collect()
    };
    commands.iter().map(after).collect()
}

/// Plays a command and the rest of the game; the quick player moves for all seats.
fn play_out(game: &mut Position, command: Command, draws: &mut Xoshiro256PlusPlus) {
    let mut next = Some(command);
    while let Some(command) = next {
        match command {
            Command::Play(turn) => game.play(&turn),
            _ => game.pass(),
        }
        if game.needs_draw() {
            game.deal(|choices| draws.random_range(0..choices));
        }
        game.forget();
        next = Player::new(Method::Quick).choose(game);
    }
}
