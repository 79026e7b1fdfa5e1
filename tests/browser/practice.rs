//! Practice boards and puzzles, with and without scripts: how they look, and a few turns by mouse.

use bastide::engine::{Header, Ruleset, Seat};
use bastide::players::Level;
use bastide::practice::{Practice, Step};
use bastide::puzzle::Effort;
use bastide::service::{Principal, PuzzleSearch};
use support::messages::message;

use crate::browser::{Browser, Scripts, VIEWS};
use crate::judge::judge;
use crate::scripted::{assert_stayed, draft_and_confirm, stay, wait_for};
use crate::site::Site;

/// The address of a board on which two computers have taken this many turns.
fn board(turns: usize, more: &str) -> String {
    let header = Header::new(Ruleset::default(), vec!["a".to_owned(), "b".to_owned()], Seat(0));
    let mut practice = Practice::new(&header, "browser".parse().unwrap()).unwrap();
    let player = Level::new(4).unwrap().player();
    for _ in 0..turns {
        let Some(command) = player.choose(practice.game()) else { break };
        practice.step(practice.step_of(command).unwrap()).unwrap();
    }
    format!(
        "/practice/board?seats=yy&rules=modern&seed=browser&steps={}{more}",
        Step::write_all(practice.steps())
    )
}

#[tokio::test]
async fn practice_boards_are_accessible() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    let mut complaints = Vec::new();
    for (name, path) in [
        ("practice-form", "/practice".to_owned()),
        ("practice-asked", board(24, "")),
        ("practice-choosing", board(24, "&tiles=chosen")),
        ("practice-over", board(100, "")),
        ("practice-wrong", board(5, "&seats=12")),
    ] {
        browser.goto(&site.url(&path)).await;
        judge(&browser, name, &mut complaints).await;
    }
    browser.goto(&site.url(&board(24, ""))).await;
    browser.open_link(browser.element("svg.board a.a-cell").await).await;
    judge(&browser, "practice-tried", &mut complaints).await;
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}

#[tokio::test]
async fn turns_are_played_and_taken_back_by_clicking_without_scripts() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::Off).await;
    browser.look(VIEWS[2]).await;
    browser.goto(&site.url("/practice")).await;
    browser.follow(browser.element("form[action='/practice/board'] button").await).await;
    for turns in [2, 4] {
        browser.follow(browser.element("svg.board a.a-cell").await).await;
        // A letter on the board, or the list beside it.
        let choice = if turns == 2 { "svg.board a.a-spot" } else { ".lesson-choices a" };
        browser.follow(browser.element(choice).await).await;
        assert_eq!(browser.all(".practice .moves li").await.len(), turns);
    }
    browser.follow(browser.element(".turn .actions a").await).await;
    assert_eq!(browser.all(".practice .moves li").await.len(), 2);
    browser.client.back().await.unwrap();
    assert_eq!(browser.all(".practice .moves li").await.len(), 4);
}

#[tokio::test]
async fn with_scripts_a_practice_is_played_taken_back_and_retraced_without_loading_pages() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    for view in [VIEWS[0], VIEWS[2]] {
        browser.look(view).await;
        browser.goto(&site.url("/practice")).await;
        browser.follow(browser.element("form[action='/practice/board'] button").await).await;
        stay(&browser).await;
        for turns in [2, 4] {
            draft_and_confirm(&browser).await;
            wait_for(&browser, &format!(".practice .moves li:nth-child({turns})")).await;
        }
        let after = browser.client.current_url().await.unwrap();
        browser.click(".turn .actions a").await;
        wait_for(&browser, ".practice .moves:not(:has(li:nth-child(3)))").await;
        assert_ne!(browser.client.current_url().await.unwrap(), after, "the address is the game");
        browser.client.back().await.unwrap();
        wait_for(&browser, ".practice .moves li:nth-child(4)").await;
        assert_eq!(browser.client.current_url().await.unwrap(), after);
        assert_stayed(&browser).await;
    }
}

/// A server with a puzzle; its best turn as a query.
async fn with_puzzle() -> (Site, String) {
    let site = Site::open().await;
    let little =
        Effort { choices: 6, hidden: 0.3, plain: 0.5, moments: 8, work: 8_000, played: 0.0, errors: 0.0 };
    while site.service.find_puzzle(little).await.unwrap() != PuzzleSearch::Found(1) {}
    let view = site.service.puzzle(&Principal::anonymous(None), 1).await.unwrap().unwrap();
    let turn = view.puzzle.best().unwrap().turn;
    let follower = turn
        .follower
        .map_or_else(String::new, |follower| format!("&follower={}@{}", follower.kind.word(), follower.on));
    let (cell, quarters) = (turn.position, turn.rotation.quarters());
    (site, format!("tile={}&x={}&y={}&rotation={quarters}{follower}", turn.tile, cell.x, cell.y))
}

#[tokio::test]
async fn puzzles_are_accessible() {
    let (site, best) = with_puzzle().await;
    let browser = Browser::open(Scripts::On).await;
    let mut complaints = Vec::new();
    for (name, path) in [
        ("puzzles", "/puzzles".to_owned()),
        ("puzzle", "/puzzles/1".to_owned()),
        ("puzzle-tried", format!("/puzzles/1?{best}")),
        ("puzzle-right", format!("/puzzles/1/solution?{best}")),
    ] {
        browser.goto(&site.url(&path)).await;
        judge(&browser, name, &mut complaints).await;
    }
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}

#[tokio::test]
async fn a_puzzle_is_answered_by_clicking_without_scripts() {
    let (site, _) = with_puzzle().await;
    let browser = Browser::open(Scripts::Off).await;
    browser.goto(&site.url("/puzzles")).await;
    browser.follow(browser.element("main a[href='/puzzles/today']").await).await;
    let cells = browser.all("svg.board a.a-cell").await;
    browser.follow(cells.into_iter().next_back().unwrap()).await;
    browser.follow(browser.element("button[form=answer]").await).await;
    assert!(is_answered(&browser).await);
}

#[tokio::test]
async fn with_scripts_a_puzzle_is_answered_on_its_board_and_both_turns_are_marked() {
    let (site, _) = with_puzzle().await;
    let browser = Browser::open(Scripts::On).await;
    for view in [VIEWS[0], VIEWS[2]] {
        browser.look(view).await;
        browser.goto(&site.url("/puzzles/today")).await;
        stay(&browser).await;
        let cell = "return document.querySelector('.a-cell rect').getBoundingClientRect().width / .92";
        let pixels = browser.client.execute(cell, vec![]).await.unwrap().as_f64().unwrap();
        assert!(pixels >= if view.width > 700 { 63.5 } else { 47.5 }, "a tile has {pixels} pixels");
        draft_and_confirm(&browser).await;
        wait_for(&browser, ".rated").await;
        assert!(is_answered(&browser).await);
        assert_stayed(&browser).await;
        let marks = browser.all("svg.board .a-tag").await.len();
        let arrows = browser.all("svg.board .a-arrow").await.len();
        assert_eq!(marks, arrows + 1, "yours and the best, or both on one cell");
        let mut complaints = Vec::new();
        judge(&browser, "puzzle-answered", &mut complaints).await;
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }
}

async fn is_answered(browser: &Browser) -> bool {
    let heading = browser.element("h1").await.text().await.unwrap();
    [message("puzzle-wrong"), message("puzzle-right")].contains(&heading)
}
