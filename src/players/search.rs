//! Plays the best turns out, all with the same tiles to come, and takes the one after which the game goes best.
//!
//! A difference between two turns after the same draws has a much smaller spread than their values, which depend on the luck of
//! those draws. The worse half of the turns is left out again and again (sequential halving), so most of the work goes into the
//! turns that are hard to tell apart. A playout ends after a few rounds with an evaluation: the rest of a game adds more noise than
//! knowledge.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

use super::evaluation::Weights;
use super::quick::Quick;
use super::{Candidate, Choice, Sample, counting};
use crate::engine::{Colour, Command, Position};

/// How many turns are played out at most.
const MOST_CONTENDERS: usize = 8;
/// Turns that the evaluation finds worse than the best by more than this many points are not played out.
const WIDTH: f64 = 8.0;
/// How far the evaluation of the difference of two turns is off, in points: the more, the sooner playouts outweigh it.
const DOUBT: f64 = 3.0;
/// After how many turns a playout is evaluated. With much work, twice as far is better (`docs/players.md`).
pub(super) const HORIZON: u64 = 8;
/// About how many placements are valued in a playout.
const PLAYOUT: u64 = 150;

/// A turn that is played out.
struct Contender {
    command: Command,
    /// The evaluation after it.
    value: f64,
    /// The points ahead at the end of the playouts, for the seat to move.
    results: Sample,
    work: u64,
}

/// The command that does best in playouts. `work` is how many placements are valued in them, `horizon` after how
/// many turns each is evaluated. `spent` is asked which part of the time
/// is spent.
pub(super) fn think(
    position: &Position,
    weights: &Weights,
    work: u64,
    horizon: u64,
    rng: &mut impl Rng,
    spent: &mut dyn FnMut() -> f64,
) -> Choice {
    let first = counting::think(position, weights);
    let Some(colour) = position.to_move() else { return first };
    let mut all = contenders(&first, work);
    // After the last tile the evaluation is exact.
    if all.len() < 2 || position.tiles_left() == 0 && position.hand().len() == 1 {
        return without_playouts(first);
    }
    let mut playouts = Playouts::new(position, weights, colour, horizon, rng.random());
    let (mut left, mut done, mut round, rounds) = (all.len(), 0, 1, halvings(all.len()));
    while left > 1 {
        let share = loop {
            done += playouts.play(&mut all[..left]);
            #[allow(clippy::cast_precision_loss, reason = "a part")]
            let share = (done as f64 / work as f64).max(spent());
            if share * f64::from(rounds) >= f64::from(round) {
                break share;
            }
        };
        sort(&mut all[..left]);
        if share >= 1.0 {
            break;
        }
        left = left.div_ceil(2);
        round += 1;
    }
    // Those that were given up are in the order of their round.
    all[1..].sort_by(|one, other| other.results.mean().total_cmp(&one.results.mean()));
    let candidates = all.into_iter().map(|contender| Candidate {
        command: contender.command,
        value: contender.results.mean(),
        error: contender.results.error(),
        work: contender.work,
    });
    let candidates: Vec<Candidate> = candidates.collect();
    Choice { best: candidates.first().map(|candidate| candidate.command), candidates, work: done }
}

/// The turns that are close to the best, as many as the work is enough for.
fn contenders(first: &Choice, work: u64) -> Vec<Contender> {
    let best = first.candidates.first().map_or(0.0, |candidate| candidate.value);
    let close = first.candidates.iter().take_while(|candidate| best - candidate.value < WIDTH);
    let contender = |candidate: &Candidate| Contender {
        command: candidate.command,
        value: candidate.value,
        results: Sample::default(),
        work: 0,
    };
    let most = usize::try_from(work / (2 * PLAYOUT)).unwrap_or(MOST_CONTENDERS).min(MOST_CONTENDERS);
    close.take(most).map(contender).collect()
}

/// The choice of the evaluation alone: nothing was played out.
fn without_playouts(mut choice: Choice) -> Choice {
    choice.work = 0;
    choice.candidates.iter_mut().for_each(|candidate| candidate.work = 0);
    choice
}

/// How often a list can be halved until one is left.
fn halvings(count: usize) -> u32 {
    count.next_power_of_two().trailing_zeros()
}

/// The best first: by the results, drawn towards the evaluation as far as they are uncertain. All have the same number of results.
fn sort(contenders: &mut [Contender]) {
    let mean = |value: fn(&Contender) -> f64| {
        #[allow(clippy::cast_precision_loss, reason = "at most eight")]
        let count = contenders.len() as f64;
        contenders.iter().map(value).sum::<f64>() / count
    };
    let (results, values) = (mean(|one| one.results.mean()), mean(|one| one.value));
    let shrunk = |one: &Contender| {
        let error = one.results.error().map_or(f64::INFINITY, |error| error * error);
        let trust = if error.is_finite() { DOUBT * DOUBT / (DOUBT * DOUBT + error) } else { 0.0 };
        trust * (one.results.mean() - results) + (1.0 - trust) * (one.value - values)
    };
    contenders.sort_by(|one, other| shrunk(other).total_cmp(&shrunk(one)));
}

/// Plays on with orders of draws that are the same for all turns.
struct Playouts {
    position: Position,
    quick: Quick,
    /// Of the seat to move.
    colour: Colour,
    horizon: u64,
    seeds: u64,
    /// How many orders were played.
    orders: u64,
}

impl Playouts {
    fn new(position: &Position, weights: &Weights, colour: Colour, horizon: u64, seeds: u64) -> Self {
        let (position, quick) = (position.clone(), Quick::new(position, weights));
        Self { position, quick, colour, horizon, seeds, orders: 0 }
    }

    /// Plays each turn out with the next order of draws; returns how many placements were valued.
    fn play(&mut self, contenders: &mut [Contender]) -> u64 {
        let seed = self.seeds.wrapping_add(self.orders);
        self.orders += 1;
        let mut work = 0;
        for contender in contenders {
            let mut draws = Xoshiro256PlusPlus::seed_from_u64(seed);
            let before = self.quick.valued();
            let ahead = self.play_out(contender.command, &mut draws);
            // At least one, so that the work grows even where nothing was left to choose.
            let valued = (self.quick.valued() - before).max(1);
            contender.results.add(ahead);
            contender.work += valued;
            work += valued;
        }
        work
    }

    /// Plays a command and what follows, up to the horizon. Returns how far the seat to move is ahead then. Leaves the
    /// position as it was.
    fn play_out(&mut self, command: Command, draws: &mut impl Rng) -> f64 {
        let Self { position, quick, colour, horizon, .. } = self;
        let (mut steps, mut turns) = (1, 1);
        match command {
            Command::Play(turn) => position.play(&turn),
            _ => position.pass(),
        }
        while !position.is_finished() && turns < *horizon {
            if position.needs_draw() {
                position.deal(|choices| draws.random_range(0..choices));
                steps += 1;
            }
            let Some(turn) = quick.best(position) else { break };
            position.play(&turn);
            steps += 1;
            turns += 1;
        }
        let ahead = quick.evaluate(position, *colour);
        for _ in 0..steps {
            position.take_back();
        }
        ahead
    }
}

#[cfg(test)]
mod tests {
    use super::super::evaluation::WEIGHTS;
    use super::super::testing::until;
    use super::super::{Method, Player};
    use super::*;
    use crate::engine::{HandRule, Preset, Ruleset};

    /// More than a playout of each contender takes.
    const ROUND: u64 = 3 * PLAYOUT * MOST_CONTENDERS as u64;

    /// A position after that many random turns.
    fn position(preset: Preset, turns: u32) -> Position {
        until(Ruleset::of(preset), Player::new(Method::Random), |game| game.turns() == turns)
    }

    #[test]
    fn the_same_seed_makes_the_same_choice_and_another_seed_sees_other_draws() {
        let position = position(Preset::Modern, 62);
        let think =
            |seed| Player::new(Method::Search { work: 16_000 }).with_seed(seed).think(&position, &mut || 0.0);
        assert_eq!(think(1), think(1));
        assert_ne!(think(1).candidates, think(2).candidates);
    }

    #[test]
    fn a_playout_leaves_the_position_as_it_was_and_depends_only_on_the_draws() {
        for preset in [Preset::Modern, Preset::Abbeys] {
            let before = position(preset, 60);
            let command = counting::think(&before, &WEIGHTS).best.unwrap();
            let mut playouts = Playouts::new(&before, &WEIGHTS, before.to_move().unwrap(), HORIZON, 0);
            let mut play = |seed| playouts.play_out(command, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
            let results: Vec<f64> = (0..4).map(&mut play).collect();
            assert_eq!(results, (0..4).map(&mut play).collect::<Vec<f64>>());
            assert!(results.iter().any(|result| (result - results[0]).abs() > 0.5), "{results:?}");
            assert_eq!(playouts.position, before);
        }
    }

    #[test]
    fn the_work_is_spent_and_most_of_it_on_the_best_two() {
        let choice =
            Player::new(Method::Search { work: 32_000 }).think(&position(Preset::Modern, 55), &mut || 0.0);
        assert!((32_000..34_000).contains(&choice.work), "{}", choice.work);
        assert_eq!(choice.candidates.iter().map(|candidate| candidate.work).sum::<u64>(), choice.work);
        let mut work: Vec<u64> = choice.candidates.iter().map(|candidate| candidate.work).collect();
        work.sort_unstable();
        let last_two = work.split_off(work.len() - 2);
        assert!(2 * last_two.iter().sum::<u64>() > choice.work, "{choice:?}");
        assert!(last_two.contains(&choice.candidates[0].work), "{choice:?}");
        assert_eq!(choice.best, Some(choice.candidates[0].command));
    }

    #[test]
    fn a_budget_is_exceeded_by_a_round_of_playouts_at_most_however_small_it_is() {
        let position = position(Preset::Modern, 60);
        for work in [1, 80, 300, 310, 1_500, 5_000] {
            let choice = Player::new(Method::Search { work }).think(&position, &mut || 0.0);
            assert!(choice.work <= work + ROUND, "{} of {work}", choice.work);
            assert!(choice.best.is_some());
        }
    }

    #[test]
    fn time_ends_a_search_as_work_does() {
        let position = position(Preset::Modern, 40);
        let mut asked = 0.0;
        let choice = Player::new(Method::Search { work: u64::MAX }).think(&position, &mut || {
            asked += 1.0;
            asked / 100.0
        });
        assert!((asked - 100.0_f64).abs() < 1.5, "{asked}");
        let (best, others) = choice.candidates.split_first().unwrap();
        assert!(
            others.iter().any(|other| other.work < best.work),
            "the worse ones were left out: {choice:?}"
        );
    }

    #[test]
    fn tiles_that_stay_in_a_shared_hand_are_played_out() {
        let rules = Ruleset { hand: HandRule::Shared(3), ..Ruleset::default() };
        let position = until(rules, Player::new(Method::Random), |game| game.tiles_left() == 0);
        assert!(position.hand().len() > 1);
        let choice = Player::new(Method::Search { work: 16_000 }).think(&position, &mut || 0.0);
        assert!(choice.work > 0, "{choice:?}");
    }

    #[test]
    fn an_interrupted_search_has_a_choice() {
        let position = position(Preset::Chicago, 50);
        let choice = Player::new(Method::Search { work: u64::MAX }).think(&position, &mut || 1.0);
        assert!(choice.best.is_some() && choice.work <= ROUND);
    }
}
