//! Closing an account, as a browser does it. `tests/store/closing.rs` checks what is stored.

use std::collections::BTreeSet;

use bastide::engine::Record;
use chrono::TimeDelta;
use serde_json::json;

use crate::accounts::{is_signed_in, log_in};
use crate::app::{PASSWORD, TestApp, open_table};
use crate::bots::bot;
use crate::browser::{Browser, Page};
use crate::imports::{keep, record};
use crate::messages::message;

const PAGE: &str = "/account/close";
/// Like no other text on any page.
const NAME: &str = "Qvortrup";
const BOT: &str = "Fetlar";

async fn close(browser: &Browser) -> Page {
    browser.submit(browser.get(PAGE).await.form(PAGE)).await
}

/// The addresses that a page names, but not where forms are sent.
fn addresses(page: &Page) -> Vec<String> {
    let attributes = page.all("*").into_iter().flat_map(|element| element.value().attrs());
    let paths = attributes
        .filter(|(name, value)| ["href", "src", "data-live"].contains(name) && value.starts_with('/'));
    paths.map(|(_, value)| value.split('#').next().unwrap().to_owned()).collect()
}

/// Everything that can be reached from these addresses, with the pages.
async fn crawl(browser: &Browser, from: &[String]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut known: BTreeSet<String> = from.iter().cloned().collect();
    let mut next: Vec<String> = from.to_vec();
    while let Some(path) = next.pop() {
        let elsewhere = ["/static/", "/atlas", "/rules", "/learn", "/practice", "/puzzles"];
        if path.ends_with("/live")
            || path.contains("/live?")
            || elsewhere.iter().any(|start| path.starts_with(start))
        {
            continue;
        }
        let page = browser.get(&path).await;
        let is_page = page
            .headers
            .get("content-type")
            .is_some_and(|kind| kind.to_str().unwrap().starts_with("text/html"));
        if is_page && found.len() < 400 {
            next.extend(addresses(&page).into_iter().filter(|path| known.insert(path.clone())));
        }
        found.push((path, page.body));
    }
    found
}

/// Two finished games and one in progress, of ben and the user.
async fn games(app: &TestApp, ben: &Browser, user: &Browser) -> [String; 3] {
    let games = [app.game(ben, user).await, app.game(user, ben).await, app.game(ben, user).await];
    for game in &games[..2] {
        let resign = format!("{game}/resign");
        user.submit(user.get(&resign).await.form(&resign)).await;
    }
    app.run_jobs().await;
    games
}

#[tokio::test]
async fn after_a_week_the_name_is_on_no_page_and_in_no_file() {
    let app = TestApp::start_with_staff().await;
    let (ben, user) = (app.person("ben").await, app.person(NAME).await);
    let games = games(&app, &ben, &user).await;
    let open = open_table(&ben, &[]).await;
    crate::app::join(&user, &open).await;
    let feeds = ben.submit(ben.get("/account").await.form("/account/feeds")).await;
    let feeds: Vec<String> =
        feeds.texts("code").into_iter().map(|url| url.replace(&app.origin, "")).collect();
    let imported = keep(&user, &record(11), "0", true).await;
    let bot = bot(&app, &user, BOT).await;
    let with_bot = open_table(&ben, &[("bots", "yes")]).await;
    bot.call(&format!("/api/v1{with_bot}/join"), &json!({})).await;
    let lists = ["/games/search", "/games/standings.csv", "/games/standings.json", "/games/crosstable.csv"];
    let mut from: Vec<String> = ["/", "/games", "/games/mine", "/notifications", &imported, &with_bot]
        .into_iter()
        .chain(lists)
        .map(str::to_owned)
        .chain(feeds)
        .collect();
    for game in &games {
        from.extend(
            ["", "/record.jsonl", "/graph.json", "/final", "/moves"].map(|file| format!("{game}{file}")),
        );
        from.extend([format!("/embed{game}"), format!("/api/v1{game}"), format!("/api/v1{game}/record")]);
    }
    from.extend(games[..2].iter().map(|game| format!("{game}/poster.svg")));
    let mut scores = Vec::new();
    for game in &games {
        let text = ben.get(&format!("{game}/record.jsonl")).await.body;
        assert!(text.contains(NAME));
        scores.push(Record::read(&text).unwrap().1.scores().to_vec());
    }
    let before = crawl(&ben, &from).await;
    let without = |path: &str| path == "/" || path == "/games/mine" || path.ends_with("/graph.json");
    for address in from.iter().filter(|path| !without(path)) {
        let (path, body) = before.iter().find(|(path, _)| path == address).unwrap();
        assert!(body.contains(NAME) || body.contains(BOT), "the crawl finds it at {path}");
    }
    close(&user).await;
    app.wait(7);
    app.run_jobs().await;

    let staff = app.signed_in("ada").await;
    let visitor = app.browser();
    for browser in [&ben, &visitor, &staff] {
        let found = crawl(browser, &from).await;
        assert!(found.len() > 40, "{}", found.len());
        for (path, body) in found {
            let body = body.to_lowercase();
            assert!([NAME, BOT].iter().all(|name| !body.contains(&name.to_lowercase())), "{path}:\n{body}");
        }
    }
    for path in ["/admin", "/admin/log", "/admin/jobs"] {
        assert!(!staff.get(path).await.body.contains(NAME), "{path}");
    }
    assert!(staff.get("/admin/log").await.text().contains(&message("admin-did-close-account")));
    for (game, before) in games.iter().zip(scores) {
        let text = ben.get(&format!("{game}/record.jsonl")).await.body;
        assert_eq!(Record::read(&text).unwrap().1.scores(), before);
        assert!(ben.get(&format!("{game}/final")).await.text().contains("Former-player-"));
    }
    let rows = app.rows().await;
    for name in [NAME, BOT].map(str::to_lowercase) {
        assert!(rows.iter().all(|row| !row.to_lowercase().contains(&name)), "{name}");
    }
    assert_eq!(log_in(&app.browser(), NAME, PASSWORD).await.status, 422);
}

#[tokio::test]
async fn signing_in_within_the_week_offers_to_keep_the_account() {
    let app = TestApp::start().await;
    let (ann, other) = (app.person("ann").await, app.browser());
    log_in(&other, "ann", PASSWORD).await;
    assert!(!ann.get("/account").await.all(&format!("a[href='{PAGE}']")).is_empty());
    let page = close(&ann).await;
    assert!(page.says("flash-closing"), "{}", page.text());
    for browser in [&ann, &other] {
        assert!(!is_signed_in(&browser.get("/").await), "all sessions have ended");
    }
    // The same form again, from the page that was left open.
    app.wait(1);
    let page = log_in(&ann, "ann", PASSWORD).await;
    assert_eq!(page.links(".note a"), [PAGE], "every page says so");
    let page = ann.get(PAGE).await;
    assert!(page.find_form(PAGE).is_none(), "it can't be closed twice");
    let keep = page.form("/account/keep");
    let kept = ann.submit(keep).await;
    assert!(kept.says("flash-account-kept") && kept.links(".note a").is_empty());
    let again = ann.submit(page.form("/account/keep")).await;
    assert_eq!(again.status, 200, "it is kept once");
    app.wait(10);
    app.run_jobs().await;
    assert!(is_signed_in(&log_in(&app.browser(), "ann", PASSWORD).await));
}

#[tokio::test]
async fn closing_asks_for_the_password_and_tells_of_running_games() {
    let app = TestApp::start().await;
    let (ben, ann) = (app.person("ben").await, app.person("ann").await);
    let game = app.game(&ben, &ann).await;
    open_table(&ann, &[]).await;
    app.clock.advance(TimeDelta::hours(1));
    let page = ann.get(PAGE).await;
    assert_eq!(page.links("main li a"), std::slice::from_ref(&game));
    let stale = page.form(PAGE);
    let asked = ann.submit(page.form(PAGE).set("resign", "yes")).await;
    assert_eq!((asked.status, asked.heading()), (403, message("confirm-title")));
    assert!(is_signed_in(&ann.get("/").await), "nothing has happened");
    let closed = ann.submit(asked.form("/account/confirm").set("password", PASSWORD)).await;
    assert!(closed.says("flash-closing"), "{}", closed.text());
    assert!(!is_signed_in(&ann.get("/").await));
    assert!(ben.get(&format!("{game}/final")).await.status == 200, "it was resigned");
    let refused = ann.submit(stale).await;
    assert!(refused.status == 401 || refused.status == 403, "{}: the form has expired", refused.status);
    app.wait(7);
    app.run_jobs().await;
    assert!(!is_signed_in(&log_in(&ann, "ann", PASSWORD).await));
}

#[tokio::test]
async fn the_last_administrator_and_guests_are_refused() {
    let app = TestApp::start_with_staff().await;
    let ada = app.signed_in("ada").await;
    let refused = close(&ada).await;
    assert_eq!((refused.status, refused.texts("[role=alert]")), (422, vec![message("refused-last-admin")]));
    assert!(is_signed_in(&ada.get("/").await));
    let mo = app.signed_in("mo").await;
    assert!(close(&mo).await.says("flash-closing"));
    let guest = app.browser();
    guest.submit(guest.get("/").await.form("/play-the-computer")).await;
    assert_eq!(guest.get(PAGE).await.status, 403);
}
