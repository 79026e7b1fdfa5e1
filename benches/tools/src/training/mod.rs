//! Fits the weights of the evaluation by play.
//!
//! Every generation plays variations of the weights against the same opponents on the same draws, and moves towards the better
//! half. The result depends only on the start, the settings and the seed, not on the number of threads.

mod game;
mod numbers;
mod strategy;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use engine::{Game, Header, Position, Ruleset, Seat, SetupError};
use game::Side;
use numbers::{numbers, weights_of};
use players::{Sample, Weights};
use strategy::{Sampled, Strategy};

/// What a training plays.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Pairs of games take them in turns.
    pub rules: Vec<Ruleset>,
    pub seats: u8,
    /// Variations in a generation; at least 4.
    pub population: usize,
    /// Pairs of games that each variation plays against each of three opponents.
    pub pairs: u64,
    pub seed: u64,
    pub threads: NonZeroUsize,
}

/// A training under way.
pub struct Training {
    settings: Settings,
    /// Where games begin, under each of the rules.
    positions: Vec<Position>,
    start: Weights,
    strategy: Strategy,
    seeds: Xoshiro256PlusPlus,
    generations: u64,
}

/// What a generation came to. Margins are points per game against all opponents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// Counted from 1.
    pub number: u64,
    pub best: f64,
    pub mean: f64,
    /// The step size, 1 at the beginning.
    pub step: f64,
}

impl Training {
    pub fn new(start: &Weights, settings: Settings) -> Result<Self, SetupError> {
        let names: Vec<String> = (1..=settings.seats).map(|seat| format!("player {seat}")).collect();
        let begin = |rules: &Ruleset| {
            let game = Game::new(&Header::new(rules.clone(), names.clone(), Seat(0)))?;
            Ok(game.position().clone())
        };
        let mean = numbers(start);
        let scale = mean.iter().map(|number| 0.15 * number.abs() + 0.02).collect();
        Ok(Self {
            positions: settings.rules.iter().map(begin).collect::<Result<_, SetupError>>()?,
            start: start.clone(),
            strategy: Strategy::new(mean, scale, settings.seed),
            seeds: Xoshiro256PlusPlus::seed_from_u64(!settings.seed),
            generations: 0,
            settings,
        })
    }

    /// The weights so far.
    pub fn weights(&self) -> Weights {
        weights_of(&self.strategy.mean)
    }

    /// Plays a generation: each variation against the start, the weights so far and the greedy player.
    pub fn step(&mut self) -> Generation {
        let samples: Vec<Sampled> =
            (0..self.settings.population.max(4)).map(|_| self.strategy.sample()).collect();
        let opponents = [Side::weights(&self.start), Side::weights(&self.weights()), Side::Greedy];
        let seeds: Vec<u64> = (0..self.settings.pairs).map(|_| self.seeds.random()).collect();
        let margins = self.parallel(samples.len(), |index| {
            let own = Side::weights(&weights_of(&samples[index].numbers));
            let games =
                opponents.iter().flat_map(|other| seeds.iter().enumerate().map(move |seed| (other, seed)));
            games.map(|(other, (pair, &seed))| self.pair(pair, &own, other, seed)).collect::<Sample>().mean()
        });
        let mut ranked: Vec<(f64, &Sampled)> = margins.into_iter().zip(&samples).collect();
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mean = ranked.iter().map(|&(margin, _)| margin).collect::<Sample>().mean();
        self.strategy.learn(&ranked.iter().map(|&(_, sample)| sample).collect::<Vec<_>>());
        // The mean stays in range.
        self.strategy.mean = numbers(&self.weights());
        self.generations += 1;
        Generation { number: self.generations, best: ranked[0].0, mean, step: self.strategy.step }
    }

    /// The margins of the weights so far against the start, in pairs of games on draws of their own.
    pub fn compare(&self, pairs: u64) -> Sample {
        let (own, start) = (Side::weights(&self.weights()), Side::weights(&self.start));
        let mut seeds = Xoshiro256PlusPlus::seed_from_u64(self.settings.seed ^ 0x00f7_e54d_ec45);
        let seeds: Vec<u64> = (0..pairs).map(|_| seeds.random()).collect();
        self.parallel(seeds.len(), |pair| self.pair(pair, &own, &start, seeds[pair])).into_iter().collect()
    }

    /// The mean margin of `own` in a pair of games, which takes the rules that its number has the turn of.
    fn pair(&self, number: usize, own: &Side, other: &Side, seed: u64) -> f64 {
        game::pair(&self.positions[number % self.positions.len()], own, other, seed)
    }

    /// The results of `play` for 0, 1, … `count` - 1, in this order, from several threads.
    fn parallel(&self, count: usize, play: impl Fn(usize) -> f64 + Sync) -> Vec<f64> {
        let (play, next) = (&play, Arc::new(AtomicUsize::new(0)));
        let mut results = thread::scope(|scope| {
            let work = |next: Arc<AtomicUsize>| {
                move || {
                    let mut results = Vec::new();
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= count {
                            return results;
                        }
                        results.push((index, play(index)));
                    }
                }
            };
            let threads: Vec<_> =
                (0..self.settings.threads.get()).map(|_| scope.spawn(work(next.clone()))).collect();
            let joined = threads.into_iter().map(|thread| match thread.join() {
                Ok(results) => results,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            joined.flatten().collect::<Vec<_>>()
        });
        results.sort_unstable_by_key(|&(index, _)| index);
        results.into_iter().map(|(_, result)| result).collect()
    }
}

impl Side {
    fn weights(weights: &Weights) -> Self {
        Self::Weights(Box::new(weights.clone()))
    }
}
