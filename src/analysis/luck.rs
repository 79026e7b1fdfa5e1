//! What a draw was worth, compared with what might have come.

use super::value::Value;
use crate::engine::{Draw, Position, TileKind};
use crate::players::{SeatWorth, assess, each_command};

/// The values before and after a draw.
pub(super) struct Luck {
    /// The mean over everything that might have come.
    pub before: Value,
    pub drawn: Value,
}

/// `None` if the tile could not be drawn in this position.
pub(super) fn luck(position: &Position, kind: TileKind) -> Option<Luck> {
    let mover = position.seat_of(position.to_move()?).index();
    let (mut position, mut draws) = (position.clone(), Vec::new());
    position.draws(&mut draws);
    let mut before = Value::zero(position.header().seats.len());
    let mut actual = None;
    for Draw { kind: possible, chance, .. } in draws {
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
    let last = (position.tiles_left() == 1 && position.hand().is_empty()).then(|| {
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
    use crate::analysis::testing::short_game;
    use crate::engine::{HandRule, Header, Preset, Ruleset, Seat};

    #[test]
    fn luck_is_fair_over_everything_that_might_have_come() {
        for rules in [
            Ruleset::default(),
            Ruleset::of(Preset::Abbeys),
            Ruleset { hand: HandRule::Shared(2), ..Ruleset::default() },
        ] {
            let (game, log) = short_game(&Header::new(rules, vec!["ann".into(), "ben".into()], Seat(0)), 5);
            let moments = moments(game.header(), &log).unwrap();
            let (position, _) = moments[4].draw.as_ref().unwrap();
            let mut draws = Vec::new();
            position.draws(&mut draws);
            let sum = draws.iter().map(|draw| {
                let Luck { before, drawn } = luck(position, draw.kind).unwrap();
                draw.chance * (drawn.points[0] - before.points[0])
            });
            let sum = sum.sum::<f64>();
            assert!(draws.len() > 10 && sum.abs() < 1e-9, "{sum}");
        }
    }
}
