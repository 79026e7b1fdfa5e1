//! The dashboard, the front page, and the way into a game.

use std::time::Duration;

use bastide::account::UserId;
use bastide::engine::{Preset, Ruleset};
use bastide::table::GameId;
use serde_json::{Value, json};
use support::messages::message;

use crate::browser::{Browser, Scripts, VIEWS, View};
use crate::judge::judge;
use crate::scripted::{assert_stayed, stay, wait_for};
use crate::server::Server;
use crate::site::{Site, as_user};

/// How many games wait for the player.
const WAITING: usize = 35;

async fn number(browser: &Browser, script: &str) -> f64 {
    browser.client.execute(&format!("return {script}"), vec![]).await.unwrap().as_f64().unwrap()
}

async fn height(browser: &Browser, width: u32, path: &str) -> f64 {
    browser.look(View { width, height: 844, scheme: "light" }).await;
    browser.goto(path).await;
    number(browser, "document.documentElement.scrollHeight").await
}

/// A game of the two in which the first is to move.
async fn waiting_game(site: &Site, ann: &UserId, ben: &UserId) -> GameId {
    let game = site.table(Ruleset::of(Preset::Modern), 2, ann, 1).await;
    for player in [ann, ben] {
        site.service.join(&as_user(player), &game, None, None).await.unwrap();
    }
    site.play(&game, &[ann, ben], 1).await;
    game
}

#[tokio::test]
async fn thirty_five_waiting_games_fit_on_small_boards_and_opening_all_loses_no_connection() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let mut games = Vec::new();
    for _ in 0..WAITING {
        games.push(waiting_game(&site, &ann, &ben).await);
    }
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ann").await;
    let home = site.url("/");
    let phone = height(&browser, 390, &home).await;
    assert!(phone <= 3_500.0, "{phone} pixels on a phone");
    let desk = height(&browser, 1280, &home).await;
    assert!(desk <= 1_600.0, "{desk} pixels on a desk");

    let tops = "return [...document.querySelectorAll('.game')].map(card => card.getBoundingClientRect().top)";
    let tops = browser.client.execute(tops, vec![]).await.unwrap();
    let tops: Vec<f64> = serde_json::from_value(tops).unwrap();
    assert_eq!((tops.len(), browser.all(".lines li").await.len()), (12, WAITING - 12));
    assert!(
        tops[..4].iter().all(|top| (top - tops[0]).abs() < 1.0) && tops[4] > tops[0] + 1.0,
        "four in a row: {tops:?}"
    );
    let picture = "document.querySelector('.thumb img').getBoundingClientRect().height";
    assert!((number(&browser, picture).await - 200.0).abs() < 1.0);
    // The game with the least time left is first, has the shortest bar, and is what the button opens.
    let bars =
        "return [...document.querySelectorAll('.time rect')].map(bar => Number(bar.getAttribute('width')))";
    let bars: Vec<f64> = serde_json::from_value(browser.client.execute(bars, vec![]).await.unwrap()).unwrap();
    assert!(bars.is_sorted() && bars[0] > 0.0 && bars[11] < 100.0 && bars[0] < bars[11], "{bars:?}");
    let button = browser.labelled(&message("dashboard-next")).await;
    let (_, y, ..) = button.rectangle().await.unwrap();
    assert!(y < tops[0] && y < 150.0, "on top: {y}");
    let first = browser.element(".game h3 a").await.attr("href").await.unwrap();
    browser.follow(button).await;
    assert_eq!(Some(browser.path().await), first);

    for game in games.iter().chain(&games[..5]) {
        browser.goto(&site.url(&format!("/games/{game}"))).await;
        wait_for(&browser, ".tabletop").await;
    }
    // The message about a lost connection comes after four seconds.
    tokio::time::sleep(Duration::from_secs(6)).await;
    let told = "return document.querySelector('#live')?.textContent ?? ''";
    assert_eq!(browser.client.execute(told, vec![]).await.unwrap(), json!(""));
}

#[tokio::test]
async fn the_dashboard_and_the_lists_are_accessible_and_work_without_scripts() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let mut complaints = Vec::new();
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ann").await;
    browser.goto(&site.url("/")).await;
    judge(&browser, "desk-new", &mut complaints).await;
    for _ in 0..13 {
        waiting_game(&site, &ann, &ben).await;
    }
    browser.goto(&site.url("/")).await;
    judge(&browser, "desk-many", &mut complaints).await;
    browser.goto(&site.url("/games")).await;
    judge(&browser, "desk-watch", &mut complaints).await;
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));

    let plain = Browser::open(Scripts::Off).await;
    site.sign_in(&plain, "Ann").await;
    plain.goto(&site.url("/")).await;
    let card = plain.element(".game h3 a").await;
    let game = card.attr("href").await.unwrap();
    plain.follow(card).await;
    assert_eq!(Some(plain.path().await), game);
}

#[tokio::test]
async fn the_front_page_follows_a_game_without_moving_anything_else() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let players = [&ann, &ben];
    let game = waiting_game(&site, &ann, &ben).await;
    site.play(&game, &players, 12).await;
    let browser = Browser::open(Scripts::On).await;
    browser.goto(&site.url("/")).await;
    stay(&browser).await;
    browser.client.execute("document.querySelector('h1').id = 'same'", vec![]).await.unwrap();
    let before = browser.element(".scene img").await.attr("src").await.unwrap().unwrap();
    assert!(before.contains(&game.to_string()), "{before}");
    site.play(&game, &players, 1).await;
    let now = site.service.table(&as_user(&ann), &game, None).await.unwrap().unwrap().table.last_event();
    wait_for(&browser, &format!(".scene img[src$='/moves/{now}/board.svg']")).await;
    assert_eq!(browser.all("h1#same").await.len(), 1, "only the picture has changed");
    assert_stayed(&browser).await;
    let drawn = "const picture = document.querySelector('.scene img'); return picture.decode().then(() => picture.naturalWidth)";
    assert!(browser.client.execute(drawn, vec![]).await.unwrap().as_f64().unwrap() > 0.0);
    let mut complaints = Vec::new();
    judge(&browser, "front-live", &mut complaints).await;
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    browser.look(VIEWS[0]).await;
    let rows = "new Set([...document.querySelectorAll('.hero .actions > *')].map(one => one.getBoundingClientRect().top)).size";
    assert!((number(&browser, rows).await - 1.0).abs() < 0.1, "one row of buttons");
}

#[tokio::test]
async fn a_click_on_play_loads_one_page() {
    let server = Server::start();
    let browser = Browser::open(Scripts::On).await;
    let count = json!({"source": "sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1"});
    let added = browser.devtools("Page.addScriptToEvaluateOnNewDocument", count).await;
    browser.goto(&server.url("/")).await;
    wait_for(&browser, "[name=salt_hash]").await;
    browser.follow(browser.element("button[name=level][value='2']").await).await;
    wait_for(&browser, ".tabletop").await;
    let loads = browser.client.execute("return Number(sessionStorage.loads)", vec![]).await.unwrap();
    let id: &Value = &added["identifier"];
    browser.devtools("Page.removeScriptToEvaluateOnNewDocument", json!({"identifier": id})).await;
    assert_eq!(loads, 2, "the front page, and the game");
}
