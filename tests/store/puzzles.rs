//! Puzzles: found once, one a day, answered once.

use bastide::engine::{Turn, legal};
use bastide::puzzle::Effort;
use bastide::service::{AnswerError, PuzzleSearch, Streak};
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, as_user, submission, two_seats};

crate::on_both_databases! {
    finished_public_games_are_searched_once_and_the_computer_plays_for_the_rest
    everybody_has_the_same_puzzle_on_a_day
    the_first_answer_counts_and_days_in_a_row_are_a_streak
    the_list_is_read_page_by_page
}

/// So little that most games have a puzzle.
const LITTLE: Effort =
    Effort { choices: 6, hidden: 0.3, plain: 0.5, moments: 8, work: 4_000, played: 0.0, errors: 0.0 };

/// Searches games until one has a puzzle.
async fn found(app: &TestApp) -> u32 {
    for _ in 0..8 {
        if let PuzzleSearch::Found(n) = app.service.find_puzzle(LITTLE).await.unwrap() {
            return n;
        }
    }
    panic!("eight games without a puzzle");
}

/// Repeats the first puzzle under other numbers, each a minute older than the one before.
async fn repeat(app: &TestApp, times: u32) {
    app.damage(&format!(
        "WITH k AS ({}) INSERT INTO puzzles (n, game, tile, record, answers, shown, day)
             SELECT 1000 + k.i, NULL, p.tile, p.record, p.answers, p.shown - 60000 * k.i, NULL
             FROM puzzles p CROSS JOIN k WHERE p.n = 1",
        tools::fill::numbers(1, times.into())
    ))
    .await;
}

async fn finished_public_games_are_searched_once_and_the_computer_plays_for_the_rest(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, None).await;
    while app.replay(&game).await.game.to_move().is_some() {
        app.play(&game, &players).await.unwrap();
    }
    let hidden = two_seats().with(|settings| settings.public = false);
    let hidden = service.open_and_join(&as_user(&ann), &hidden, None).await.unwrap();
    let table = service.table(&as_user(&ann), &hidden, None).await.unwrap().unwrap();
    service.join(&as_user(&ben), &hidden, table.invite.as_ref(), None).await.unwrap();
    service.resign(&as_user(&ann), &hidden, &submission(service, 1)).await.unwrap();
    let running = app.game_of(&players, None).await;

    let first = found(app).await;
    let searched = app.count("SELECT COUNT(*) FROM puzzle_searches").await;
    assert_eq!(searched, 1, "neither the hidden nor the running game: {running}");
    let puzzle = service.puzzle(&HOME, first).await.unwrap().unwrap();
    assert!(puzzle.game.is_none_or(|source| source == game));
    let record = puzzle.puzzle.record.write();
    for secret in ["ann", "ben", game.as_str(), "commitment", "salts", "\"at\""] {
        assert!(!record.contains(secret), "{secret}: {record}");
    }
    app.clock.advance(TimeDelta::days(1));
    let second = found(app).await;
    assert_eq!(service.puzzle(&HOME, second).await.unwrap().unwrap().game, None, "from a game of its own");
    repeat(app, 20).await;
    app.damage("UPDATE puzzles SET day = 999999 WHERE n = 1001").await;
    assert_eq!(service.find_puzzle(LITTLE).await.unwrap(), PuzzleSearch::Enough);
}

async fn everybody_has_the_same_puzzle_on_a_day(app: &TestApp) {
    let service = &app.service;
    assert_eq!(service.puzzle_of_the_day(&HOME).await.unwrap(), None);
    let first = found(app).await;
    assert_eq!(first, 1);
    repeat(app, 1).await;
    app.damage("UPDATE puzzles SET day = (SELECT p.day + 1 FROM puzzles p WHERE p.n = 1) WHERE n = 1001")
        .await;
    app.damage("UPDATE puzzles SET shown = day * 86400000 WHERE n = 1001").await;
    let today = async || service.puzzle_of_the_day(&HOME).await.unwrap();
    assert_eq!(today().await, Some(1));
    assert!(service.puzzle(&HOME, 1001).await.unwrap().is_none(), "not before its day");
    assert!(service.puzzle(&HOME, 1).await.unwrap().unwrap().today);
    app.clock.advance(TimeDelta::days(1));
    assert_eq!(today().await, Some(1001));
    assert!(!service.puzzle(&HOME, 1).await.unwrap().unwrap().today);
    app.clock.advance(TimeDelta::days(30));
    assert_eq!(today().await, Some(1001), "without a new one, the last stays");
    assert!(!service.puzzle(&HOME, 1001).await.unwrap().unwrap().today);
}

async fn the_first_answer_counts_and_days_in_a_row_are_a_streak(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (as_user(&app.person("ann").await), as_user(&app.person("ben").await));
    let n = found(app).await;
    let puzzle = service.puzzle(&HOME, n).await.unwrap().unwrap();
    let best = puzzle.puzzle.best().unwrap().turn;
    let wrong = legal::turns(&puzzle.position);
    let wrong = wrong.into_iter().find(|turn| turn.position != best.position).unwrap();
    assert!(service.answer_puzzle(&HOME, n, best).await.unwrap().solved, "a visitor's answer");
    assert!(service.answer_puzzle(&ann, n, best).await.unwrap().solved);
    assert!(!service.answer_puzzle(&ann, n, wrong).await.unwrap().solved);
    assert!(!service.answer_puzzle(&ben, n, wrong).await.unwrap().solved);
    assert!(service.answer_puzzle(&ben, n, best).await.unwrap().solved);
    let occupied = Turn { position: puzzle.position.board().tiles()[0].position, ..best };
    let refused = service.answer_puzzle(&ann, n, occupied).await;
    assert!(matches!(refused, Err(AnswerError::Refused(_))));
    assert!(matches!(service.answer_puzzle(&ann, 99, best).await, Err(AnswerError::NoSuchPuzzle)));
    assert_eq!(app.count("SELECT COUNT(*) FROM puzzle_attempts").await, 2);

    let first = service.puzzle(&ann, n).await.unwrap().unwrap().answer.unwrap();
    assert_eq!((first.turn, first.solved), (best, true));
    assert_eq!(service.puzzle_streak(&ann).await.unwrap(), Streak { days: 1, today: true });
    assert_eq!(service.puzzle_streak(&ben).await.unwrap(), Streak::default());
    assert_eq!(service.puzzle_streak(&HOME).await.unwrap(), Streak::default());
    app.clock.advance(TimeDelta::days(1));
    assert_eq!(service.puzzle_streak(&ann).await.unwrap(), Streak { days: 1, today: false });
    app.clock.advance(TimeDelta::days(1));
    assert_eq!(service.puzzle_streak(&ann).await.unwrap(), Streak::default());
    // Solved on another day than its own, it is no day of a streak.
    let cleo = as_user(&app.person("cleo").await);
    service.answer_puzzle(&cleo, n, best).await.unwrap();
    assert_eq!(service.puzzle_streak(&cleo).await.unwrap(), Streak::default());
    let listed = service.puzzles(&cleo, None).await.unwrap().puzzles;
    assert_eq!(listed[0].solved, Some(true));
    assert_eq!(service.puzzles(&HOME, None).await.unwrap().puzzles[0].solved, None);
}

async fn the_list_is_read_page_by_page(app: &TestApp) {
    let service = &app.service;
    assert!(service.puzzles(&HOME, None).await.unwrap().puzzles.is_empty());
    found(app).await;
    repeat(app, 60).await;
    let mut seen = Vec::new();
    let mut from = None;
    loop {
        let page = service.puzzles(&HOME, from).await.unwrap();
        assert!(page.puzzles.len() <= 24);
        seen.extend(page.puzzles.iter().map(|puzzle| puzzle.n));
        from = page.next;
        if from.is_none() {
            break;
        }
    }
    let expected: Vec<u32> = std::iter::once(1).chain(1001..=1060).collect();
    assert_eq!(seen, expected);
}
