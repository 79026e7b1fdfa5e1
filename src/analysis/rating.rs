//! How good everything is that a player might have done.

use super::confirm::{FIRST_CONFIRMED, part_of_loss};
use super::depth::Depth;
use super::luck::value_after;
use super::value::Value;
use engine::{Command, Place, Position, Turn};
use players::{PlayoutStart, Playouts, Runner, Weights, contenders, each_command, horizon, race};

/// A command and what follows from it.
#[derive(Clone, Debug)]
pub(super) struct Rated {
    pub command: Command,
    pub value: Value,
    /// The standard error, in points, of the difference to the best command. `None` for the best and for those that were not played out.
    pub error: Option<f64>,
}

/// Everything that the colour to move may do, the best first.
pub(super) fn rate(position: &Position, played: Option<Command>, depth: Depth, seed: u64) -> Vec<Rated> {
    let Some(mover) = position.to_move().map(|colour| position.seat_of(colour).index()) else {
        return Vec::new();
    };
    let mut rated = evaluated(position, mover);
    // With nothing left to chance the values are exact.
    let is_certain = position.tiles_to_come() <= 1 && position.drawable().nth(1).is_none();
    let is_last = is_certain && position.hand().len() == 1;
    if let Some(work) = depth.work().filter(|_| !is_last && rated.len() > 1) {
        let played = played.and_then(|played| find(&rated, played));
        return play_out(position, rated, played, mover, (work, seed));
    }
    if depth.work().is_none() && !is_certain {
        confirm(&mut rated, mover);
    }
    rated
}

/// By the evaluation alone. Of equal commands the first stays first.
fn evaluated(position: &Position, mover: usize) -> Vec<Rated> {
    let mut rated = Vec::new();
    each_command(&mut position.clone(), |command, after, worth| {
        rated.push(Rated { command, value: value_after(after, worth), error: None });
    });
    rated.sort_by(|one, other| other.value.points[mover].total_cmp(&one.value.points[mover]));
    rated
}

/// Brings the others as close to the best as playing on would.
fn confirm(rated: &mut [Rated], mover: usize) {
    let Some((best, others)) = rated.split_first_mut() else { return };
    for other in others {
        let lead = best.value.minus(&other.value);
        other.value = best.value.clone();
        other.value.add(&lead, -part_of_loss(lead.points[mover]));
    }
}

/// What a quick analysis of a version says that a command loses, in points; `None` if it is not possible.
pub fn judge(position: &Position, command: Command, version: u32) -> Option<f64> {
    let seat = position.seat_of(position.to_move()?).index();
    let rated = if version < FIRST_CONFIRMED {
        evaluated(position, seat)
    } else {
        rate(position, None, Depth::Quick, 0)
    };
    let chosen = find(&rated, command)?;
    Some(rated.first()?.value.points[seat] - rated[chosen].value.points[seat])
}

/// Plays games on after the commands that the evaluation finds best and the one that was played, and brings these into a new order. The
/// others come last: nobody knows whether they would have lost as much.
fn play_out(
    position: &Position,
    mut rated: Vec<Rated>,
    played: Option<usize>,
    mover: usize,
    (work, seed): (u64, u64),
) -> Vec<Rated> {
    let close = contenders(rated.iter().map(|rated| rated.value.points[mover]), work);
    let mut rest = rated.split_off(close);
    if let Some(place) = played.filter(|&place| place >= close) {
        rated.push(rest.remove(place - close));
    }
    let played = played.map(|place| place.min(rated.len() - 1));
    let values: Vec<f64> = rated.iter().map(|rated| rated.value.points[mover]).collect();
    let turns = horizon(work, position.header().seats.len());
    let mut playouts = Playouts::new(position, Weights::of(position), turns, seed);
    let mut results: Vec<Vec<Value>> = vec![Vec::new(); rated.len()];
    let runners = race(
        &values,
        played,
        |index, order| {
            let start = PlayoutStart::Command(rated[index].command);
            let (value, work) = playouts.play(start, order, Value::of);
            let points = value.points[mover];
            results[index].push(value);
            (points, work)
        },
        #[expect(clippy::cast_precision_loss, reason = "a part")]
        |done| done as f64 / work as f64,
    );
    reordered(&rated, &results, &runners).chain(rest).collect()
}

/// The commands in the order of the race, with what it says of their values. The best by the evaluation keeps its value as the measure of
/// the others.
fn reordered(rated: &[Rated], results: &[Vec<Value>], runners: &[Runner]) -> impl Iterator<Item = Rated> {
    let best = runners[0].index;
    // How far the best is ahead of another, for each seat.
    let lead = move |runner: &Runner| {
        let mut lead = Value::zero(rated[best].value.points.len());
        lead.add(&mean_difference(&results[best], &results[runner.index]), runner.behind.trust);
        lead.add(&rated[best].value.minus(&rated[runner.index].value), 1.0 - runner.behind.trust);
        lead
    };
    let mut most = rated[0].value.clone();
    if let Some(first) = runners[1..].iter().find(|runner| runner.index == 0) {
        most.add(&lead(first), 1.0);
    }
    runners.iter().map(move |runner| {
        let mut value = most.clone();
        if runner.behind.mean > 0.0 {
            value.add(&lead(runner), -1.0);
        }
        let error = (runner.index != best).then_some(runner.behind.spread);
        Rated { command: rated[runner.index].command, value, error }
    })
}

/// The mean difference of results with the same chance.
fn mean_difference(results: &[Value], others: &[Value]) -> Value {
    let mut mean = Value::zero(results[0].points.len());
    #[expect(clippy::cast_precision_loss, reason = "thousands")]
    let part = 1.0 / results.len().min(others.len()) as f64;
    for (result, other) in results.iter().zip(others) {
        mean.add(&result.minus(other), part);
    }
    mean
}

/// The place of a command, or of the turn that looks and claims the same.
pub(super) fn find(rated: &[Rated], played: Command) -> Option<usize> {
    let same = |rated: &Rated| match (rated.command, played) {
        (Command::Play(one), Command::Play(other)) => is_same(one, other),
        (one, other) => one == other,
    };
    rated.iter().position(|rated| rated.command == played).or_else(|| rated.iter().position(same))
}

fn is_same(one: Turn, other: Turn) -> bool {
    let follower = |turn: Turn| {
        let follower = turn.follower?;
        let segment = follower.on.segment(turn.tile, turn.rotation)?;
        Some((follower.kind, Place::name(turn.tile, turn.rotation, segment)))
    };
    (one.tile, one.position) == (other.tile, other.position)
        && one.tile.edges(one.rotation) == other.tile.edges(other.rotation)
        && follower(one) == follower(other)
}

#[cfg(test)]
mod tests {
    use super::super::moments::moments;
    use super::*;
    use crate::testing::short_game;
    use engine::{Header, Ruleset, Seat, legal};
    use samples::{finished_game, many_rules};

    #[test]
    fn every_legal_turn_is_found_among_those_that_look_different() {
        for rules in many_rules() {
            let (game, log) = short_game(&Header::new(rules, vec!["ann".into(), "ben".into()], Seat(0)), 9);
            for moment in moments(game.header(), &log).unwrap().iter().step_by(4) {
                let rated = rate(&moment.position, None, Depth::Quick, 0);
                for turn in legal::turns(&moment.position) {
                    assert!(find(&rated, Command::Play(turn)).is_some(), "{turn}");
                }
            }
        }
    }

    #[test]
    fn a_quick_loss_is_a_part_of_what_the_evaluation_says_and_keeps_the_order() {
        let (game, log) = finished_game(Ruleset::default(), 8);
        let moments = moments(game.header(), &log).unwrap();
        for (index, moment) in moments.iter().enumerate() {
            let seat = moment.position.seat_of(moment.colour).index();
            let lost = |rated: &[Rated]| -> Vec<f64> {
                rated.iter().map(|other| rated[0].value.points[seat] - other.value.points[seat]).collect()
            };
            let (said, shown) = (
                lost(&evaluated(&moment.position, seat)),
                lost(&rate(&moment.position, None, Depth::Quick, 0)),
            );
            let is_exact = index + 2 >= moments.len();
            let part = |said: f64| if is_exact { said } else { said * part_of_loss(said) };
            assert!(
                said.iter().zip(&shown).all(|(said, shown)| (part(*said) - shown).abs() < 1e-9),
                "{index}"
            );
            assert!(shown.is_sorted(), "{index}");
            let judged = |version| judge(&moment.position, moment.played.unwrap(), version).unwrap();
            let now = judged(FIRST_CONFIRMED);
            assert!(shown.iter().any(|shown| (shown - now).abs() < 1e-9), "{index}");
            assert!((part(judged(FIRST_CONFIRMED - 1)) - now).abs() < 1e-9, "{index}");
        }
    }

    #[test]
    fn playouts_move_the_close_turns_and_leave_the_rest() {
        let (game, log) = finished_game(Ruleset::default(), 8);
        let moment = &moments(game.header(), &log).unwrap()[66];
        let quick = evaluated(&moment.position, moment.position.seat_of(moment.colour).index());
        let standard = rate(&moment.position, moment.played, Depth::Standard, 0);
        assert_eq!(quick.len(), standard.len());
        let estimated =
            standard.iter().take_while(|rated| rated.error.is_some() || rated.command == standard[0].command);
        let (estimated, others) = standard.split_at(estimated.count());
        assert!(estimated.len() > 1, "{standard:?}");
        assert!(others.iter().all(|other| {
            quick.iter().any(|rated| (rated.command, &rated.value) == (other.command, &other.value))
        }));
        let played = find(&standard, moment.played.unwrap()).unwrap();
        assert!(played == 0 || standard[played].error.is_some());
    }
}
