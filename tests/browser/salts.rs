//! Browsers commit to salts and reveal them by themselves; without scripts players do it by hand.

use std::time::{Duration, Instant};

use bastide::engine::SaltHash;
use serde_json::Value;

use crate::browser::{Browser, Scripts};
use crate::play;
use crate::scripted::wait_for;
use crate::server::Server;

/// The header of the record of the game on the page.
async fn header(browser: &Browser) -> Value {
    let text = "const done = arguments[0]; fetch(location.pathname + '/record.jsonl').then((answer) => answer.text()).then(done)";
    let record = browser.client.execute_async(text, Vec::new()).await.unwrap();
    serde_json::from_str(record.as_str().unwrap().lines().next().unwrap()).unwrap()
}

/// Waits until the browser keeps no salt: the game can start before the browser hears that its salt was taken.
async fn assert_none_kept(browser: &Browser) {
    let kept = "return Object.keys(localStorage).filter((key) => key.length === 64)";
    let patience = Instant::now() + Duration::from_secs(10);
    loop {
        let kept = browser.client.execute(kept, Vec::new()).await.unwrap();
        if kept.as_array().unwrap().is_empty() {
            return;
        }
        assert!(Instant::now() < patience, "what was revealed is kept: {kept}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn two_browsers_commit_to_salts_and_the_game_starts_without_a_further_click() {
    let server = Server::start();
    let (ann, ben) = (Browser::open(Scripts::On).await, Browser::open(Scripts::On).await);
    play::sign_up(&ann, &server, "ann").await;
    play::sign_up(&ben, &server, "ben").await;
    play::open_table(&ann, &server, &["#seats option[value='2']"]).await;
    let table = ann.path().await;
    // Ann waits elsewhere: her dashboard reveals the salt as well.
    ann.goto(&server.url("/")).await;
    ben.goto(&server.url(&table)).await;
    assert_eq!(ben.all(".salts code").await.len(), 1, "the hash of ann's salt is public");
    play::take_seat(&ben).await;
    let header = header(&ben).await;
    let (salts, hashes) = (header["salts"].as_array().unwrap(), header["salt_hashes"].as_array().unwrap());
    for (salt, hash) in salts.iter().zip(hashes) {
        let salt = salt.as_str().expect("each browser revealed a salt");
        assert_eq!((salt.len(), SaltHash::of(salt).to_string().as_str()), (36, hash.as_str().unwrap()));
    }
    assert_ne!(salts[0], salts[1]);
    for browser in [&ann, &ben] {
        assert_none_kept(browser).await;
    }
}

#[tokio::test]
async fn a_click_on_a_level_adds_the_salt_of_the_browser() {
    let server = Server::start();
    let browser = Browser::open(Scripts::On).await;
    for _ in 0..2 {
        browser.goto(&server.url("/levels")).await;
        browser.follow(browser.element("button[name=level][value='1']").await).await;
        wait_for(&browser, ".tabletop").await;
        let header = header(&browser).await;
        assert_eq!(header["salts"][0].as_str().map(str::len), Some(36), "{header}");
        assert_eq!(header["salts"][1], Value::Null);
    }
}

#[tokio::test]
async fn without_scripts_a_salt_is_given_by_hand_or_left_out() {
    let server = Server::start();
    let browser = Browser::open(Scripts::Off).await;
    play::sign_up(&browser, &server, "ann").await;
    browser.goto(&server.url("/tables/new?game=custom")).await;
    browser.click("#computer1 option[value='1']").await;
    browser.click("details:has(#salt-hash) summary").await;
    browser.fill("salt_hash", &SaltHash::of("rolled with dice: 5 3 6 1 1 4").to_string()).await;
    browser.press("new-table-button").await;
    assert!(browser.says("reveal-waiting").await, "{}", browser.text().await);
    browser.fill("salt", "rolled with dice: 5 3 6 1 1 4").await;
    browser.press("reveal-button").await;
    assert_eq!(browser.all(".tabletop").await.len(), 1);
    browser.goto(&server.url("/tables/new?game=custom")).await;
    browser.click("#computer1 option[value='1']").await;
    browser.press("new-table-button").await;
    assert_eq!(browser.all(".tabletop").await.len(), 1);
    assert!(browser.all(".flash").await.is_empty());
}
