//! What positions and turns are worth to every seat, for analysis.

use super::evaluation::{self, Odds, SeatWorth, Term, Weights, by_seat, each_term};
use engine::{Colour, Command, Position, legal};

/// The worth of a position.
pub fn assess(position: &Position) -> SeatWorth {
    let weights = Weights::of(position);
    worth(position, &Odds::of(position, weights), weights)
}

/// Calls `found` with every part of what a position is worth, and its colour.
pub fn each_part(position: &Position, found: impl FnMut(Term, Colour, f64)) {
    let weights = Weights::of(position);
    each_term(position, &Odds::of(position, weights), weights, found);
}

/// Calls `found` with everything that the colour to move may do, the position after it, and what that is worth. Leaves the position as it was.
pub fn each_command(position: &mut Position, mut found: impl FnMut(Command, &Position, &SeatWorth)) {
    if position.to_move().is_none() || position.needs_draw() {
        return;
    }
    let weights = Weights::of(position);
    let (odds, mut turns) = (Odds::of(position, weights), Vec::with_capacity(128));
    position.distinct_turns(&mut turns);
    for turn in &turns {
        position.play(turn);
        found(Command::Play(*turn), position, &worth(position, &odds, weights));
        position.take_back();
    }
    if legal::may_pass(position) {
        position.pass();
        found(Command::Pass, position, &worth(position, &odds, weights));
        position.take_back();
    }
}

fn worth(position: &Position, odds: &Odds, weights: &Weights) -> SeatWorth {
    by_seat(position, &evaluation::worth(position, odds, weights))
}

#[cfg(test)]
mod tests {
    use super::super::testing::until;
    use super::super::{Method, Player};
    use super::*;
    use crate::ahead;
    use engine::{Preset, Ruleset, Seat};

    #[test]
    fn the_command_after_which_the_mover_is_furthest_ahead_is_the_counting_players() {
        for preset in Preset::ALL {
            for turns in [0, 20, 50] {
                let mut position =
                    until(Ruleset::of(preset), Player::new(Method::Random), |game| game.turns() == turns);
                let before = position.clone();
                let seat = position.seat_of(position.to_move().unwrap());
                let mut values = Vec::new();
                each_command(&mut position, |command, _, worth| values.push((command, ahead(worth, seat))));
                assert_eq!(position, before);
                let choice = Player::new(Method::Counting).think(&position, &mut || 0.0);
                let best = choice.candidates.first().unwrap();
                let found = values.iter().find(|(command, _)| *command == best.command).unwrap();
                assert!((found.1 - best.value).abs() < 1e-9, "{found:?} {best:?}");
                assert_eq!(values.len(), choice.candidates.len());
            }
        }
    }

    #[test]
    fn two_seats_are_ahead_by_opposite_amounts_and_a_lone_seat_by_its_points() {
        let two: SeatWorth = [12.5, 10.0].into_iter().collect();
        let is = |worth: &SeatWorth, seat, expected: f64| {
            let found = ahead(worth, Seat(seat));
            assert!((found - expected).abs() < 1e-12, "{found}");
        };
        is(&two, 0, 2.5);
        is(&two, 1, -2.5);
        let three: SeatWorth = [10.0, 20.0, 0.0].into_iter().collect();
        is(&three, 0, 10.0 - 20.0 / 2.0);
        is(&[7.0].into_iter().collect(), 0, 7.0);
    }
}
