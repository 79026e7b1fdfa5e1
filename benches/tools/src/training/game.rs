//! Games between weights, on the position alone: no secret, no events.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use engine::{Position, Seat};
use players::{Quick, Weights};

/// Who moves for a side.
#[derive(Clone, Debug)]
pub(super) enum Side {
    Weights(Box<Weights>),
    Greedy,
}

/// The mean margin of `own` in two games with the same draws and exchanged seats. More than two seats are taken in turns.
pub(super) fn pair(start: &Position, own: &Side, other: &Side, seed: u64) -> f64 {
    f64::midpoint(margin(start, [own, other], seed), -margin(start, [other, own], seed))
}

/// The mean of the even seats minus the mean of the odd seats.
fn margin(start: &Position, sides: [&Side; 2], seed: u64) -> f64 {
    let mut position = start.clone();
    let mut draws = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut players = sides.map(|side| match side {
        Side::Weights(weights) => Some(Quick::new(&position, weights)),
        Side::Greedy => None,
    });
    loop {
        if position.needs_draw() {
            position.deal(|choices| draws.random_range(0..choices));
        }
        let Some(colour) = position.to_move() else { break };
        let turn = match &mut players[position.seat_of(colour).index() % 2] {
            Some(quick) => quick.best(&position),
            None => players::choose(&position),
        };
        let Some(turn) = turn else { break };
        position.play(&turn);
        position.forget();
    }
    let seats = position.header().seats.len();
    let mean = |first: usize| {
        let scores = (first..seats).step_by(2).filter_map(|seat| Some(Seat(u8::try_from(seat).ok()?)));
        let scores: Vec<f64> = scores.map(|seat| f64::from(position.seat_score(seat))).collect();
        #[expect(clippy::cast_precision_loss, reason = "a few seats")]
        let count = scores.len().max(1) as f64;
        scores.iter().sum::<f64>() / count
    };
    mean(0) - mean(1)
}
