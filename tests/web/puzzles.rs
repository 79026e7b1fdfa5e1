//! Puzzles: answering them, with and without an account.

use bastide::puzzle::Effort;
use bastide::service::{Principal, PuzzleSearch};

use crate::app::TestApp;
use crate::browser::{Browser, Page};
use crate::messages::message;

const LITTLE: Effort =
    Effort { choices: 6, hidden: 0.3, plain: 0.5, moments: 8, work: 4_000, played: 0.0, errors: 0.0 };

/// A server with a puzzle of the day.
async fn with_puzzle() -> TestApp {
    let app = TestApp::start().await;
    find(&app).await;
    app
}

/// Makes the first puzzle.
pub async fn find(app: &TestApp) {
    for _ in 0..8 {
        if app.service.find_puzzle(LITTLE).await.unwrap() == PuzzleSearch::Found(1) {
            return;
        }
    }
    panic!("eight games without a puzzle");
}

/// The draft of the best turn of the first puzzle.
pub async fn best(app: &TestApp) -> String {
    let view = app.service.puzzle(&Principal::anonymous(None), 1).await.unwrap().unwrap();
    let turn = view.puzzle.best().unwrap().turn;
    let follower = turn
        .follower
        .map_or_else(String::new, |follower| format!("&follower={}@{}", follower.kind.word(), follower.on));
    let (cell, quarters) = (turn.position, turn.rotation.quarters());
    format!("tile={}&x={}&y={}&rotation={quarters}{follower}", turn.tile, cell.x, cell.y)
}

async fn answer(browser: &Browser, draft: &str) -> Page {
    let tried = browser.get(&format!("/puzzles/1?{draft}")).await;
    assert_eq!(tried.status, 200, "{}", tried.text());
    browser.submit(tried.form("/puzzles/1/answer")).await
}

#[tokio::test]
async fn a_new_server_says_that_there_are_no_puzzles_and_offers_practice() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let page = browser.get("/puzzles/today").await;
    assert_eq!((page.status, page.path.as_str()), (200, "/puzzles"));
    assert!(page.says("puzzles-none"), "{}", page.text());
    assert!(page.links("main a").contains(&"/practice".to_owned()));
    assert_eq!(browser.get("/puzzles/1").await.status, 404);
}

#[tokio::test]
async fn a_visitor_answers_todays_puzzle_without_scripts_and_reads_why() {
    let app = with_puzzle().await;
    let browser = app.browser();
    let list = browser.get("/puzzles").await;
    assert_eq!(list.texts(".puzzle-list h2"), ["Puzzle 1"]);
    let page = browser.get("/puzzles/today").await;
    assert_eq!(page.path, "/puzzles/1");
    assert_eq!(page.heading(), "Puzzle 1, 20 Nov 2026");
    let tried = browser.get(&page.links("svg.board a.a-cell")[0]).await;
    assert_eq!(tried.all("svg.board .a-ghost").len(), 1);
    let solution = browser.submit(tried.form("/puzzles/1/answer")).await;
    assert_eq!(solution.status, 200, "{}", solution.text());
    assert!(solution.says("puzzle-best"), "{}", solution.text());
    let right = answer(&browser, &best(&app).await).await;
    assert_eq!(right.heading(), message("puzzle-right"));
    assert!(right.says("puzzle-values"));
    assert!(app.rows().await.iter().all(|row| !row.starts_with("puzzle_attempts")));
}

#[tokio::test]
async fn the_first_answer_of_an_account_counts_and_starts_a_streak() {
    let app = with_puzzle().await;
    let (ann, best) = (app.person("ann").await, best(&app).await);
    assert!(ann.get("/puzzles").await.says("puzzles-no-streak"));
    let right = answer(&ann, &best).await;
    assert!(right.says_with("puzzles-streak", &[("n", "1")]), "{}", right.text());
    let page = ann.get("/puzzles/1").await;
    assert!(page.says("puzzle-was-solved"));
    let other = ann.get(&page.links("svg.board a.a-cell")[0]).await;
    let other = ann.submit(other.form("/puzzles/1/answer")).await;
    if other.heading() == message("puzzle-wrong") {
        assert!(other.says("puzzle-first-counts"), "{}", other.text());
    }
    assert_eq!(ann.get("/puzzles").await.texts(".puzzle-list .tag"), ["Solved"]);
    app.wait(1);
    assert!(ann.get("/puzzles").await.says_with("puzzles-streak-open", &[("n", "1")]));
}

#[tokio::test]
async fn a_turn_that_is_not_possible_is_refused_with_the_reason() {
    let app = with_puzzle().await;
    let browser = app.browser();
    let page = browser.get("/puzzles/1?tile=CRFR&x=0&y=0").await;
    assert_eq!(page.status, 422, "{}", page.text());
    for (path, status) in [
        ("/puzzles/1/solution", 400),
        ("/puzzles/1/solution?tile=CRFR&x=0&y=0&rotation=0", 400),
        ("/puzzles/2/solution?tile=CRFR&x=0&y=0&rotation=0", 404),
        ("/puzzles/0", 404),
        ("/puzzles/x", 404),
    ] {
        assert_eq!(browser.get(path).await.status, status, "{path}");
    }
}
