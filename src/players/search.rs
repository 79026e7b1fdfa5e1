//! Plays the best turns out, all with the same tiles to come, and takes the one after which the game goes best.
//!
//! A playout ends after some rounds with an evaluation: the rest of a game adds more noise than knowledge.

use rand::{Rng, RngExt};

use super::evaluation::{Weights, ahead};
use super::playouts::{PlayoutStart, Playouts};
use super::race::{Runner, race};
use super::{Candidate, Choice, Sample, counting};
use engine::Position;

/// How many turns are played out at most.
const MOST_CONTENDERS: usize = 24;
/// Turns that the evaluation finds worse than the best by more than this many points are not played out.
const WIDTH: f64 = 16.0;
/// How many placements there must be to value for each turn that is played out.
const LEAST_WORK: u64 = 600;
/// How many turns a playout goes on at most, the first included.
const FURTHEST: u64 = 16;

/// The command that does best in playouts. `work` is how many placements are valued in them at most. `spent` is asked which part
/// of the time is spent.
pub(super) fn think(
    position: &Position,
    weights: &Weights,
    work: u64,
    rng: &mut impl Rng,
    spent: &mut dyn FnMut() -> f64,
) -> Choice {
    let first = counting::think(position, weights);
    let Some(seat) = position.to_move().map(|colour| position.seat_of(colour)) else { return first };
    let count = contenders(first.candidates.iter().map(|candidate| candidate.value), work);
    let contenders = &first.candidates[..count];
    // After the last tile the evaluation is exact.
    if count < 2 || position.tiles_to_come() == 0 && position.hand().len() == 1 {
        return without_playouts(first);
    }
    let turns = horizon(work, position.header().seats.len());
    let mut playouts = Playouts::between_tastes(position, weights, turns, rng.random());
    let values: Vec<f64> = contenders.iter().map(|candidate| candidate.value).collect();
    let runners = race(
        &values,
        None,
        |index, order| {
            let start = PlayoutStart::Command(contenders[index].command);
            playouts.play(start, order, |_, worth| ahead(worth, seat))
        },
        #[expect(clippy::cast_precision_loss, reason = "a part")]
        |done| (done as f64 / work as f64).max(spent()),
    );
    let best: Sample = runners[0].results.iter().copied().collect();
    let candidate = |(place, runner): (usize, &Runner)| Candidate {
        command: contenders[runner.index].command,
        value: best.mean() - runner.behind.mean,
        error: if place == 0 { best.error() } else { Some(runner.behind.spread) },
        work: runner.work,
    };
    let candidates: Vec<Candidate> = runners.iter().enumerate().map(candidate).collect();
    Choice {
        best: candidates.first().map(|candidate| candidate.command),
        work: candidates.iter().map(|candidate| candidate.work).sum(),
        candidates,
    }
}

/// How many turns are played out: those close to the best, as many as the work is enough for. The evaluations are in order.
pub fn contenders(values: impl IntoIterator<Item = f64>, work: u64) -> usize {
    let most = usize::try_from(work / LEAST_WORK).unwrap_or(MOST_CONTENDERS).min(MOST_CONTENDERS);
    let mut values = values.into_iter().take(most).peekable();
    let best = values.peek().copied().unwrap_or_default();
    values.take_while(|value| best - value < WIDTH).count()
}

/// The choice of the evaluation alone: nothing was played out.
fn without_playouts(mut choice: Choice) -> Choice {
    choice.work = 0;
    choice.candidates.iter_mut().for_each(|candidate| candidate.work = 0);
    choice
}

/// How many turns a playout goes on. More of them vary more, so they are worth their while where there is work for many playouts:
/// eight times the work for twice the turns, but at least a round and a turn. Far away the playouts themselves err more than the
/// evaluation (`docs/players.md`).
pub fn horizon(work: u64, seats: usize) -> u64 {
    let worthwhile = (0..FURTHEST).rev().find(|turns| (4 * turns + 4).pow(3) <= work).unwrap_or(0);
    worthwhile.max(seats as u64 + 1)
}

#[cfg(test)]
mod tests {
    use super::super::testing::until;
    use super::super::{Method, Player};
    use super::*;
    use engine::{HandRule, Preset, Ruleset};

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
    fn more_work_looks_further_and_always_at_the_next_turn_of_the_same_seat() {
        let with = |seats| [1, 10_000, 80_000, 500_000, 3_000_000, u64::MAX].map(|work| horizon(work, seats));
        assert_eq!(with(2), [3, 4, 9, 15, 15, 15]);
        assert_eq!(with(6), [7, 7, 9, 15, 15, 15]);
    }

    #[test]
    fn the_candidates_are_in_the_order_of_their_values_and_their_work_is_all_the_work() {
        let choice =
            Player::new(Method::Search { work: 32_000 }).think(&position(Preset::Modern, 55), &mut || 0.0);
        assert!(choice.work < 40_000, "{}", choice.work);
        assert_eq!(choice.candidates.iter().map(|candidate| candidate.work).sum::<u64>(), choice.work);
        assert!(choice.candidates.is_sorted_by(|one, next| one.value >= next.value), "{choice:?}");
        assert!(choice.candidates.iter().all(|candidate| candidate.error.is_some()));
        assert_eq!(choice.best, Some(choice.candidates[0].command));
    }

    #[test]
    fn a_budget_is_exceeded_by_a_round_of_playouts_at_most_however_small_it_is() {
        let position = position(Preset::Modern, 60);
        for work in [1, 80, 300, 310, 1_500, 5_000] {
            let choice = Player::new(Method::Search { work }).think(&position, &mut || 0.0);
            assert!(choice.work <= work + 3_000, "{} of {work}", choice.work);
            assert!(choice.best.is_some());
        }
    }

    #[test]
    fn time_ends_a_search_as_work_does() {
        let position = position(Preset::Modern, 40);
        let mut asked = 0.0;
        let choice = Player::new(Method::Search { work: u64::MAX }).think(&position, &mut || {
            asked += 1.0;
            asked / 12.0
        });
        assert!((asked - 12.0_f64).abs() < 1.5, "{asked}");
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
        assert!(choice.best.is_some() && choice.work < 100_000, "{}", choice.work);
    }
}
