//! Practice boards and puzzles, with and without scripts: how they look, and a few turns by mouse.

use bastide::engine::{Header, Ruleset, Seat};
use bastide::players::Level;
use bastide::practice::{Practice, Step};
use bastide::puzzle::Effort;
use bastide::service::{Principal, PuzzleSearch};
use support::messages::message;

use crate::browser::{Browser, Scripts, VIEWS};
use crate::judge::judge;
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
    browser.follow(browser.element("svg.board a.a-cell").await).await;
    judge(&browser, "practice-tried", &mut complaints).await;
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}

#[tokio::test]
async fn turns_are_played_and_taken_back_by_clicking_with_and_without_scripts() {
    let site = Site::open().await;
    for (scripts, view) in [(Scripts::On, VIEWS[0]), (Scripts::Off, VIEWS[2])] {
        let browser = Browser::open(scripts).await;
        browser.look(view).await;
        browser.goto(&site.url("/practice")).await;
        browser.follow(browser.element("form[action='/practice/board'] button").await).await;
        for turns in [2, 4] {
            browser.follow(browser.element("svg.board a.a-cell").await).await;
            // A letter on the board, or the list beside it.
            let choice = if turns == 2 { "svg.board a.a-spot" } else { ".lesson-choices a" };
            browser.follow(browser.element(choice).await).await;
            assert_eq!(browser.all(".practice .turns li").await.len(), turns);
        }
        browser.follow(browser.element(".act-next a").await).await;
        assert_eq!(browser.all(".practice .turns li").await.len(), 2);
        browser.client.back().await.unwrap();
        assert_eq!(browser.all(".practice .turns li").await.len(), 4);
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
async fn a_puzzle_is_answered_by_clicking_with_and_without_scripts() {
    let (site, _) = with_puzzle().await;
    for (scripts, view) in [(Scripts::On, VIEWS[2]), (Scripts::Off, VIEWS[0])] {
        let browser = Browser::open(scripts).await;
        browser.look(view).await;
        browser.goto(&site.url("/puzzles")).await;
        browser.follow(browser.element("main a[href='/puzzles/today']").await).await;
        let cells = browser.all("svg.board a.a-cell").await;
        browser.follow(cells.into_iter().next_back().unwrap()).await;
        browser.follow(browser.element("button[form=answer]").await).await;
        let heading = browser.element("h1").await.text().await.unwrap();
        assert!([message("puzzle-wrong"), message("puzzle-right")].contains(&heading), "{heading}");
        let mut complaints = Vec::new();
        if heading.starts_with("There") && scripts == Scripts::On {
            judge(&browser, "puzzle-wrong", &mut complaints).await;
        }
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }
}
