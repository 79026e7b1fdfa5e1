//! What is new since the last visit, step by step.

use std::time::Duration;

use support::messages::message;

use crate::browser::{Browser, Scripts, VIEWS};
use crate::play;
use crate::scripted::{my_turn, wait_for};
use crate::server::Server;

/// A game against two computer players who have just moved.
async fn after_two_turns(browser: &Browser, server: &Server) {
    play::sign_up(browser, server, "ann").await;
    let form = server.url("/tables/new?seats=3&computer1=1&computer2=1");
    play::open_table_at(browser, &form, &[]).await;
    wait_for(browser, ".tabletop").await;
    let game = browser.path().await;
    assert!(my_turn(browser, server, &game).await);
    play::take_turn(browser, 1).await;
    assert!(my_turn(browser, server, &game).await);
    assert_eq!(browser.all(".news li[data-n]").await.len(), 2, "{}", browser.text().await);
}

async fn hidden(browser: &Browser) -> usize {
    browser.all("svg.board use.a-off[href]").await.len()
}

/// Clicks a button of the bar under the board.
async fn step(browser: &Browser, label: &str) {
    for button in browser.all(".steps-bar button").await {
        if button.text().await.unwrap() == label {
            return button.click().await.unwrap();
        }
    }
    panic!("no button says {label}");
}

async fn told(browser: &Browser) -> String {
    browser.element(".steps-bar [role=status]").await.text().await.unwrap()
}

#[tokio::test]
async fn with_reduced_motion_buttons_step_through_and_an_open_draft_stays() {
    let server = Server::start();
    let browser = Browser::open(Scripts::On).await;
    browser.look(VIEWS[0]).await;
    after_two_turns(&browser, &server).await;
    let scores = browser.element(".players").await.text().await.unwrap();
    browser.click(".board .a-cell").await;
    wait_for(&browser, ".ghost.fixed").await;

    browser.client.execute("document.querySelector('#since button').click()", vec![]).await.unwrap();
    wait_for(&browser, ".steps-bar").await;
    assert_eq!(told(&browser).await, message("script-before"));
    let before = hidden(&browser).await;
    assert!(before >= 2);
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(hidden(&browser).await, before, "nothing moves by itself");
    step(&browser, "Next").await;
    assert!(told(&browser).await.starts_with("1 of 2: "));
    let between = hidden(&browser).await;
    assert!(0 < between && between < before);
    let marked = browser.element(".news li[aria-current=step] > a").await;
    assert_eq!(marked.text().await.unwrap(), "1");
    step(&browser, "Next").await;
    assert_eq!(hidden(&browser).await, 0);
    step(&browser, "Next").await;
    assert!(told(&browser).await.starts_with("2 of 2: "), "there is nothing after the last");
    step(&browser, "Previous").await;
    assert_eq!(hidden(&browser).await, between);
    step(&browser, "Show all").await;
    assert_eq!(hidden(&browser).await, 0);
    assert!(browser.all(".steps-bar").await.is_empty());
    assert_eq!(browser.element(".players").await.text().await.unwrap(), scores);
    assert_eq!(browser.all(".ghost.fixed").await.len(), 1, "the draft lies where it lay");
}

#[tokio::test]
async fn the_steps_play_themselves_and_stop_at_the_end() {
    let server = Server::start();
    let browser = Browser::open(Scripts::On).await;
    after_two_turns(&browser, &server).await;
    // A step is over in a moment, which a slow machine misses, and the list may be replaced meanwhile.
    let notes = "const note = () => {
            const shown = document.querySelector('.news [aria-current=step]');
            if (shown) document.documentElement.classList.add('shown-' + shown.dataset.n);
        };
        new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-current'] });
        const steps = [...document.querySelectorAll('.news li[data-n]')].map(step => step.dataset.n);
        document.querySelector('#since button').click();
        return steps;";
    let steps = browser.client.execute(notes, vec![]).await.unwrap();
    for step in steps.as_array().unwrap() {
        wait_for(&browser, &format!("html.shown-{}", step.as_str().unwrap())).await;
    }
    assert_eq!(hidden(&browser).await, 0);
    step(&browser, "Play").await;
    step(&browser, "Pause").await;
    assert_eq!(told(&browser).await, message("script-before"), "it is paused at the beginning again");
}
