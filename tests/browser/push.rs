//! The part of the service worker that shows push messages, with a worker's surroundings made up: no push service is at hand.

use std::time::{Duration, Instant};

use bastide::engine::{Preset, Ruleset};
use serde_json::{Value, json};

use crate::browser::{Browser, Scripts};
use crate::site::Site;

const NOTIFY: &str = include_str!("../../static/notify.js");

/// Defines what the worker finds, and `send`, which calls one of its listeners and waits for what it promises.
const WORKER: &str = "
    const [shown, opened, badges, heard] = [[], [], [], {}];
    const tab = { url: 'https://a.example/games/open?tab=log', focus: async () => { opened.push('focus'); } };
    const self = {
        addEventListener: (name, listener) => { heard[name] = listener; },
        registration: {
            showNotification: async (title, options) => {
                if (options.renotify && !options.tag) throw new TypeError('renotify needs a tag');
                shown.push([title, options.tag ?? null, options.data.navigate ?? null]);
            },
        },
        navigator: { setAppBadge: async (count) => { badges.push(count); } },
        clients: { matchAll: async () => [tab], openWindow: async (address) => { opened.push(address); } },
        location: { origin: 'https://a.example' },
    };
    const send = async (name, event) => {
        let promised = null;
        heard[name]({ ...event, waitUntil: (promise) => { promised = promise; } });
        await promised;
    };";

/// Runs the worker's code and then this, in a page.
async fn run(script: &str) -> Value {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    browser.goto(&site.url("/rules")).await;
    let script = format!(
        "const done = arguments[0];
         (async () => {{ {WORKER}\n{NOTIFY}\n{script} }})().then(done, (error) => done(String(error)));"
    );
    browser.client.execute_async(&script, vec![]).await.unwrap()
}

#[tokio::test]
async fn an_open_page_says_that_it_has_shown_a_turn_and_a_hidden_one_does_not() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 1).await;
    let [dashboard, table] = [Browser::open(Scripts::On).await, Browser::open(Scripts::On).await];
    for (browser, name) in [(&dashboard, "Ann"), (&table, "Ben")] {
        site.sign_in(browser, name).await;
    }
    dashboard.goto(&site.url("/")).await;
    table.goto(&site.url(&format!("/games/{game}"))).await;
    for _ in 0..2 {
        site.play(&game, &[&ann, &ben], 1).await;
        let patience = Instant::now() + Duration::from_secs(30);
        while site.turns_seen().await == 0 {
            assert!(Instant::now() < patience, "neither page has said so");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    for browser in [&dashboard, &table] {
        let hide = "Object.defineProperty(document, 'hidden', { get: () => true });";
        browser.client.execute(hide, vec![]).await.unwrap();
    }
    site.play(&game, &[&ann, &ben], 1).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(site.turns_seen().await, 0);
}

#[tokio::test]
async fn a_message_is_shown_whatever_is_missing_in_it() {
    let told = run(r#"
        const whole = { title: "t", body: "b", tag: "g", lang: "en", navigate: "https://a.example/games/x" };
        const messages = [{ notification: whole, app_badge: 3 }];
        for (const name of Object.keys(whole)) messages.push({ notification: { ...whole, [name]: undefined } });
        messages.push({}, { notification: null }, { notification: whole, app_badge: "3" });
        const texts = messages.map((message) => JSON.stringify(message)).concat("null", "no JSON", "");
        for (const text of texts) await send("push", { data: { json: () => JSON.parse(text) } });
        await send("push", { data: null });
        return { sent: texts.length + 1, shown, badges };
    "#)
    .await;
    let shown = told["shown"].as_array().unwrap_or_else(|| panic!("{told}"));
    assert_eq!(told["sent"], shown.len(), "{told}");
    assert_eq!(shown[0], json!(["t", "g", "https://a.example/games/x"]));
    assert_eq!(shown[1], json!(["Bastide", "g", "https://a.example/games/x"]), "without a title");
    assert_eq!(shown.last(), Some(&json!(["Bastide", null, null])));
    assert_eq!(told["badges"], json!([3]));
}

#[tokio::test]
async fn a_click_opens_a_page_of_this_site_only() {
    let told = run(r#"
        for (const navigate of ["https://a.example/games/open", "https://a.example/games/x", "https://b.example/x", undefined]) {
            await send("notificationclick", { notification: { close() {}, data: { navigate } } });
        }
        return opened;
    "#)
    .await;
    let expected = ["focus", "https://a.example/games/x", "https://a.example", "https://a.example/"];
    assert_eq!(told, json!(expected));
}
