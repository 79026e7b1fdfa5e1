//! What scripts add: the tile under the hand, keys, touch, and news that come by themselves.

use std::time::{Duration, Instant};

use fantoccini::Locator;
use fantoccini::actions::{InputSource, PointerAction, TouchActions};
use fantoccini::key::Key;

use crate::browser::{Browser, Scripts, VIEWS};
use crate::play;
use crate::server::Server;

/// Opens a game of twenty tiles against the computer, and sits down.
async fn short_game(browser: &Browser, server: &Server) -> String {
    play::sign_up(browser, server, "ann").await;
    browser.goto(&server.url("/tables/new")).await;
    for choice in [
        "#seats option[value='2']",
        "#computers option[value='1']",
        "#rules summary",
        "[name=bag] [value=minutes]",
    ] {
        browser.click(choice).await;
    }
    browser.fill("bag.minutes", "10").await;
    browser.press("Open the table").await;
    play::take_seat(browser, "").await;
    browser.path().await
}

/// Waits until a selector finds something.
async fn wait_for(browser: &Browser, selector: &str) {
    let patience = Instant::now() + Duration::from_secs(30);
    while browser.all(selector).await.is_empty() {
        assert!(
            Instant::now() < patience,
            "no {selector} at {}:\n{}",
            browser.path().await,
            browser.text().await
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Goes to the game as soon as its viewer is to move; false once it is over.
async fn my_turn(browser: &Browser, server: &Server, game: &str) -> bool {
    let patience = Instant::now() + Duration::from_mins(1);
    loop {
        browser.goto(&server.url(game)).await;
        if play::is_my_turn(browser).await {
            return true;
        }
        if !browser.all(&format!("a[href='{game}/final']")).await.is_empty() {
            return false;
        }
        assert!(Instant::now() < patience, "nobody moves:\n{}", browser.text().await);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Plays a short game to its end, each turn in the way that `turn` knows.
async fn play_all<F: AsyncFn(&Browser, usize)>(browser: &Browser, server: &Server, turn: F) {
    let game = short_game(browser, server).await;
    let mut turns = 0;
    while my_turn(browser, server, &game).await {
        turn(browser, turns).await;
        wait_for(browser, "[role=status] .told, .told").await;
        turns += 1;
        assert!(turns <= 20, "the game ends");
    }
    assert!(turns >= 9, "{turns} turns of twenty");
    browser.goto(&server.url(&format!("{game}/final"))).await;
    assert!(browser.text().await.contains("The last tile has been placed."), "{}", browser.text().await);
}

#[tokio::test]
async fn a_game_is_played_with_the_mouse() {
    let server = Server::start();
    let browser = Browser::open(Scripts::On).await;
    play_all(&browser, &server, async |browser, turn| {
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
    browser.close().await;
}

#[tokio::test]
async fn a_game_is_played_by_touch_on_a_phone() {
    let server = Server::start();
    let browser = Browser::open(Scripts::On).await;
    browser.look(VIEWS[2]).await;
    play_all(&browser, &server, async |browser, turn| {
        let cells = browser.client.find_all(Locator::Css(".board .a-cell")).await.unwrap();
        tap(browser, &cells[turn * 3 % cells.len()]).await;
        wait_for(browser, ".ghost.fixed").await;
        let chips = browser.all(".sheet .chip").await;
        tap(browser, &chips[(turn + 1) % chips.len()]).await;
        let here = browser.element("html").await;
        tap(browser, &browser.element(".sheet [data-act=confirm]").await).await;
        while here.tag_name().await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
    browser.close().await;
}

/// A finger goes down on an element, and up again.
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
async fn a_game_is_played_by_keyboard_alone() {
    let server = Server::start();
    let browser = Browser::open(Scripts::On).await;
    play_all(&browser, &server, async |browser, turn| {
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
    browser.close().await;
}

/// Presses the Tab key until something is reached.
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
async fn moves_appear_at_the_other_player_s_by_themselves_also_after_the_server_was_away() {
    let mut server = Server::start();
    let (ann, ben) = (Browser::open(Scripts::On).await, Browser::open(Scripts::On).await);
    play::sign_up(&ann, &server, "ann").await;
    play::sign_up(&ben, &server, "ben").await;
    play::open_table(&ann, &server, &["#seats option[value='2']"]).await;
    play::take_seat(&ann, "").await;
    let table = ann.path().await;
    ben.goto(&server.url(&table)).await;
    play::take_seat(&ben, "").await;
    for round in 0..4 {
        ann.goto(&server.url(&table)).await;
        ben.goto(&server.url(&table)).await;
        let (mover, other) = if play::is_my_turn(&ann).await { (&ann, &ben) } else { (&ben, &ann) };
        assert!(!play::is_my_turn(other).await);
        if round == 2 {
            server.restart();
        }
        play::take_turn(mover, round).await;
        let patience = Instant::now() + Duration::from_secs(30);
        while !play::is_my_turn(other).await {
            assert!(Instant::now() < patience, "round {round}: nothing is heard:\n{}", other.text().await);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    ann.close().await;
    ben.close().await;
}
