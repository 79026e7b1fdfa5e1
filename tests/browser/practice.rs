//! Practice boards, with and without scripts: how they look, and a few turns by mouse.

use bastide::engine::{Header, Ruleset, Seat};
use bastide::players::Level;
use bastide::practice::{Practice, Step};

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
    browser.close().await;
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
        browser.close().await;
    }
}
