//! A visitor who plays as a guest and then signs up.

use support::messages::{message, message_with};

use crate::browser::{Browser, Scripts};
use crate::judge;
use crate::play;
use crate::server::Server;

/// Plays a turn as soon as it is the viewer's.
async fn take_turn(browser: &Browser, server: &Server, game: &str, fancy: usize) {
    for _ in 0..200 {
        browser.goto(&server.url(game)).await;
        if play::is_my_turn(browser).await {
            return play::take_turn(browser, fancy).await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the computer does not move:\n{}", browser.text().await);
}

#[tokio::test]
async fn a_visitor_plays_at_once_with_scripts_off_and_keeps_the_game_by_signing_up() {
    let server = Server::start();
    let browser = Browser::open(Scripts::Off).await;
    browser.goto(&server.url("/")).await;
    browser.press("play-medium").await;
    let game = browser.path().await;
    browser.client.back().await.unwrap();
    assert!(browser.text().await.contains("You’re playing as Guest-"), "the way back leads to what waits");
    for turn in 0..3 {
        take_turn(&browser, &server, &game, turn).await;
    }
    browser.goto(&server.url("/")).await;
    let told = browser.text().await;
    assert!(told.contains("You’re playing as Guest-") && told.contains("in this browser only"), "{told}");

    browser.press("sign-out").await;
    assert_eq!(browser.heading().await, message("end-guest-heading"));
    browser.press("keep-games").await;
    browser.fill("name", "ann").await;
    browser.fill("password", play::PASSWORD).await;
    browser.press("sign-up-guest-button").await;
    assert_eq!(browser.heading().await, message_with("codes-welcome", &[("name", "ann")]));
    assert_eq!(browser.all(".codes code").await.len(), 10);
    browser.press("codes-done").await;
    let path = format!("main h3 a[href='{game}']");
    let shown = browser.element(&path).await.text().await.unwrap();
    assert_eq!(shown, "You and Computer");
    assert!(!browser.text().await.contains("Guest-"));
    take_turn(&browser, &server, &game, 3).await;
}

#[tokio::test]
async fn every_page_for_guests_is_accessible() {
    let server = Server::start();
    let browser = Browser::open(Scripts::On).await;
    browser.goto(&server.url("/")).await;
    browser.press("play-medium").await;
    crate::scripted::wait_for(&browser, ".tabletop").await;
    let game = browser.path().await;
    let mut complaints = Vec::new();
    browser.goto(&server.url("/")).await;
    judge::judge(&browser, "guest-dashboard", &mut complaints).await;
    browser.goto(&server.url(&format!("{game}/resign"))).await;
    browser.follow(browser.element("main form button").await).await;
    let over = format!("{game}/final");
    for (name, path) in [
        ("guest-final", over.as_str()),
        ("guest-sign-up", "/signup"),
        ("guest-login", "/login"),
        ("guest-account", "/account"),
        ("guest-refused", "/tables/new"),
        ("guest-end", "/guest/end"),
    ] {
        browser.goto(&server.url(path)).await;
        judge::judge(&browser, name, &mut complaints).await;
    }
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}
