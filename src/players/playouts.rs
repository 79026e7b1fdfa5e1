//! Plays on, by the quick player for all seats.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::evaluation::{SeatWorth, Weights};
use super::quick::Quick;
use engine::{Command, MAX_COLOURS, Position, TileKind};

/// What comes before a playout.
#[derive(Clone, Copy, Debug)]
pub enum PlayoutStart {
    Command(Command),
    Draw(TileKind),
}

/// How many tastes there are [between tastes](Playouts::between_tastes), besides the usual one.
const TASTES: usize = 3;
/// The part by which a taste changes a weight at most.
const TASTE: f64 = 0.3;

/// A position from which games are played on.
pub struct Playouts {
    position: Position,
    /// Each seat of a playout has one of these tastes, each as likely.
    tastes: Vec<Quick>,
    /// For the positions at the end.
    weights: Weights,
    /// How many turns are played on.
    turns: u64,
    /// The seed of the first order of draws; the others follow it.
    seed: u64,
}

impl Playouts {
    /// All seats play alike.
    pub fn new(position: &Position, weights: &Weights, turns: u64, seed: u64) -> Self {
        let tastes = vec![Quick::new(position, weights)];
        let weights = weights.after_playouts(position.header().seats.len());
        Self { position: position.clone(), tastes, weights, turns, seed }
    }

    /// Seats play with different tastes, as people do, so that nothing depends on all of them playing alike.
    pub fn between_tastes(position: &Position, weights: &Weights, turns: u64, seed: u64) -> Self {
        let mut playouts = Self::new(position, weights, turns, seed);
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(!seed);
        let taste = |_| Quick::new(position, &weights.with_taste(TASTE, &mut chance));
        playouts.tastes.extend((0..TASTES).map(taste));
        playouts
    }

    /// Plays the start and what follows, with an order of draws that is the same for all starts. Returns what `found` says of the
    /// position then and its worth, and how many placements were valued.
    pub fn play<T>(
        &mut self,
        start: PlayoutStart,
        order: u64,
        found: impl FnOnce(&Position, &SeatWorth) -> T,
    ) -> (T, u64) {
        let Self { position, tastes, weights, .. } = self;
        let before = valued(tastes);
        let mut draws = Xoshiro256PlusPlus::seed_from_u64(self.seed.wrapping_add(order));
        // Where all play alike, nothing is drawn for it: the draws depend on the seed and the order alone.
        let of_seat = match tastes.len() {
            1 => [0; MAX_COLOURS],
            count => std::array::from_fn(|_| draws.random_range(0..count)),
        };
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
            let Some(colour) = position.to_move() else { break };
            let Some(turn) = tastes[of_seat[position.seat_of(colour).index()]].best(position) else { break };
            position.play(&turn);
            steps += 1;
            turns += 1;
        }
        let found = found(position, &tastes[0].worth(position, weights));
        for _ in 0..steps {
            position.take_back();
        }
        // At least one, so that the work grows even where nothing was left to choose.
        (found, (valued(tastes) - before).max(1))
    }
}

/// How many placements were valued so far.
fn valued(tastes: &[Quick]) -> u64 {
    tastes.iter().map(Quick::valued).sum()
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
            let results = [Playouts::new, Playouts::between_tastes].map(|playouts| {
                let mut playouts = playouts(&before, Weights::of(&before), 7, 0);
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
                results
            });
            assert_ne!(results[0], results[1]);
        }
    }
}
