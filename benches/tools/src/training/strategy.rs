//! A separable evolution strategy (sep-CMA-ES, Ros and Hansen 2008): samples round a mean, and moves the mean, the step size and
//! the spread of each number towards the better half. Without logarithms and powers, which differ from machine to machine.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// The state of the search.
pub(super) struct Strategy {
    rng: Xoshiro256PlusPlus,
    pub(super) mean: Vec<f64>,
    /// The step size, in units of the scale of each number.
    pub(super) step: f64,
    scale: Vec<f64>,
    /// The variance of each number.
    spread: Vec<f64>,
    /// Where the mean has been going: for the step size, and for the spread.
    path: Vec<f64>,
    spread_path: Vec<f64>,
}

/// A sample: its numbers, and the normal deviates they come from.
pub(super) struct Sampled {
    pub(super) numbers: Vec<f64>,
    deviates: Vec<f64>,
}

#[expect(clippy::cast_precision_loss, reason = "a few dozen numbers")]
impl Strategy {
    pub(super) fn new(mean: Vec<f64>, scale: Vec<f64>, seed: u64) -> Self {
        let zero = vec![0.0; mean.len()];
        Self {
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            step: 1.0,
            spread: vec![1.0; mean.len()],
            path: zero.clone(),
            spread_path: zero,
            mean,
            scale,
        }
    }

    pub(super) fn sample(&mut self) -> Sampled {
        let deviates: Vec<f64> = self.mean.iter().map(|_| normal(&mut self.rng)).collect();
        let number =
            |i: usize| self.mean[i] + self.step * self.scale[i] * self.spread[i].sqrt() * deviates[i];
        let numbers = (0..deviates.len()).map(number).collect();
        Sampled { numbers, deviates }
    }

    /// Moves towards the better half of the samples, which are given best first.
    pub(super) fn learn(&mut self, samples: &[&Sampled]) {
        let parents = samples.len() / 2;
        // The best counts most, and the last of the half least.
        let weight = |rank: usize| 2.0 * (parents - rank) as f64 / (parents * (parents + 1)) as f64;
        let weights: Vec<f64> = (0..parents).map(weight).collect();
        let effective = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let count = self.mean.len() as f64;
        let step_rate = (effective + 2.0) / (count + effective + 5.0);
        let path_rate = 4.0 / (count + 4.0);
        let rank_one = 2.0 / ((count + 1.3) * (count + 1.3) + effective) * (count + 2.0) / 3.0;
        let rank_many = (2.0 * (effective - 2.0 + 1.0 / effective)
            / ((count + 2.0) * (count + 2.0) + effective)
            * (count + 2.0)
            / 3.0)
            .clamp(0.0, 1.0 - rank_one);
        let mut length = 0.0;
        for i in 0..self.mean.len() {
            let moved: f64 = (0..parents).map(|rank| weights[rank] * samples[rank].deviates[i]).sum();
            self.mean[i] += self.step * self.scale[i] * self.spread[i].sqrt() * moved;
            let keep = |rate: f64| (rate * (2.0 - rate) * effective).sqrt();
            self.path[i] = (1.0 - step_rate) * self.path[i] + keep(step_rate) * moved;
            self.spread_path[i] =
                (1.0 - path_rate) * self.spread_path[i] + keep(path_rate) * moved * self.spread[i].sqrt();
            let many: f64 = (0..parents)
                .map(|rank| {
                    weights[rank] * samples[rank].deviates[i] * samples[rank].deviates[i] * self.spread[i]
                })
                .sum();
            self.spread[i] = (1.0 - rank_one - rank_many) * self.spread[i]
                + rank_one * self.spread_path[i] * self.spread_path[i]
                + rank_many * many;
            length += self.path[i] * self.path[i];
        }
        let expected = count.sqrt() * (1.0 - 1.0 / (4.0 * count));
        let longer = (length.sqrt() / expected - 1.0) * step_rate / (1.0 + step_rate);
        self.step *= 1.0 + longer.clamp(-0.3, 0.3);
    }
}

/// A normal deviate: the sum of twelve uniform ones.
fn normal(rng: &mut Xoshiro256PlusPlus) -> f64 {
    (0..12).map(|_| rng.random_range(0.0..1.0)).sum::<f64>() - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimum_of_a_bowl_is_found_and_the_same_seed_takes_the_same_way() {
        let run = || {
            let target = [3.0, -2.0, 0.5, 10.0];
            let mut strategy = Strategy::new(vec![0.0; 4], vec![0.5, 0.5, 0.5, 2.0], 1);
            for _ in 0..150 {
                let mut samples: Vec<Sampled> = (0..12).map(|_| strategy.sample()).collect();
                let far = |sample: &Sampled| -> f64 {
                    sample.numbers.iter().zip(target).map(|(one, other)| (one - other) * (one - other)).sum()
                };
                samples.sort_by(|one, other| far(one).total_cmp(&far(other)));
                strategy.learn(&samples.iter().collect::<Vec<_>>());
            }
            strategy.mean
        };
        let found = run();
        for (found, target) in found.iter().zip([3.0, -2.0, 0.5, 10.0]) {
            assert!((found - target).abs() < 0.01, "{found} is not {target}");
        }
        assert_eq!(found, run());
    }
}
