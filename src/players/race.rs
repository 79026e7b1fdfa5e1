//! Finds out which of several is best, from results under the same chance.
//!
//! The difference of two results after the same draws has a much smaller spread than the results, which depend on the luck of those
//! draws. What has hardly a chance to be the best is left out, and the worse half again and again besides (sequential halving), so
//! most of the work goes into what is hard to tell apart.

use super::Sample;
use super::normal::shortfall;

/// How far the evaluation of a difference is off, in points: the more, the sooner results outweigh it.
const DOUBT: f64 = 3.0;
/// A runner is left out as soon as the chance that it is better than the best so far is worth less, in points.
const NEGLIGIBLE: f64 = 0.005;
/// After how many results of each the runners are compared at first.
const FIRST_LOOK: u64 = 16;

/// What is compared with others.
#[derive(Clone, Debug)]
pub struct Runner {
    /// Its place among the values that the race was given.
    pub index: usize,
    /// The evaluation.
    pub value: f64,
    /// In points. Result *i* of every runner came with the same chance.
    pub results: Vec<f64>,
    pub work: u64,
    /// How far the best is ahead of it.
    pub behind: Lead,
}

/// A difference in points, as far as is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    pub mean: f64,
    /// The standard error.
    pub spread: f64,
    /// The part of the results in the mean; the other part is the evaluation's.
    pub trust: f64,
}

/// Runs until one is left or all work is done, and returns the best first. `values` are the evaluations, `run` gives the result of
/// a runner with a certain chance and the work that it took, and `done` is asked after each round of results which part of all work is
/// done; 1 ends the race. `kept` runs to its end.
pub fn race(
    values: &[f64],
    kept: Option<usize>,
    mut run: impl FnMut(usize, u64) -> (f64, u64),
    mut done: impl FnMut(u64) -> f64,
) -> Vec<Runner> {
    let runner = |(index, &value)| Runner { index, value, results: Vec::new(), work: 0, behind: Lead::NONE };
    let mut all: Vec<Runner> = values.iter().enumerate().map(runner).collect();
    let (mut left, mut number, mut look, rounds) = (all.len(), 0, FIRST_LOOK, halvings(all.len()));
    let mut total = 0;
    while left > 1 {
        for runner in &mut all[..left] {
            let (result, work) = run(runner.index, number);
            runner.results.push(result);
            runner.work += work;
            total += work;
        }
        number += 1;
        let share = done(total).min(1.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few rounds")]
        let most = all.len().div_ceil(1 << (share * f64::from(rounds)) as u32);
        if left > most + usize::from(kept.is_some()) || number >= look || share >= 1.0 {
            look = number + number / 4;
            sort(&mut all[..left]);
            let kept = all[..left].iter().position(|runner| Some(runner.index) == kept);
            left = promising(&all[..left]).min(most);
            if share < 1.0
                && let Some(kept) = kept.filter(|&kept| kept >= left)
            {
                all[left..=kept].rotate_right(1);
                left += 1;
            }
        }
    }
    finish(&mut all);
    all
}

/// How often a list can be halved until one is left.
fn halvings(count: usize) -> u32 {
    count.next_power_of_two().trailing_zeros()
}

/// The best first.
fn sort(runners: &mut [Runner]) {
    for index in 0..runners.len() {
        runners[index].behind = runners[0].lead(&runners[index]);
    }
    runners.sort_by(|one, other| one.behind.mean.total_cmp(&other.behind.mean));
}

/// How many of these, the best first, are left when those that hardly can be the best are left out.
fn promising(runners: &[Runner]) -> usize {
    let promising = |other: &Runner| {
        let lead = runners[0].lead(other);
        shortfall(lead.mean, lead.spread) > NEGLIGIBLE
    };
    1 + runners[1..].iter().rposition(promising).map_or(0, |last| last + 1)
}

/// Compares all with the first, which is the best.
fn finish(all: &mut [Runner]) {
    let Some((best, others)) = all.split_first_mut() else { return };
    best.behind = Lead::NONE;
    for other in others.iter_mut() {
        let lead = best.lead(other);
        // One that was left out may seem better than this one after so few results; but it was behind another that this one beat.
        other.behind = Lead { mean: lead.mean.max(0.0), ..lead };
    }
    others.sort_by(|one, other| one.behind.mean.total_cmp(&other.behind.mean));
}

impl Runner {
    /// By the results with the same chance, drawn towards the evaluation as far as they are uncertain.
    fn lead(&self, other: &Self) -> Lead {
        let values = self.value - other.value;
        let results: Sample =
            self.results.iter().zip(&other.results).map(|(one, other)| one - other).collect();
        let Some(error) = results.error() else { return Lead { mean: values, spread: DOUBT, trust: 0.0 } };
        let trust = DOUBT * DOUBT / (DOUBT * DOUBT + error * error);
        Lead { mean: trust * results.mean() + (1.0 - trust) * values, spread: trust.sqrt() * error, trust }
    }
}

impl Lead {
    const NONE: Self = Self { mean: 0.0, spread: 0.0, trust: 1.0 };
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// A race between runners with these means. Each result differs from its mean by up to 4, and by up to 20 that are the same for all. The
    /// work is the number of results.
    fn run(means: &[f64], kept: Option<usize>, work: u64) -> Vec<Runner> {
        let result = |index: usize, number: u64| {
            let mut luck = Xoshiro256PlusPlus::seed_from_u64(number);
            let common = luck.random_range(-20.0..20.0);
            let own = Xoshiro256PlusPlus::seed_from_u64(number * 100 + index as u64).random_range(-4.0..4.0);
            (means[index] + common + own, 1)
        };
        #[expect(clippy::cast_precision_loss, reason = "a part")]
        race(&vec![0.0; means.len()], kept, result, |done| done as f64 / work as f64)
    }

    #[test]
    fn the_best_wins_and_the_others_are_as_far_behind_as_their_means() {
        let means = [1.0, 5.0, 2.0, 4.0, -3.0];
        let runners = run(&means, None, 20_000);
        assert_eq!((runners[0].index, runners[0].behind), (1, Lead::NONE));
        assert_eq!(runners[4].index, 4);
        for runner in &runners[1..] {
            let Lead { mean, spread, .. } = runner.behind;
            assert!((5.0 - means[runner.index] - mean).abs() < 4.0 * spread + 0.5, "{mean} ± {spread}");
        }
    }

    #[test]
    fn a_clear_race_ends_early_and_a_close_one_takes_all_the_work() {
        let work = |means: &[f64]| run(means, None, 1_000).iter().map(|runner| runner.work).sum::<u64>();
        assert!(work(&[8.0, 0.0, 1.0]) < 200, "{}", work(&[8.0, 0.0, 1.0]));
        assert!((1_000..1_010).contains(&work(&[1.0, 1.0, 0.0])));
    }

    #[test]
    fn half_of_the_runners_are_left_after_each_part_of_the_work() {
        let runners = run(&[1.0; 8], None, 6_000);
        let mut work: Vec<u64> = runners.iter().map(|runner| runner.work).collect();
        work.sort_unstable();
        let last_two = work.split_off(6);
        assert!(2 * last_two.iter().sum::<u64>() > 3_000, "{work:?}, {last_two:?}");
        assert!(work[0] < 300 && last_two.contains(&runners[0].work));
    }

    #[test]
    fn one_that_is_kept_runs_to_the_end_though_it_has_lost() {
        let [with, without] = [Some(2), None].map(|kept| {
            let runners = run(&[1.0, 0.9, -9.0], kept, 5_000);
            let place = runners.iter().position(|runner| runner.index == 2).unwrap();
            assert_eq!(place, 2);
            (runners[2].work, runners[0].work)
        });
        assert!(without.0 < 100, "{without:?}");
        assert_eq!(with.0, with.1);
    }

    #[test]
    fn a_lone_runner_does_not_run() {
        assert_eq!(run(&[1.0], None, 100)[0].work, 0);
        assert!(run(&[], None, 100).is_empty());
    }
}
