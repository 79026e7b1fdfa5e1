//! Plays the best turns out to the end: both sides by the counting player, and every turn with the same tiles to come.
//!
//! A difference between two turns after the same draws has a much smaller spread than their values, which depend on the luck of
//! those draws. The worse half of the turns is left out again and again (sequential halving), so most of the work goes into the
//! turns that are hard to tell apart.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

use super::evaluation::{Odds, WEIGHTS, evaluate};
use super::{Candidate, Choice, Sample, counting};
use crate::engine::{Colour, Command, Position};

/// How many turns are played out at most.
const MOST_CONTENDERS: usize = 8;
/// Turns that the evaluation finds worse than the best by more than this many points are not played out.
const WIDTH: f64 = 8.0;
/// How far the evaluation of the difference of two turns is off, in points: the more, the sooner playouts outweigh it.
const DOUBT: f64 = 3.0;

/// A turn that is played out.
struct Contender {
    command: Command,
    /// The evaluation after it.
    value: f64,
    /// The points ahead at the end, for the seat to move.
    results: Sample,
}

/// The command that does best in `playouts` games played to the end.
pub(super) fn think(
    position: &Position,
    playouts: u64,
    rng: &mut impl Rng,
    interrupted: &mut dyn FnMut() -> bool,
) -> Choice {
    let first = counting::think(position);
    let Some(colour) = position.to_move() else { return first };
    let mut all = contenders(&first, playouts);
    // After the last tile the evaluation is exact.
    if all.len() < 2 || position.tiles_left() == 0 && position.hand().len() == 1 {
        return without_playouts(first);
    }
    let seeds: u64 = rng.random();
    let mut position = position.clone();
    let (mut left, mut work, mut order, mut rounds) = (all.len(), 0, 0, halvings(all.len()));
    let mut stopped = false;
    while left > 1 {
        let orders = ((playouts - work) / (rounds * left as u64)).max(1);
        for _ in 0..orders {
            for contender in &mut all[..left] {
                let mut draws = Xoshiro256PlusPlus::seed_from_u64(seeds.wrapping_add(order));
                contender.results.add(play_out(&mut position, contender.command, colour, &mut draws));
                work += 1;
            }
            order += 1;
            stopped = interrupted();
            if stopped {
                break;
            }
        }
        sort(&mut all[..left]);
        if stopped {
            break;
        }
        left = left.div_ceil(2);
        rounds -= 1;
    }
    let candidates = all.into_iter().map(|contender| Candidate {
        command: contender.command,
        value: contender.results.mean(),
        error: contender.results.error(),
        work: contender.results.count(),
    });
    let candidates: Vec<Candidate> = candidates.collect();
    Choice { best: candidates.first().map(|candidate| candidate.command), candidates, work }
}

/// The turns that are close to the best. Half the budget must be enough to play out each once: so much does halving need.
fn contenders(first: &Choice, playouts: u64) -> Vec<Contender> {
    let best = first.candidates.first().map_or(0.0, |candidate| candidate.value);
    let close = first.candidates.iter().take_while(|candidate| best - candidate.value < WIDTH);
    let contender = |candidate: &Candidate| Contender {
        command: candidate.command,
        value: candidate.value,
        results: Sample::default(),
    };
    let most = usize::try_from(playouts / 2).map_or(MOST_CONTENDERS, |half| half.min(MOST_CONTENDERS));
    close.take(most).map(contender).collect()
}

/// The choice of the evaluation alone: no game was played out.
fn without_playouts(mut choice: Choice) -> Choice {
    choice.work = 0;
    choice.candidates.iter_mut().for_each(|candidate| candidate.work = 0);
    choice
}

/// How often a list can be halved until one is left.
fn halvings(count: usize) -> u64 {
    u64::from(count.next_power_of_two().trailing_zeros())
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

/// Plays a command and the rest of the game, and returns how far the seat of `colour` is ahead at the end. Leaves the position as
/// it was.
fn play_out(position: &mut Position, command: Command, colour: Colour, draws: &mut impl Rng) -> f64 {
    let mut steps = 1;
    match command {
        Command::Play(turn) => position.play(&turn),
        _ => position.pass(),
    }
    while !position.is_finished() {
        position.deal(|choices| draws.random_range(0..choices));
        steps += 1;
        if let Some(turn) = counting::best(position, &WEIGHTS) {
            position.play(&turn);
            steps += 1;
        }
    }
    let ahead = evaluate(position, colour, &mut Odds::of(position), &WEIGHTS);
    for _ in 0..steps {
        position.take_back();
    }
    ahead
}

#[cfg(test)]
mod tests {
    use super::super::testing::until;
    use super::super::{Method, Player};
    use super::*;
    use crate::engine::{HandRule, Preset, Ruleset};

    /// A position after that many random turns.
    fn position(preset: Preset, turns: u32) -> Position {
        until(Ruleset::of(preset), Player::new(Method::Random), |game| game.turns() == turns)
    }

    #[test]
    fn the_same_seed_makes_the_same_choice_and_another_seed_sees_other_draws() {
        let position = position(Preset::Modern, 62);
        let think = |seed| {
            Player::new(Method::Playouts { playouts: 16 }).with_seed(seed).think(&position, &mut || false)
        };
        assert_eq!(think(1), think(1));
        assert_ne!(think(1).candidates, think(2).candidates);
    }

    #[test]
    fn a_playout_leaves_the_position_as_it_was_and_depends_only_on_the_draws() {
        for preset in [Preset::Modern, Preset::Abbeys] {
            let before = position(preset, 60);
            let (mut after, colour) = (before.clone(), before.to_move().unwrap());
            let command = counting::think(&before).best.unwrap();
            let mut play =
                |seed| play_out(&mut after, command, colour, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
            let results: Vec<f64> = (0..4).map(&mut play).collect();
            assert_eq!(results, (0..4).map(&mut play).collect::<Vec<f64>>());
            assert!(results.iter().any(|result| (result - results[0]).abs() > 0.5), "{results:?}");
            assert_eq!(after, before);
        }
    }

    #[test]
    fn the_work_is_spent_and_most_of_it_on_the_best() {
        let choice = Player::new(Method::Playouts { playouts: 48 })
            .think(&position(Preset::Modern, 55), &mut || false);
        assert!((40..=48).contains(&choice.work), "{}", choice.work);
        assert_eq!(choice.candidates.iter().map(|candidate| candidate.work).sum::<u64>(), choice.work);
        assert!(choice.candidates.windows(2).all(|pair| pair[0].work >= pair[1].work), "{choice:?}");
        assert_eq!(choice.best, Some(choice.candidates[0].command));
    }

    #[test]
    fn the_budget_is_never_exceeded_however_small_it_is() {
        let position = position(Preset::Modern, 66);
        for playouts in 1..=20 {
            let choice = Player::new(Method::Playouts { playouts }).think(&position, &mut || false);
            assert!(choice.work <= playouts, "{} of {playouts}", choice.work);
            assert!(choice.best.is_some());
        }
    }

    #[test]
    fn tiles_that_stay_in_a_shared_hand_are_played_out() {
        let rules = Ruleset { hand: HandRule::Shared(3), ..Ruleset::default() };
        let position = until(rules, Player::new(Method::Random), |game| game.tiles_left() == 0);
        assert!(position.hand().len() > 1);
        let choice = Player::new(Method::Playouts { playouts: 16 }).think(&position, &mut || false);
        assert!(choice.work > 0, "{choice:?}");
    }

    #[test]
    fn an_interrupted_search_has_a_choice() {
        let position = position(Preset::Chicago, 50);
        let choice = Player::new(Method::Playouts { playouts: u64::MAX }).think(&position, &mut || true);
        assert!(choice.best.is_some() && choice.work <= MOST_CONTENDERS as u64);
    }
}
