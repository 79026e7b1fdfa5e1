//! A bad connection: loaded pages stay readable, and a turn that could not be sent is not lost.

use bastide::engine::{Preset, Ruleset};
use support::messages::says;

use crate::browser::{Browser, Scripts};
use crate::play;
use crate::scripted::{my_turn, short_game, wait_for};
use crate::server::Server;
use crate::site::{Site, as_user};

#[tokio::test]
async fn a_turn_that_does_not_arrive_is_not_lost_and_the_board_stays_readable() {
    let mut server = Server::start();
    let browser = Browser::open(Scripts::On).await;
    let game = short_game(&browser, &server).await;
    assert!(my_turn(&browser, &server, &game).await);
    wait_for_worker(&browser).await;
    // This time the service worker handles the page.
    browser.goto(&server.url(&game)).await;
    browser.all(".board .a-cell").await[0].click().await.unwrap();
    wait_for(&browser, ".ghost.fixed").await;

    server.stop();
    browser.click(".act [data-act=confirm]").await;
    wait_for(&browser, "#live:not([hidden])").await;
    let told = browser.element("#live").await.text().await.unwrap();
    assert!(says(&told, "script-unreachable"), "{told}");
    assert!(!browser.all(".ghost.fixed").await.is_empty(), "the tile still lies where it was put");

    browser.goto(&server.url(&game)).await;
    assert!(play::is_my_turn(&browser).await, "the page of before is shown again");
    wait_for(&browser, ".ghost.fixed").await;

    server.start_again();
    browser.click(".act [data-act=confirm]").await;
    wait_for(&browser, ".told").await;
    assert!(browser.all(".ghost.fixed").await.is_empty());
}

#[tokio::test]
async fn a_draft_survives_a_session_that_ends_before_it_is_confirmed() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 1).await;
    site.sign_in(&browser, "Ann").await;
    let table = format!("/games/{game}");
    browser.goto(&site.url(&table)).await;
    if !play::is_my_turn(&browser).await {
        site.play(&game, &[&ann, &ben], 1).await;
        wait_for(&browser, ".board .a-cell:not(.a-ask)").await;
    }
    browser.click(".board .a-cell:not(.a-ask)").await;
    wait_for(&browser, ".ghost.fixed").await;

    // Signed out from elsewhere.
    site.service.end_other_sessions(&as_user(&ann).confirmed_at(site.service.now())).await.unwrap();
    browser.click(".act [data-act=confirm]").await;
    wait_for(&browser, "main form [name=password]").await;
    browser.fill("name", "Ann").await;
    browser.fill("password", play::PASSWORD).await;
    browser.follow(browser.element("main form button").await).await;
    assert_eq!(browser.path().await, table);
    wait_for(&browser, ".ghost.fixed").await;
    browser.click(".act [data-act=confirm]").await;
    wait_for(&browser, ".told").await;
}

#[tokio::test]
async fn nothing_stays_cached_after_signing_out() {
    let mut server = Server::start();
    let browser = Browser::open(Scripts::On).await;
    let game = short_game(&browser, &server).await;
    wait_for_worker(&browser).await;
    browser.goto(&server.url(&game)).await;
    browser.press("sign-out").await;
    server.stop();
    let shown = browser.client.goto(&server.url(&game)).await;
    assert!(
        shown.is_err() || browser.all(".board").await.is_empty(),
        "a game is shown:\n{}",
        browser.text().await
    );
}

#[tokio::test]
async fn cached_pages_of_an_account_are_deleted_with_the_first_page_of_another() {
    let mut server = Server::start();
    let browser = Browser::open(Scripts::On).await;
    let game = short_game(&browser, &server).await;
    wait_for_worker(&browser).await;
    browser.goto(&server.url(&game)).await;
    // The session ends without the browser noticing.
    browser.client.delete_all_cookies().await.unwrap();
    browser.goto(&server.url("/rules")).await;
    let gone = "const done = arguments[0];
        const look = async () => (await caches.keys()).some(name => name !== 'files') ? setTimeout(look, 20) : done(true);
        look()";
    browser.client.execute_async(gone, vec![]).await.unwrap();
    server.stop();
    let shown = browser.client.goto(&server.url(&game)).await;
    assert!(shown.is_err() || browser.all(".board").await.is_empty(), "{}", browser.text().await);
}

/// Waits until the service worker controls the page.
async fn wait_for_worker(browser: &Browser) {
    let ready = "const done = arguments[0]; const look = () => navigator.serviceWorker.controller ? done(true) : setTimeout(look, 20); look()";
    browser.client.execute_async(ready, vec![]).await.unwrap();
}
