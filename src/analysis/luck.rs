//! What a draw was worth, compared with what might have come.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::confirm::LUCK;
use super::depth::Depth;
use super::value::Value;
use engine::{Draw, Position, TileKind};
use players::{PlayoutStart, Playouts, SeatWorth, Weights, assess, each_command};

/// The values before and after a draw.
pub(super) struct Luck {
    /// The mean over everything that might have come.
    pub before: Value,
    /// `before` and what the draw changed.
    pub drawn: Value,
}

/// `None` if the tile could not be drawn in this position.
pub(super) fn luck(position: &Position, kind: TileKind, depth: Depth, seed: u64) -> Option<Luck> {
    let mut possible = Vec::new();
    position.draws(&mut possible);
    let Luck { before, drawn } = evaluated(position, &possible, kind)?;
    // What had to come is no luck, and the evaluation knows the last two draws exactly.
    let is_exact = possible.len() == 1 || position.tiles_to_come() <= 2;
    if is_exact {
        return Some(Luck { before, drawn });
    }
    let (before, change, part) = match depth.whole_games().zip(depth.luck_games()) {
        Some((whole, games)) => {
            let before = expected(position, &possible, whole, seed);
            (before, compare(position, kind, &possible, games, seed), 1.0)
        }
        None => (before.clone(), drawn.minus(&before), LUCK),
    };
    let mut drawn = before.clone();
    drawn.add(&change, part);
    Some(Luck { before, drawn })
}

/// After how many turns a game that is played to its end is valued where it is: only the largest are longer.
const LONGEST: u64 = 100;

/// What so many games end with.
fn expected(position: &Position, possible: &[Draw], games: u64, seed: u64) -> Value {
    let mut playouts = Playouts::new(position, Weights::of(position), LONGEST, seed);
    let ends: Vec<SeatWorth> = spread_over(possible, games, seed)
        .zip(0..)
        .map(|(kind, number)| playouts.play(PlayoutStart::Draw(kind), number, |_, worth| worth.clone()).0)
        .collect();
    Value::expected(&ends, position.tiles_to_come())
}

/// The mean difference in value between a draw and what else might have come, after so many games of so many turns.
fn compare(
    position: &Position,
    drawn: TileKind,
    possible: &[Draw],
    (games, turns): (u64, u64),
    seed: u64,
) -> Value {
    let mut mean = Value::zero(position.header().seats.len());
    let mut playouts = Playouts::new(position, Weights::of(position), turns, seed);
    #[expect(clippy::cast_precision_loss, reason = "hundreds")]
    let part = 1.0 / games as f64;
    for (other, number) in spread_over(possible, games, seed).zip(0..) {
        let mut after = |kind: TileKind, sign: f64| {
            mean.add(&playouts.play(PlayoutStart::Draw(kind), number, Value::of).0, sign * part);
        };
        after(drawn, 1.0);
        after(other, -1.0);
    }
    mean
}

/// So many draws, evenly spread over what might come, from a random place on, so that each kind has its chance.
fn spread_over(possible: &[Draw], games: u64, seed: u64) -> impl Iterator<Item = TileKind> {
    let offset: f64 = Xoshiro256PlusPlus::seed_from_u64(seed).random();
    #[expect(clippy::cast_precision_loss, reason = "hundreds")]
    (0..games).map(move |number| at(possible, (number as f64 + offset) / games as f64))
}

/// The kind that this share of all chances leads to.
fn at(possible: &[Draw], share: f64) -> TileKind {
    let mut sum = 0.0;
    let reaches = |draw: &&Draw| {
        sum += draw.chance;
        share < sum
    };
    possible.iter().find(reaches).unwrap_or(&possible[possible.len() - 1]).kind
}

/// Luck by the evaluation of the best turn with each tile.
fn evaluated(position: &Position, draws: &[Draw], kind: TileKind) -> Option<Luck> {
    let mover = position.seat_of(position.to_move()?).index();
    let mut position = position.clone();
    let mut before = Value::zero(position.header().seats.len());
    let mut actual = None;
    for &Draw { kind: possible, chance, .. } in draws {
        position.draw(possible);
        let value = best(&mut position, mover);
        position.take_back();
        before.add(&value, chance);
        if possible == kind {
            actual = Some(value);
        }
    }
    Some(Luck { before, drawn: actual? })
}

/// The value after a turn. With one tile to come, what its best turn leads to is known.
pub(super) fn value_after(position: &Position, worth: &SeatWorth) -> Value {
    let last = (position.tiles_to_come() == 1 && position.hand().is_empty()).then(|| {
        let (mut position, mut draws) = (position.clone(), Vec::new());
        position.draws(&mut draws);
        let &[Draw { kind, .. }] = &draws[..] else { return None };
        let mover = position.seat_of(position.to_move()?).index();
        position.draw(kind);
        Some(best(&mut position, mover))
    });
    last.flatten().unwrap_or_else(|| Value::of(position, worth))
}

/// The value after the mover's best turn. If there is none, because the hand is redrawn or the game is over, that of the position.
fn best(position: &mut Position, mover: usize) -> Value {
    let mut best: Option<Value> = None;
    if position.to_move().is_some_and(|colour| position.seat_of(colour).index() == mover) {
        each_command(position, |_, after, worth| {
            let value = value_after(after, worth);
            if best.as_ref().is_none_or(|best| value.points[mover] > best.points[mover]) {
                best = Some(value);
            }
        });
    }
    best.unwrap_or_else(|| Value::of(position, &assess(position)))
}

#[cfg(test)]
mod tests {
    use super::super::moments::moments;
    use super::*;
    use crate::testing::short_game;
    use engine::{HandRule, Header, Preset, Ruleset, Seat};
    use players::Sample;
    use samples::finished_game;

    #[test]
    fn luck_is_fair_over_everything_that_might_have_come() {
        for rules in [
            Ruleset::default(),
            Ruleset::of(Preset::Abbeys),
            Ruleset { hand: HandRule::Shared(2), ..Ruleset::default() },
            Ruleset { draw_ahead: true, ..Ruleset::default() },
        ] {
            let (game, log) = short_game(&Header::new(rules, vec!["ann".into(), "ben".into()], Seat(0)), 5);
            let moments = moments(game.header(), &log).unwrap();
            let (position, _) = moments[4].draw.as_ref().unwrap();
            let mut draws = Vec::new();
            position.draws(&mut draws);
            let sum = draws.iter().map(|draw| {
                let Luck { before, drawn } = luck(position, draw.kind, Depth::Quick, 0).unwrap();
                draw.chance * (drawn.points[0] - before.points[0])
            });
            let sum = sum.sum::<f64>();
            assert!(draws.len() > 10 && sum.abs() < 1e-9, "{sum}");
        }
    }

    #[test]
    fn games_played_on_favour_no_draw_either() {
        let (game, log) =
            short_game(&Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0)), 5);
        let moments = moments(game.header(), &log).unwrap();
        let (position, _) = moments[4].draw.as_ref().unwrap();
        let mut draws = Vec::new();
        position.draws(&mut draws);
        let sums = (0..150).map(|seed| -> f64 {
            let luck =
                |draw: &Draw| draw.chance * compare(position, draw.kind, &draws, (4, 3), seed).points[0];
            draws.iter().map(luck).sum()
        });
        let sums: Sample = sums.collect();
        let error = sums.error().unwrap();
        assert!(error < 0.25 && sums.mean().abs() < 3.0 * error, "{} ± {error}", sums.mean());
    }

    #[test]
    fn before_a_draw_games_to_the_end_say_what_is_to_be_expected() {
        let (game, log) = finished_game(Ruleset::default(), 8);
        let moments = moments(game.header(), &log).unwrap();
        let (position, kind) = moments[60].draw.as_ref().unwrap();
        let expected = |games| {
            let mut draws = Vec::new();
            position.draws(&mut draws);
            expected(position, &draws, games, 3)
        };
        let [some, many] = [expected(100), expected(800)];
        let difference = some.minus(&many);
        assert!(difference.points[0].abs() < 4.0 && difference.win[0].abs() < 0.15, "{difference:?}");
        let Luck { before, .. } = luck(position, *kind, Depth::Standard, 3).unwrap();
        assert_eq!(before, some);
    }

    #[test]
    fn the_last_draws_are_exact_and_those_before_are_played_on() {
        let (game, log) = finished_game(Ruleset::default(), 8);
        let moments = moments(game.header(), &log).unwrap();
        let change = |moment: usize, depth| {
            let (position, kind) = moments[moment].draw.as_ref().unwrap();
            let Luck { before, drawn } = luck(position, *kind, depth, 7).unwrap();
            drawn.minus(&before).points[0]
        };
        let is_same = |moment| (change(moment, Depth::Standard) - change(moment, Depth::Quick)).abs() < 1e-12;
        let last = moments.len() - 1;
        assert!(is_same(last) && is_same(last - 1) && !is_same(30));
    }
}
