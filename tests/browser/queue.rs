//! The queue of waiting games: by keyboard alone, and without a connection.

use std::collections::BTreeSet;
use std::time::Duration;

use bastide::engine::{Preset, Ruleset};
use serde_json::json;

use crate::browser::{Browser, Scripts, VIEWS};
use crate::drafting::{becomes, press, run};
use crate::play;
use crate::scripted::{another_short_game, my_turn, short_game, wait_for};
use crate::server::Server;
use crate::site::Site;

const GAMES: usize = 30;

/// Counts the documents that this tab loads.
const COUNT: &str = "sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1";

/// Keeps what would be the number on the icon of an installed app.
const BADGE: &str = "navigator.setAppBadge = async (count) => (window.badge = count)";

/// The number of waiting games in the title, in the header and on the icon.
const WAITING: &str = "return [Number(document.title.match(/^\\((\\d+)\\)/)?.[1] ?? 0),
    Number(document.querySelector('header.top .count')?.textContent ?? 0), window.badge]";

#[tokio::test]
async fn thirty_waiting_games_are_cleared_by_keyboard_alone_with_one_page_load_each() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    for draw in 1..=GAMES {
        let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], u8::try_from(draw).unwrap()).await;
        site.play(&game, &[&ann, &ben], draw % 3).await;
    }
    let browser = Browser::open(Scripts::On).await;
    browser.look(VIEWS[0]).await;
    site.sign_in(&browser, "Ann").await;
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({"source": BADGE})).await;
    browser.goto(&site.url("/queue")).await;
    let cards = "return document.querySelectorAll('.games img.mine').length";
    assert_eq!(run(&browser, cards).await, GAMES, "all of them with a board");
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({"source": COUNT})).await;
    let mut seen = BTreeSet::new();
    for left in (0..GAMES).rev() {
        becomes(&browser, WAITING, |counts| *counts == json!([left + 1, left + 1, left + 1]), "one count")
            .await;
        press(&browser, "n").await;
        let loaded = format!(
            "return [sessionStorage.loads, !!document.querySelector('.zooms')].join() === '{},true'",
            GAMES - left
        );
        becomes(&browser, &loaded, |is| *is == true, "one page is loaded").await;
        assert!(seen.insert(browser.path().await), "each game once");
        press(&browser, "ArrowRight").await;
        press(&browser, "Enter").await;
        wait_for(&browser, ".ghost.fixed").await;
        press(&browser, "Enter").await;
        wait_for(&browser, ".told").await;
        let next = "return document.querySelector('.act-next a')?.textContent.match(/\\d+/)?.[0] ?? '0'";
        assert_eq!(run(&browser, next).await, left.to_string(), "the link counts the others");
    }
    becomes(&browser, WAITING, |counts| *counts == json!([0, 0, 0]), "no badge").await;
    press(&browser, "n").await;
    assert_eq!(run(&browser, "return sessionStorage.loads").await, GAMES.to_string(), "nothing waits");
    browser.goto(&site.url("/queue")).await;
    assert_eq!(run(&browser, cards).await, 0);
}

#[tokio::test]
async fn n_skips_a_game_without_going_back_to_it_at_once() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    for draw in 1..=3 {
        let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], draw).await;
        site.play(&game, &[&ann, &ben], 0).await;
    }
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ann").await;
    for view in VIEWS {
        browser.look(view).await;
        browser.goto(&site.url("/next")).await;
        let mut order = Vec::new();
        for _ in 0..4 {
            wait_for(&browser, ".zooms").await;
            assert!(browser.element(".status a.next").await.is_displayed().await.unwrap());
            let wide = "return document.documentElement.scrollWidth - innerWidth";
            assert_eq!(run(&browser, wide).await, 0);
            order.push(browser.path().await);
            press(&browser, "n").await;
            let gone = format!("return location.pathname !== '{}'", order.last().unwrap());
            becomes(&browser, &gone, |is| *is == true, "another game").await;
        }
        assert!(order[3] == order[0] && order[..3].iter().collect::<BTreeSet<_>>().len() == 3, "{order:?}");
    }
}

#[tokio::test]
async fn the_queue_and_its_positions_open_without_a_connection_until_the_account_signs_out() {
    let mut server = Server::start();
    let browser = Browser::open(Scripts::On).await;
    let games = [short_game(&browser, &server).await, another_short_game(&browser, &server).await];
    for game in &games {
        assert!(my_turn(&browser, &server, game).await);
    }
    let controlled = "return !!navigator.serviceWorker.controller";
    becomes(&browser, controlled, |is| *is == true, "the worker is there").await;
    // What is cached is what the queue brings, not what was visited.
    let forget = "const done = arguments[0]; (async () => { for (const name of await caches.keys())
        if (name !== 'files') await caches.delete(name); done(true); })()";
    browser.client.execute_async(forget, vec![]).await.unwrap();
    browser.goto(&server.url("/queue")).await;
    let kept =
        "const done = arguments[0]; (async () => { let count = 0; for (const name of await caches.keys())
        if (name !== 'files') count += (await (await caches.open(name)).keys()).length; done(count); })()";
    let mut count = json!(0);
    for _ in 0..200 {
        count = browser.client.execute_async(kept, vec![]).await.unwrap();
        if count == 5 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    assert_eq!(count, 5, "the queue, two games and their boards");

    server.stop();
    browser.goto(&server.url("/queue")).await;
    let drawn = "return [...document.querySelectorAll('img.mine')].filter((board) => board.complete && board.naturalWidth).length";
    run(&browser, "document.querySelectorAll('img.mine').forEach((board) => (board.loading = 'eager'))")
        .await;
    becomes(&browser, drawn, |n| *n == 2, "both boards are drawn").await;
    for game in &games {
        browser.goto(&server.url(game)).await;
        assert!(play::is_my_turn(&browser).await, "{}", browser.text().await);
    }
    browser.goto(&server.url("/next")).await;
    assert_eq!(
        browser.all("img.mine").await.len(),
        2,
        "without a connection the next game is chosen by hand"
    );

    server.start_again();
    browser.goto(&server.url("/")).await;
    browser.press("sign-out").await;
    assert_eq!(browser.client.execute_async(kept, vec![]).await.unwrap(), 0);
    server.stop();
    let shown = browser.client.goto(&server.url("/queue")).await;
    assert!(shown.is_err() || browser.all("img.mine").await.is_empty());
}
