//! Talk at tables: who reads and writes what under each setting of the host, hostile lines, and the pages without scripts.

mod guests;
mod hostile;
mod matrix;
mod pages;

use crate::app::TestApp;
use crate::browser::{Browser, Page};

const CHANNELS: [&str; 3] = ["seats", "spectators", "notes"];

/// A valid form token of anybody's, guests included.
async fn token(browser: &Browser) -> String {
    browser.get("/settings").await.form("/settings").value("csrf")
}

/// Sends a form of the sender's own making, without following redirects.
async fn post(browser: &Browser, path: &str, fields: &[(&str, &str)]) -> Page {
    let token = token(browser).await;
    let fields: Vec<_> = fields.iter().copied().chain([("csrf", token.as_str())]).collect();
    browser.post(path, &fields).await
}

/// Says something in a channel: `what` is `text` or `phrase`.
async fn say(browser: &Browser, table: &str, channel: &str, what: (&str, &str)) -> Page {
    post(browser, &format!("{table}/talk"), &[("channel", channel), what]).await
}

/// Says something that is accepted.
async fn said(browser: &Browser, table: &str, channel: &str, text: &str) {
    let page = say(browser, table, channel, ("text", text)).await;
    assert_eq!(page.status, 303, "{channel}, {text}: {}", page.text());
}

async fn read(browser: &Browser, table: &str, channel: &str) -> Page {
    browser.get(&format!("{table}/talk?channel={channel}")).await
}

/// The lines of a page, exactly as they are.
fn lines(page: &Page) -> Vec<String> {
    page.all(".said").into_iter().map(|line| line.text().collect()).collect()
}

fn id(table: &str) -> &str {
    table.rsplit('/').next().unwrap()
}

fn api(table: &str) -> String {
    format!("/api/v1/games/{}/talk", id(table))
}

async fn resign(browser: &Browser, table: &str) {
    let resign = format!("{table}/resign");
    let page = browser.submit(browser.get(&resign).await.form(&resign)).await;
    assert_eq!(page.status, 200, "{}", page.text());
}

async fn guest(app: &TestApp) -> (Browser, String) {
    let guest = app.browser();
    let own = guest.submit(guest.get("/").await.form("/play-the-computer")).await.path;
    (guest, own)
}

/// The number of the last event of a game.
async fn last_event(browser: &Browser, table: &str) -> u32 {
    let page = browser.get(table).await;
    page.all(".tabletop")[0].attr("data-last").unwrap().parse().unwrap()
}
