//! The history with scripts: the slider is live, and turns play without loading pages.

use std::time::Duration;

use bastide::engine::{Preset, Ruleset};
use serde_json::Value;
use support::messages::{message_with, says_with};

use crate::browser::{Browser, Scripts, VIEWS};
use crate::scripted::wait_for;
use crate::site::Site;

/// Turns of the game.
const TURNS: usize = 12;

/// The heading of a turn.
fn turn(number: usize) -> String {
    message_with("history-turn", &[("n", &number.to_string()), ("last", &TURNS.to_string())])
}

/// A page of the middle of a game, with a mark that a page load would remove.
async fn middle(site: &Site, browser: &Browser) -> String {
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 1).await;
    site.play(&game, &[&ann, &ben], TURNS).await;
    site.sign_in(browser, "Ann").await;
    let moves = format!("/games/{game}/moves");
    browser.goto(&site.url(&format!("{moves}?turn=3"))).await;
    run(browser, "window.same = true").await;
    moves
}

async fn run(browser: &Browser, script: &str) -> Value {
    browser.client.execute(script, vec![]).await.unwrap()
}

/// Waits until the page shows this turn, and asserts that no page was loaded and that address and slider agree.
async fn shows(browser: &Browser, turn: usize) {
    for _ in 0..200 {
        let heading = browser.heading().await;
        if heading == self::turn(turn) {
            let state = "const slider = document.querySelector('#turn'); \
                         const steps = document.querySelector('[data-steps]').dataset.steps.split(' '); \
                         return [window.same, slider.value, location.pathname.endsWith('/' + steps[slider.value]), \
                         document.querySelectorAll('.history svg.board .a-grid').length]";
            let state = run(browser, state).await;
            assert_eq!(state, serde_json::json!([true, turn.to_string(), true, 1]));
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("turn {turn} is not shown: {}", browser.text().await);
}

#[tokio::test]
async fn the_slider_keys_and_links_show_turns_without_loading_pages_and_tiles_never_move() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    browser.look(VIEWS[0]).await;
    middle(&site, &browser).await;
    shows(&browser, 3).await;
    let place = "const tile = document.querySelector('.history svg.board use[href=\"#a-CRFR\"]'); \
                 const {x, y, width} = tile.getBoundingClientRect(); return [x, y, width]";
    let start = run(&browser, place).await;

    let slider = browser.element("#turn").await;
    for (key, turn) in
        [("\u{E014}", 4), ("\u{E014}", 5), ("\u{E012}", 4), ("\u{E010}", TURNS), ("[", TURNS - 1)]
    {
        slider.send_keys(key).await.unwrap();
        shows(&browser, turn).await;
        assert_eq!(run(&browser, place).await, start, "the start tile stays where it is");
    }
    browser.click("a[rel=next]").await;
    shows(&browser, TURNS).await;
    browser.click("a[rel=next]").await;
    shows(&browser, TURNS).await;
    // Dragging over many turns ends at the last one.
    let drag = "const slider = document.querySelector('#turn'); \
                for (let at = 11; at > 1; at--) { slider.value = at; slider.dispatchEvent(new Event('input')); }";
    run(&browser, drag).await;
    shows(&browser, 2).await;
    let spoken = browser.element("#turn").await.attr("aria-valuetext").await.unwrap();
    assert_eq!(spoken.as_deref(), Some("Turn 2 of 12"));
}

#[tokio::test]
async fn a_game_plays_to_its_end_and_pauses_and_the_address_follows() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    browser.look(VIEWS[2]).await;
    let moves = middle(&site, &browser).await;
    run(&browser, "document.querySelector('.speed select').value = 450").await;
    browser.click(".playing button").await;
    assert_eq!(browser.element(".playing button").await.text().await.unwrap(), "Pause");
    shows(&browser, 5).await;
    browser.click(".playing button").await;
    assert_eq!(browser.element(".playing button").await.text().await.unwrap(), "Play");
    let paused = browser.heading().await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(browser.heading().await, paused);
    browser.click(".playing button").await;
    shows(&browser, TURNS).await;
    tokio::time::sleep(Duration::from_millis(900)).await;
    assert_eq!(browser.element(".playing button").await.text().await.unwrap(), "Play", "it is over");
    assert!(browser.path().await.starts_with(&moves));
    browser.client.refresh().await.unwrap();
    assert_eq!(browser.heading().await, turn(TURNS));
}

#[tokio::test]
async fn the_board_of_the_history_can_be_zoomed_while_the_page_scrolls() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    browser.look(VIEWS[0]).await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 1).await;
    site.play(&game, &[&ann, &ben], 200).await;
    site.sign_in(&browser, "Ann").await;
    let width = "return document.querySelector('svg.board').viewBox.baseVal.width";
    browser.goto(&site.url(&format!("/games/{game}/moves?turn=3"))).await;
    wait_for(&browser, ".zoomable .zooms").await;
    let fitted = run(&browser, width).await.as_f64().unwrap();
    let wheel = "document.querySelector('svg.board').dispatchEvent(new WheelEvent('wheel', \
                 {deltaY: -120, ctrlKey: arguments[0], bubbles: true, cancelable: true}))";
    for (ctrl, zooms) in [(false, false), (true, true)] {
        browser.client.execute(wheel, vec![ctrl.into()]).await.unwrap();
        assert_eq!(run(&browser, width).await.as_f64().unwrap() < fitted, zooms);
    }
    browser.click(".zooms .in").await;
    let near = run(&browser, width).await.as_f64().unwrap();
    assert!(near < fitted / 1.3, "{near} of {fitted}");
    browser.click("a[rel=next]").await;
    let is_next = |heading: String| says_with(&heading, "history-turn", &[("n", "4")]);
    for _ in 0..200 {
        if is_next(browser.heading().await) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    assert!(is_next(browser.heading().await));
    assert_eq!(run(&browser, width).await.as_f64(), Some(near), "the next turn is seen as near");
    browser.click(".zooms .fit").await;
    assert_eq!(run(&browser, width).await.as_f64(), Some(fitted));
}
