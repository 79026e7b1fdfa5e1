//! Plays on, by the quick player for all seats.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::evaluation::{SeatWorth, Weights};
use super::quick::Quick;
use engine::{Command, Position, TileKind};

/// What comes before a playout.
#[derive(Clone, Copy, Debug)]
pub enum PlayoutStart {
    Command(Command),
    Draw(TileKind),
}

/// A position from which games are played on.
pub struct Playouts {
    position: Position,
    quick: Quick,
    /// For the positions at the end.
    weights: Weights,
    /// How many turns are played on.
    turns: u64,
    /// The seed of the first order of draws; the others follow it.
    seed: u64,
}

impl Playouts {
    pub fn new(position: &Position, weights: &Weights, turns: u64, seed: u64) -> Self {
        let quick = Quick::new(position, weights);
        let weights = weights.after_playouts(position.header().seats.len());
        Self { position: position.clone(), quick, weights, turns, seed }
    }

    /// Plays the start and what follows, with an order of draws that is the same for all starts. Returns what `found` says of the
    /// position then and its worth, and how many placements were valued.
    pub fn play<T>(
        &mut self,
        start: PlayoutStart,
        order: u64,
        found: impl FnOnce(&Position, &SeatWorth) -> T,
    ) -> (T, u64) {
        let Self { position, quick, weights, .. } = self;
        let before = quick.valued();
        let mut draws = Xoshiro256PlusPlus::seed_from_u64(self.seed.wrapping_add(order));
        let (mut steps, mut turns) = (1, 0);
        match start {
            PlayoutStart::Command(Command::Play(turn)) => position.play(&turn),
            PlayoutStart::Command(_) => position.pass(),
            PlayoutStart::Draw(kind) => position.draw(kind),
        }
        while !position.is_finished() && turns < self.turns {
            if position.needs_draw() {
                position.deal(|choices| draws.random_range(0..choices));
                steps += 1;
            }
            let Some(turn) = quick.best(position) else { break };
            position.play(&turn);
            steps += 1;
            turns += 1;
        }
        let found = found(position, &quick.worth(position, weights));
        for _ in 0..steps {
            position.take_back();
        }
        // At least one, so that the work grows even where nothing was left to choose.
        (found, (quick.valued() - before).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::super::evaluation::{Weights, ahead};
    use super::super::testing::until;
    use super::super::{Method, Player, counting};
    use super::*;
    use engine::{Preset, Ruleset};

    #[test]
    fn a_playout_leaves_the_position_as_it_was_and_depends_only_on_the_order() {
        for preset in [Preset::Modern, Preset::Abbeys] {
            let before = until(Ruleset::of(preset), Player::new(Method::Random), |game| game.turns() == 60);
            let seat = before.seat_of(before.to_move().unwrap());
            let command = counting::think(&before, Weights::of(&before)).best.unwrap();
            let mut playouts = Playouts::new(&before, Weights::of(&before), 7, 0);
            let mut play = |order| {
                playouts.play(PlayoutStart::Command(command), order, |position, worth| {
                    assert!(position.turns() == 68 || position.is_finished());
                    ahead(worth, seat)
                })
            };
            let results: Vec<(f64, u64)> = (0..4).map(&mut play).collect();
            assert_eq!(results, (0..4).map(&mut play).collect::<Vec<_>>());
            assert!(results.iter().any(|result| (result.0 - results[0].0).abs() > 0.5), "{results:?}");
            assert_eq!(playouts.position, before);
        }
    }
}
