//! Looks one turn ahead and counts the tiles that are left: takes the turn after which the evaluation is best.

use super::evaluation::{Odds, Weights, evaluate};
use super::{Candidate, Choice};
use engine::{Command, Position, Turn, legal};

/// The best turn and the values of all, for the seat to move.
pub(super) fn think(position: &Position, weights: &Weights) -> Choice {
    let mut position = position.clone();
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut note = |command, value| candidates.push(Candidate { command, value, error: None, work: 1 });
    each(&mut position, weights, |turn, value| note(Command::Play(*turn), value));
    if let (true, Some(colour)) = (legal::may_pass(&position), position.to_move()) {
        let odds = Odds::of(&position, weights);
        position.pass();
        // The last, so that it is taken only if it is better.
        note(Command::Pass, evaluate(&position, colour, &odds, weights));
    }
    Choice::ranked(candidates)
}

/// Calls `found` with every distinct turn and its value. Leaves the position as it was.
pub fn each(position: &mut Position, weights: &Weights, mut found: impl FnMut(&Turn, f64)) {
    let Some(colour) = position.to_move().filter(|_| !position.needs_draw()) else { return };
    let (odds, mut turns) = (Odds::of(position, weights), Vec::new());
    position.distinct_turns(&mut turns);
    for turn in &turns {
        position.play(turn);
        found(turn, evaluate(position, colour, &odds, weights));
        position.take_back();
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{every_rule_book, play, until};
    use super::super::{Method, Player};
    use super::*;
    use engine::{Ruleset, Seat};

    #[test]
    fn whole_games_of_all_rule_books_sets_and_seats_are_played_legally() {
        for (seats, rules) in every_rule_book() {
            play(rules, seats, |game| {
                let mut after = game.clone();
                each(&mut after, Weights::of(game), |_, _| {});
                assert_eq!(&after, game, "every turn was taken back");
                let choice = think(game, Weights::of(game));
                assert!(choice.candidates.iter().all(|candidate| candidate.value.is_finite()));
                choice.best.filter(|_| game.turns().is_multiple_of(5))
            });
        }
    }

    #[test]
    fn the_last_tile_is_placed_for_the_most_points() {
        let player = Player::new(Method::Random);
        let mut position = until(Ruleset::default(), player, |game| game.tiles_left() == 0);
        let seat = position.seat_of(position.to_move().unwrap());
        let command = think(&position, Weights::of(&position)).best;
        let turns = legal::turns(&position);
        let mut margin = |turn: &Turn| {
            position.play(turn);
            let margin = position.seat_score(seat) - position.seat_score(Seat(1 - seat.0));
            position.take_back();
            margin
        };
        let Some(Command::Play(best)) = command else { panic!("{command:?}") };
        assert_eq!(Some(margin(&best)), turns.iter().map(&mut margin).max());
    }
}
