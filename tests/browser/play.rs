//! What users do on pages. URLs come only from links.

use fantoccini::Locator;
use fantoccini::elements::Element;
use support::messages::{message_with, says};

use crate::browser::Browser;
use crate::scripted::wait_for;
use crate::server::Server;

/// Everybody's password.
pub const PASSWORD: &str = "correct horse battery";

/// Creates an account and returns its recovery codes.
pub async fn sign_up(browser: &Browser, server: &Server, name: &str) -> Vec<String> {
    browser.goto(&server.url("/")).await;
    browser.press("sign-up").await;
    browser.fill("name", name).await;
    browser.fill("password", PASSWORD).await;
    browser.follow(browser.element("main form button").await).await;
    assert_eq!(browser.heading().await, message_with("codes-welcome", &[("name", name)]));
    let mut codes = Vec::new();
    for code in browser.all(".codes code").await {
        codes.push(code.text().await.unwrap());
    }
    browser.press("codes-done").await;
    codes
}

/// Opens a table with the form's defaults, except for the options and radio buttons that the selectors in `chosen` match,
/// and with its opener seated.
pub async fn open_table(browser: &Browser, server: &Server, chosen: &[&str]) {
    browser.goto(&server.url("/")).await;
    browser.press("nav-open-table").await;
    browser.click("[name=game][value=custom]").await;
    // Scripts open it by themselves.
    if browser.all("#more[open]").await.is_empty() {
        browser.click("#more > summary").await;
    }
    choose_and_open(browser, chosen).await;
}

/// The same, from the form at this address.
pub async fn open_table_at(browser: &Browser, form: &str, chosen: &[&str]) {
    browser.goto(form).await;
    choose_and_open(browser, chosen).await;
}

/// Opens a table like [`open_table`], for a game with all tiles if `whole`, or with 24.
pub async fn open_game(browser: &Browser, server: &Server, chosen: &[&str], whole: bool) {
    browser.goto(&server.url("/tables/new?game=custom")).await;
    for choice in chosen {
        browser.click(choice).await;
    }
    if !whole {
        limit_bag(browser, "12").await;
    }
    browser.press("new-table-button").await;
}

/// Leaves out tiles: a game has two for each minute.
pub async fn limit_bag(browser: &Browser, minutes: &str) {
    browser.click("#rules summary").await;
    browser.click("[name=bag] [value=minutes]").await;
    browser.fill("bag.minutes", minutes).await;
}

async fn choose_and_open(browser: &Browser, chosen: &[&str]) {
    for choice in chosen {
        browser.click(choice).await;
    }
    browser.press("new-table-button").await;
}

/// Takes the last seat at the current table, with the browser's salt or, without scripts, with none. The other players' pages
/// must be open, so that they reveal theirs.
pub async fn take_seat(browser: &Browser) {
    browser.press("table-take-seat").await;
    wait_for(browser, ".tabletop").await;
}

/// Plays a turn on the game page: a cell, perhaps a rotation, perhaps a follower, and confirms. `fancy` selects which.
pub async fn take_turn(browser: &Browser, fancy: usize) {
    assert!(is_my_turn(browser).await, "{}", browser.text().await);
    if fancy.is_multiple_of(5) {
        // On a phone the list is in a sheet.
        let sheet = browser.element(".open-rail").await;
        if sheet.is_displayed().await.unwrap() {
            sheet.click().await.unwrap();
        }
        browser.click("#placements summary").await;
        browser.open_link(choose(browser, "#placements tbody a", fancy).await).await;
    } else {
        browser.open_link(choose(browser, ".pane a[href*='preview']", fancy).await).await;
    }
    if fancy.is_multiple_of(3)
        && let Ok(rotate) = browser.client.find(Locator::LinkText("Rotate")).await
    {
        browser.open_link(rotate).await;
    }
    choose(browser, "input[name=follower]", fancy).await.click().await.unwrap();
    browser.press("preview-confirm").await;
    browser.element(".tabletop[data-last]").await;
    let refused = browser.all("main [role=alert]").await;
    assert!(refused.is_empty(), "{}", browser.text().await);
}

/// Whether the game page leads to the final page.
pub async fn is_over(browser: &Browser) -> bool {
    !browser.all("main a[href$='/final']").await.is_empty()
}

/// Whether the game page says that it is the viewer's turn.
pub async fn is_my_turn(browser: &Browser) -> bool {
    says(&browser.heading().await, "turn-yours")
}

/// One of the matching elements, selected by `which`.
async fn choose(browser: &Browser, selector: &str, which: usize) -> Element {
    let mut all = browser.all(selector).await;
    assert!(!all.is_empty(), "no {selector} at {}:\n{}", browser.path().await, browser.text().await);
    all.swap_remove(which * 7 % all.len())
}
