//! Time controls in the form of a new table, and the page of a game's clocks.

use crate::app::{TestApp, join, open_table};
use crate::messages::{message, message_with, says};

#[tokio::test]
async fn a_table_can_have_a_named_clock_and_says_what_it_means() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let table = open_table(&ann, &[("clock", "slow")]).await;
    let facts = ann.get(&table).await.texts(".facts dd").join(" ");
    assert!(facts.contains("Slow. Each turn has 12 h for nothing."), "{facts}");
    assert!(facts.contains("adds 1 d to the bank, up to 10 d"), "{facts}");
    assert!(facts.contains("A round takes at most 15 d."), "two turns of 12 h and 7 days: {facts}");
    let again = ann.get(&format!("/tables/new?from={}", &table[7..])).await.form("/tables/new");
    assert_eq!(again.value("clock"), "slow");
}

#[tokio::test]
async fn the_form_the_lobby_and_the_table_say_how_long_games_usually_take() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let form = ann.get("/tables/new?game=custom").await;
    let usual = message_with("clock-length", &[("median", "5 weeks"), ("most", "8 weeks")]);
    let lengths = form.texts("form .facts dd");
    assert_eq!(lengths.len(), 4, "nobody knows about live games yet: {lengths:?}");
    assert_eq!(lengths.iter().filter(|length| **length == usual).count(), lengths.len(), "{lengths:?}");
    let standard = open_table(&ann, &[("clock", "3")]).await;
    let facts = ben.get(&standard).await.texts(".facts dd").join(" ");
    assert!(facts.contains(&message_with("clock-usual", &[("length", &usual)])), "{facts}");
    let lobby = ben.get("/").await.texts(".game").join(" ");
    assert!(lobby.contains("3 days, usually 5 weeks"), "{lobby}");
    // A third of the turns are a computer's.
    let shorter = open_table(&ann, &[("clock", "3"), ("seats", "3"), ("computer1", "2")]).await;
    let facts = ben.get(&shorter).await.texts(".facts dd").join(" ");
    assert!(facts.contains("usually takes 3 weeks, nine in ten at most 6 weeks"), "{facts}");
    for clock in ["4", "live", ""] {
        let table = open_table(&ann, &[("clock", clock)]).await;
        let page = ben.get(&table).await;
        assert!(!page.says("clock-usual"), "nobody knows: {}", page.text());
    }
}

#[tokio::test]
async fn every_number_of_a_clock_can_be_chosen_and_comes_back_with_a_rematch_form() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let numbers = [("free", "36h"), ("bank", "2 d"), ("increment", "90 min"), ("cap", ""), ("most", "1d")];
    let changes: Vec<_> = [("clock", "custom")].into_iter().chain(numbers).collect();
    let table = open_table(&ann, &changes).await;
    let again = ann.get(&format!("/tables/new?from={}", &table[7..])).await.form("/tables/new");
    for (name, value) in [
        ("clock", "custom"),
        ("free", "1\u{a0}d 12\u{a0}h"),
        ("bank", "2\u{a0}d"),
        ("increment", "1\u{a0}h 30\u{a0}min"),
        ("cap", "2\u{a0}d"),
        ("most", "1\u{a0}d"),
    ] {
        assert_eq!(again.value(name), value);
    }
}

#[tokio::test]
async fn a_number_that_makes_no_sense_is_refused_beside_its_field_and_nothing_is_opened() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let duration = |text: &str| message_with("refused-duration", &[("text", text)]);
    for (name, value, why) in [
        ("bank", "-1", duration("-1")),
        ("free", "25:00", duration("25:00")),
        ("increment", "3 weeks", duration("3 weeks")),
        ("cap", "2 d", message("refused-clock-cap-below-bank")),
        ("free", "31 d", message_with("refused-clock-free", &[("most", "30\u{a0}d")])),
        (
            "most",
            "30 s",
            message_with("refused-clock-most", &[("least", "1\u{a0}min"), ("most", "60\u{a0}d")]),
        ),
    ] {
        let form = ann
            .get("/tables/new?game=custom")
            .await
            .form("/tables/new")
            .set("clock", "custom")
            .set(name, value);
        let page = ann.submit(form).await;
        assert_eq!(page.status, 422, "{name} {value}");
        assert_eq!(page.texts(&format!("#clock-{name}-error")), [why], "{name} {value}");
        let back = page.form("/tables/new");
        assert_eq!([back.value("clock"), back.value(name)], ["custom", value]);
    }
    assert!(ann.get("/games/mine").await.all("#list a").is_empty());
    let page = ann.get("/tables/new?clock=hourglass").await;
    assert_eq!(page.status, 400);
    assert!(page.says("request-clock"), "{}", page.text());
}

#[tokio::test]
async fn the_page_of_a_games_clocks_shows_banks_and_every_turns_time() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = open_table(&ann, &[("clock", "daily")]).await;
    join(&ben, &table).await;
    let clock = format!("{table}/clock");
    let page = ann.get(&clock).await;
    assert!(page.says("clock-history-empty"), "{}", page.text());
    assert_eq!(page.texts(".facts dd").last().map(String::as_str), Some("3 d"), "{}", page.text());
    crate::turns::play(&app, &table, 3).await;
    let page = ben.get(&clock).await;
    assert_eq!(page.texts("tbody tr").len(), 3);
    assert!(page.texts("tbody tr").iter().all(|row| row.contains("played") && row.contains("3 d")));
    assert!(says(&page.text(), "clock-until"));
}
