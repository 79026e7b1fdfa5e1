//! Games by mouse, by touch, by keyboard and without scripts, each on a desktop and on a phone, in light and dark mode: one
//! with all 72 tiles, and a short one with the other screen and scheme.

use std::time::{Duration, Instant};

use fantoccini::Locator;
use fantoccini::actions::{InputSource, PointerAction, TouchActions};
use fantoccini::key::Key;

use crate::browser::{Browser, Scripts, VIEWS};
use crate::play;
use crate::scripted::{another_short_game, my_turn, wait_for};
use crate::server::Server;

/// Plays a game with all tiles in the view with this number, and a short one in the opposite view; `turn` plays each turn.
async fn play_in_two_views<F: AsyncFn(&Browser, usize)>(scripts: Scripts, long: usize, turn: F) {
    let server = Server::start();
    let browser = Browser::open(scripts).await;
    play::sign_up(&browser, &server, "ann").await;
    for view in [long, VIEWS.len() - 1 - long] {
        browser.look(VIEWS[view]).await;
        let (game, least) = if view == long {
            browser.goto(&server.url("/")).await;
            browser.press("Play the computer now").await;
            (browser.path().await, 35)
        } else {
            (another_short_game(&browser, &server).await, 9)
        };
        let mut turns = 0;
        while my_turn(&browser, &server, &game).await {
            turn(&browser, turns).await;
            wait_for(&browser, ".told").await;
            turns += 1;
            assert!(turns <= 40, "the game ends");
        }
        assert!(turns >= least, "{turns} turns");
        browser.goto(&server.url(&format!("{game}/final"))).await;
        let told = browser.text().await;
        assert!(told.contains("The last tile has been placed."), "{told}");
    }
    browser.close().await;
}

#[tokio::test]
async fn whole_games_are_played_with_the_mouse() {
    play_in_two_views(Scripts::On, 0, async |browser, turn| {
        let cells = browser.all(".board .a-cell").await;
        cells[turn % cells.len()].click().await.unwrap();
        wait_for(browser, ".ghost.fixed").await;
        if turn.is_multiple_of(2) {
            let rotate = browser.element(".sheet [data-act=rotate]").await;
            if rotate.is_enabled().await.unwrap() {
                rotate.click().await.unwrap();
            }
        }
        let chips = browser.all(".sheet .chip").await;
        chips[turn % chips.len()].click().await.unwrap();
        let confirm = browser.element(".sheet [data-act=confirm]").await;
        browser.follow(confirm).await;
    })
    .await;
}

#[tokio::test]
async fn whole_games_are_played_by_touch() {
    play_in_two_views(Scripts::On, 2, async |browser, turn| {
        let cells = browser.client.find_all(Locator::Css(".board .a-cell")).await.unwrap();
        tap(browser, &cells[turn * 3 % cells.len()]).await;
        wait_for(browser, ".ghost.fixed").await;
        let clear =
            "const edge = (selector, side) => document.querySelector(selector).getBoundingClientRect()[side];
            return innerWidth > 900 || edge('.ghost', 'bottom') <= edge('.sheet', 'top')";
        let clear = browser.client.execute(clear, vec![]).await.unwrap();
        assert_eq!(clear, true, "the tile is not under the sheet");
        let chips = browser.all(".sheet .chip").await;
        tap(browser, &chips[(turn + 1) % chips.len()]).await;
        let here = browser.element("html").await;
        tap(browser, &browser.element(".sheet [data-act=confirm]").await).await;
        while here.tag_name().await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}

/// Touches an element.
async fn tap(browser: &Browser, element: &fantoccini::elements::Element) {
    let scroll = "arguments[0].scrollIntoView({block: 'center'})";
    browser.client.execute(scroll, vec![serde_json::to_value(element).unwrap()]).await.unwrap();
    let finger = TouchActions::new("finger".to_owned())
        .then(PointerAction::MoveToElement { element: element.clone(), duration: None, x: 0.0, y: 0.0 })
        .then(PointerAction::Down { button: 0 })
        .then(PointerAction::Up { button: 0 });
    browser.client.perform_actions(finger).await.unwrap();
}

#[tokio::test]
async fn whole_games_are_played_by_keyboard_alone() {
    play_in_two_views(Scripts::On, 1, async |browser, turn| {
        tab_to(browser, ".board .a-cell").await;
        press(browser, Key::Enter.into()).await;
        wait_for(browser, ".ghost.fixed").await;
        press(browser, 'r').await;
        if turn.is_multiple_of(2) {
            press(browser, 'a').await;
        }
        let here = browser.element("html").await;
        press(browser, Key::Enter.into()).await;
        let patience = Instant::now() + Duration::from_secs(20);
        while here.tag_name().await.is_ok() {
            assert!(Instant::now() < patience, "Enter confirms:\n{}", browser.text().await);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}

/// Presses the Tab key until an element has the focus.
async fn tab_to(browser: &Browser, selector: &str) {
    for _ in 0..120 {
        press(browser, Key::Tab.into()).await;
        let script = format!("return document.activeElement.matches(\"{selector}\")");
        if browser.client.execute(&script, vec![]).await.unwrap() == true {
            return;
        }
    }
    panic!("the Tab key does not lead to {selector}");
}

/// Presses a key, wherever the focus is.
async fn press(browser: &Browser, key: char) {
    browser.client.active_element().await.unwrap().send_keys(&key.to_string()).await.unwrap();
}

#[tokio::test]
async fn whole_games_are_played_by_the_list_of_placements_with_scripts_off() {
    play_in_two_views(Scripts::Off, 3, async |browser, turn| {
        browser.click("#placements summary").await;
        let placements = browser.all("#placements tbody a").await;
        browser.follow(placements[turn * 7 % placements.len()].clone()).await;
        let choices = browser.all("input[name=follower]").await;
        choices[turn % choices.len()].click().await.unwrap();
        browser.press("Confirm").await;
    })
    .await;
}
