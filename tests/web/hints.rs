//! Hints: an aid of its own, off unless chosen; its use is counted and shown.

use crate::app::{TestApp, join, open_table};
use crate::browser::{Browser, Page};
use crate::play::mover;

/// A game between ann and ben, with hints.
async fn game(app: &TestApp) -> (Browser, Browser, String) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = open_table(&ann, &[("hints", "yes")]).await;
    assert!(ann.get(&table).await.texts("dl.facts dd").contains(&"All aids, hints allowed".to_owned()));
    join(&ben, &table).await;
    (ann, ben, table)
}

fn rows(page: &Page) -> Vec<String> {
    page.texts("#hints > ol > li")
}

#[tokio::test]
async fn a_player_asks_for_a_hint_and_plays_it() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    let (mover, other) = mover(&table, [&ann, &ben]).await;
    let hint = format!("{table}/hint");
    let before = mover.get(&table).await;
    assert!(rows(&before).is_empty() && other.get(&table).await.find_form(&hint).is_none());
    let page = mover.submit(before.form(&hint)).await;
    let best = rows(&page);
    assert_eq!(best.len(), 3, "{}", page.text());
    assert_eq!(page.texts("svg.board .a-badge text")[0], "1", "the board shows where");
    assert!(best[0].contains("best") && page.find_form(&hint).is_none());
    assert!(rows(&other.get(&table).await).is_empty(), "the other player sees only the count");
    for browser in [mover, other, &app.browser()] {
        let text = browser.get(&table).await.text();
        assert!(
            text.contains("Hints used: ") && (text.contains("ann 1") || text.contains("ben 1")),
            "{text}"
        );
    }
    assert_eq!(rows(&mover.submit(before.form(&hint)).await), best, "the same form sent twice");
    let text = mover.get(&table).await.text();
    assert!(!text.contains("ann 2") && !text.contains("ben 2"), "{text}");

    let draft = mover.get(&page.links("#hints ol a")[0]).await;
    let played = mover.submit(draft.form(&format!("{table}/turns"))).await;
    assert_eq!(played.status, 200, "{}", played.text());
    assert!(rows(&mover.get(&table).await).is_empty(), "hints are gone with the position");

    let asks = ann.get(&format!("{table}/resign")).await;
    ann.submit(asks.form(&format!("{table}/resign"))).await;
    let end = app.browser().get(&format!("{table}/final")).await.text();
    assert!(
        end.contains("Hints used: ann 1 and ben 0") || end.contains("Hints used: ann 0 and ben 1"),
        "{end}"
    );
    let again = ann.get(&format!("{table}/final")).await.form(&format!("{table}/rematch"));
    assert!(ann.submit(again).await.texts("dl.facts dd").contains(&"All aids, hints allowed".to_owned()));
}

#[tokio::test]
async fn hints_are_only_for_the_player_to_move_at_a_table_that_allows_them() {
    let app = TestApp::start().await;
    let (ann, ben, table) = game(&app).await;
    let (mover, other) = mover(&table, [&ann, &ben]).await;
    let hint = format!("{table}/hint");
    let form = mover.get(&table).await.form(&hint);
    let expected = form.value("expected");
    let ask = async |browser: &Browser, table: &str, expected: &str| {
        let fields = [("csrf", browser.token().await), ("expected", expected.to_owned())];
        browser.post(&format!("{table}/hint"), &fields).await.status
    };
    assert_eq!(ask(other, &table, &expected).await, 403);
    assert_eq!(ask(mover, &table, "0").await, 409);
    assert_eq!(ask(mover, &table, "x").await, 400);
    assert_eq!(ask(mover, &table, &expected).await, 303);
    let without = open_table(&ann, &[]).await;
    join(&ben, &without).await;
    for browser in [&ann, &ben] {
        let page = browser.get(&without).await;
        assert!(page.find_form(&format!("{without}/hint")).is_none() && !page.text().contains("Hints"));
        assert_eq!(ask(browser, &without, "1").await, 404);
    }
}
