//! Games played on, by the quick player for all seats, with the same tiles to come for all that is compared.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::value::Value;
use crate::engine::{Command, Draw, Position, TileKind};
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

/// The mean difference in value between a draw and what else might have come, after so many games of so many turns.
pub(super) fn compare_draw(
    position: &Position,
    drawn: TileKind,
    possible: &[Draw],
    (games, turns): (usize, usize),
    seed: u64,
) -> Value {
    let mut mean = Value::zero(position.header().seats.len());
    let mut game = position.clone();
    #[allow(clippy::cast_precision_loss, reason = "hundreds")]
    let part = 1.0 / games as f64;
    // Evenly spread over what might have come, from a random place on, so that each kind has its chance.
    let offset: f64 = Xoshiro256PlusPlus::seed_from_u64(seed).random();
    for number in 0..games as u64 {
        let mut after = |kind: TileKind, sign: f64| {
            let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(number));
            game.clone_from(position);
            game.draw(kind);
            play_on(&mut game, turns, &mut chance);
            mean.add(&Value::of(&game, &assess(&game)), sign * part);
        };
        after(drawn, 1.0);
        #[allow(clippy::cast_precision_loss, reason = "hundreds")]
        after(at(possible, (number as f64 + offset) * part), -1.0);
    }
    mean
}

/// The kind that this share of all chances leads to.
fn at(possible: &[Draw], share: f64) -> TileKind {
    let mut sum = 0.0;
    let reaches = |draw: &&Draw| {
        sum += draw.chance;
        share < sum
    };
    possible.iter().find(reaches).unwrap_or(&possible[possible.len() - 1]).kind
}

/// Plays a command and the rest of the game.
fn play_out(game: &mut Position, command: Command, draws: &mut Xoshiro256PlusPlus) {
    play(game, command);
    play_on(game, usize::MAX, draws);
}

/// Plays so many turns, or to the end.
fn play_on(game: &mut Position, turns: usize, draws: &mut Xoshiro256PlusPlus) {
    for _ in 0..turns {
        if game.needs_draw() {
            game.deal(|choices| draws.random_range(0..choices));
        }
        game.forget();
        let Some(command) = Player::new(Method::Quick).choose(game) else { break };
        play(game, command);
    }
}

fn play(game: &mut Position, command: Command) {
    match command {
        Command::Play(turn) => game.play(&turn),
        _ => game.pass(),
    }
}
