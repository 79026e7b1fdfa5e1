//! How good everything is that a player might have done.

use super::depth::Depth;
use super::luck::value_after;
use super::playouts::play_out_all;
use super::value::Value;
use crate::engine::{Command, Place, Position, Turn};
use crate::players::{Sample, each_command};

/// Turns that the evaluation finds worse than the best by more than this many points are not played out, but for the one that was played.
const WIDTH: f64 = 6.0;
/// How far the evaluation of the difference of two turns is off, in points: the more, the sooner playouts outweigh it.
const DOUBT: f64 = 3.0;

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
    let mut rated = Vec::new();
    each_command(&mut position.clone(), |command, after, worth| {
        rated.push(Rated { command, value: value_after(after, worth), error: None });
    });
    sort(&mut rated, mover);
    // With nothing left to chance the values are exact.
    let is_certain = position.tiles_left() <= 1 && position.drawable().nth(1).is_none();
    let is_last = is_certain && position.hand().len() == 1;
    if depth.playouts() > 0 && !is_last {
        let contenders = contenders(&rated, mover, played, depth.contenders());
        if contenders.len() > 1 {
            play_contenders(position, &mut rated, &contenders, mover, depth.playouts(), seed);
            // Those that were not played out come last: nobody knows whether they would have lost as much.
            let (mut first, rest): (Vec<_>, Vec<_>) =
                rated.into_iter().enumerate().partition(|(place, _)| contenders.contains(place));
            first.sort_by(|(_, one), (_, other)| by_value(one, other, mover));
            rated = first.into_iter().chain(rest).map(|(_, rated)| rated).collect();
        }
    }
    rated
}

/// What the evaluation thinks that a command loses, in points; `None` if it is not possible.
pub fn judge(position: &Position, command: Command) -> Option<f64> {
    let seat = position.seat_of(position.to_move()?).index();
    let rated = rate(position, None, Depth::Quick, 0);
    let chosen = find(&rated, command)?;
    Some(rated.first()?.value.points[seat] - rated[chosen].value.points[seat])
}

/// Of equal commands the first stays first.
fn sort(rated: &mut [Rated], mover: usize) {
    rated.sort_by(|one, other| by_value(one, other, mover));
}

fn by_value(one: &Rated, other: &Rated, mover: usize) -> std::cmp::Ordering {
    other.value.points[mover].total_cmp(&one.value.points[mover])
}

/// The places of the commands that are played out: the best by the evaluation, and the one that was played.
fn contenders(rated: &[Rated], mover: usize, played: Option<Command>, most: usize) -> Vec<usize> {
    let value = |rated: &Rated| rated.value.points[mover];
    let Some(best) = rated.first().map(value) else { return Vec::new() };
    let close = rated.iter().take_while(|rated| best - value(rated) < WIDTH).count();
    let mut contenders: Vec<usize> = (0..close.min(most)).collect();
    let played = played.and_then(|played| find(rated, played));
    contenders.extend(played.filter(|place| !contenders.contains(place)));
    contenders
}

/// Replaces the values of the contenders. The first, which is the best by the evaluation, keeps its own; the differences of the others to it
/// are drawn from the evaluation towards the playouts, as far as these are certain.
fn play_contenders(
    position: &Position,
    rated: &mut [Rated],
    contenders: &[usize],
    mover: usize,
    playouts: usize,
    seed: u64,
) {
    let commands: Vec<Command> = contenders.iter().map(|&place| rated[place].command).collect();
    let orders = (playouts / commands.len()).max(2);
    let results = play_out_all(position, &commands, orders, seed);
    let (anchor, first) = (rated[contenders[0]].value.clone(), mean(&results[0]));
    for (&place, results_here) in contenders.iter().zip(&results).skip(1) {
        let trust = trust(error(results_here, &results[0], mover));
        let mut value = anchor.clone();
        value.add(&mean(results_here).minus(&first), trust);
        value.add(&rated[place].value.minus(&anchor), 1.0 - trust);
        rated[place].value = value;
    }
    // Errors are those of the difference to the best.
    let points = |contender: usize| rated[contenders[contender]].value.points[mover];
    let best = (0..contenders.len())
        .max_by(|&one, &other| points(one).total_cmp(&points(other)).then(other.cmp(&one)));
    let best = best.unwrap_or(0);
    for (contender, &place) in contenders.iter().enumerate().filter(|&(contender, _)| contender != best) {
        let error = error(&results[contender], &results[best], mover);
        rated[place].error = Some(error * trust(error).sqrt());
    }
}

fn mean(results: &[Value]) -> Value {
    #[allow(clippy::cast_precision_loss, reason = "hundreds")]
    let part = 1.0 / results.len() as f64;
    let mut mean = Value::zero(results[0].points.len());
    for result in results {
        mean.add(result, part);
    }
    mean
}

/// The standard error of the mean difference, game by game.
fn error(results: &[Value], others: &[Value], mover: usize) -> f64 {
    let differences = results.iter().zip(others).map(|(one, other)| one.points[mover] - other.points[mover]);
    differences.collect::<Sample>().error().unwrap_or(DOUBT)
}

/// The weight of playouts with this error against the evaluation.
fn trust(error: f64) -> f64 {
    DOUBT * DOUBT / (DOUBT * DOUBT + error * error)
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
    use crate::analysis::testing::short_game;
    use crate::engine::{Header, Ruleset, Seat, legal};
    use crate::insight::testing::{finished_game, many_rules};

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
    fn playouts_move_the_close_turns_and_leave_the_rest() {
        let (game, log) = finished_game(Ruleset::default(), 8);
        let moment = &moments(game.header(), &log).unwrap()[66];
        let quick = rate(&moment.position, moment.played, Depth::Quick, 0);
        let standard = rate(&moment.position, moment.played, Depth::Standard, 0);
        assert_eq!(quick.len(), standard.len());
        let estimated = standard.iter().filter(|rated| rated.error.is_some()).count();
        assert!((1..=Depth::Standard.contenders()).contains(&estimated), "{estimated}");
        let played = find(&standard, moment.played.unwrap()).unwrap();
        assert!(played == 0 || standard[played].error.is_some());
    }
}
