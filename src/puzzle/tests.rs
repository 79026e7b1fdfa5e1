use std::sync::LazyLock;

use super::*;
use engine::{Command, legal};

/// So little that almost every game has a puzzle.
const LITTLE: Effort =
    Effort { choices: 6, hidden: 0.5, plain: 100.0, moments: 2, work: 16_000, played: 0.0, errors: 0.0 };

static FOUND: LazyLock<Puzzle> = LazyLock::new(|| {
    let record = self_played(3);
    let moments = moments(&record.header, &record.events, &LITTLE);
    assert!(!moments.is_empty());
    let confirmed =
        moments.iter().find_map(|moment| confirm(&record.header, &record.events, moment, &LITTLE));
    confirmed.expect("a puzzle")
});

#[test]
fn a_puzzle_is_a_position_with_a_best_turn_that_greed_does_not_find() {
    let puzzle = &*FOUND;
    let game = puzzle.game().unwrap();
    let best = puzzle.best().unwrap();
    assert!(legal::check(&game, &best.turn).is_ok());
    assert!(best.points >= puzzle.answers[1].points);
    let Some(Command::Play(greedy)) = Player::new(Method::Greedy).choose(&game) else { panic!("no turn") };
    assert!(!looks_like(greedy, best.turn));
    assert_eq!(puzzle.record.header.seats, ["Player 1", "Player 2"]);
    assert!(Record::read(&puzzle.record.write()).is_ok());
}

#[test]
fn the_games_for_a_new_server_have_a_puzzle_each_in_the_first_position_that_is_played_out() {
    for number in FIRST {
        let (record, effort) = (self_played(number), Effort { moments: 1, ..Effort::default() });
        let moments = moments(&record.header, &record.events, &effort);
        let puzzle = confirm(&record.header, &record.events, &moments[0], &effort);
        assert!(puzzle.is_some(), "game {number} has none");
    }
}

#[test]
fn every_turn_has_a_grade_and_only_the_best_solves() {
    let puzzle = &*FOUND;
    let game = puzzle.game().unwrap();
    let best = puzzle.best().unwrap().turn;
    let mut solved = 0;
    for turn in legal::turns(&game) {
        let grade = puzzle.grade(&game, turn).unwrap();
        assert_eq!(grade.solved, looks_like(turn, best));
        assert!(grade.loss >= 0.0 && (grade.loss == 0.0 || !grade.solved));
        solved += u32::from(grade.solved);
    }
    assert!((1..=4).contains(&solved), "{solved}");
    let second = puzzle.grade(&game, puzzle.answers[1].turn).unwrap();
    assert!(second.played_out && !second.solved);
}

#[test]
fn games_of_the_computer_against_itself_differ_by_number() {
    assert_eq!(self_played(1), self_played(1));
    assert_ne!(self_played(1).events, self_played(2).events);
    assert!(self_played(1).events.iter().filter(|entry| entry.event.turn().is_some()).count() > 60);
}

#[test]
fn answers_are_read_as_they_are_stored() {
    let puzzle = &*FOUND;
    let text = serde_json::to_string(&puzzle.answers).unwrap();
    assert_eq!(serde_json::from_str::<Vec<PuzzleAnswer>>(&text).unwrap(), puzzle.answers);
}
