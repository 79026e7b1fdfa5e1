//! Levels of the computer: on pages of their own, and at tables.

use bastide::players::Level;

use crate::app::{TestApp, open_table};

const TITLES: [&str; 8] = [
    "Level 1 · Newcomer",
    "Level 2 · Learner",
    "Level 3 · Hobbyist",
    "Level 4 · Regular",
    "Level 5 · Strategist",
    "Level 6 · Expert",
    "Level 7 · Champion",
    "Level 8 · Master",
];

#[tokio::test]
async fn every_level_has_a_page_and_all_can_be_played_from_the_list() {
    let app = TestApp::start().await;
    let visitor = app.browser();
    let list = visitor.get("/levels").await;
    assert_eq!(list.texts(".levels h2"), TITLES);
    assert_eq!(list.texts(".levels button"), ["Play"; 8]);
    assert_eq!(TITLES.len(), Level::ALL.len());
    for (number, title) in (1..).zip(TITLES) {
        let page = visitor.get(&format!("/levels/{number}")).await;
        assert_eq!((page.status, page.heading().as_str()), (200, title));
        assert!(page.texts("section[aria-labelledby=h-thinks] p")[0].len() > 50, "{}", page.text());
    }
    for unknown in ["0", "9", "four", "256"] {
        assert_eq!(visitor.get(&format!("/levels/{unknown}")).await.status, 404, "{unknown}");
    }
}

#[tokio::test]
async fn a_level_shows_how_it_does_against_people() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let page = ann.get("/levels/3").await;
    assert!(page.says_with("level-results", &[("n", "0")]));
    let game = ann.submit(page.form("/play-the-computer").set("level", "3")).await.path;
    let asks = ann.get(&format!("{game}/resign")).await;
    ann.submit(asks.form(&format!("{game}/resign"))).await;
    app.run_jobs().await;
    let results = "Won 1 of 1 against people.";
    assert_eq!(ann.get("/levels/3").await.texts("section[aria-labelledby=h-results] p")[0], results);
    assert_eq!(app.browser().get("/levels").await.texts(".levels .soft"), [results]);
}

#[tokio::test]
async fn the_front_page_and_the_list_start_a_game_at_the_chosen_level() {
    let app = TestApp::start().await;
    for (page, level, shown) in [
        ("/", "2", "Level 2"),
        ("/", "4", "Level 4"),
        ("/", "6", "Level 6"),
        ("/levels", "1", "Level 1"),
        ("/levels", "8", "Level 8"),
        ("/levels/7", "7", "Level 7"),
    ] {
        let visitor = app.browser();
        let start = visitor.get(page).await;
        let form = start.form("/play-the-computer");
        let buttons = start.all("form[action='/play-the-computer'] button[name=level]");
        assert!(buttons.iter().any(|button| button.attr("value") == Some(level)), "{page}: {level}");
        let game = visitor.submit(form.set("level", level)).await;
        assert_eq!(game.texts(".players a[href^='/levels/']"), [shown], "{}", game.text());
    }
    let visitor = app.browser();
    let csrf = visitor.get("/").await.form("/play-the-computer").value("csrf");
    let wrong = [("csrf", csrf), ("level", "9".to_owned())];
    assert_eq!(visitor.post("/play-the-computer", &wrong).await.status, 400);
}

#[tokio::test]
async fn each_computer_at_a_table_has_a_level_of_its_own_which_a_rematch_keeps() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let chosen =
        [("seats", "4"), ("computer1", "1"), ("computer2", "3"), ("computer3", "2"), ("plays", "no")];
    let waiting = ann.get(&open_table(&ann, &chosen).await).await;
    assert_eq!(waiting.texts(".seats a"), [TITLES[0], TITLES[2], TITLES[1]]);

    let table = open_table(&ann, &[("seats", "3"), ("computer1", "2"), ("computer2", "1")]).await;
    app.run_jobs().await;
    let game = ann.get(&table).await;
    let mut levels = game.texts(".players a[href^='/levels/']");
    levels.sort();
    assert_eq!(levels, ["Level 1", "Level 2"]);
    assert!(game.text().contains("Blue computer") && game.text().contains("Yellow computer"));
    let asks = ann.get(&format!("{table}/resign")).await;
    ann.submit(asks.form(&format!("{table}/resign"))).await;
    // The computers play to the end.
    app.run_jobs().await;
    let record = ann.get(&format!("{table}/record.jsonl")).await;
    assert!(record.text().contains(r#""seats":["ann","Computer, level 2","Computer, level 1"]"#));

    let over = ann.get(&format!("{table}/final")).await;
    let rematch = ann.submit(over.form(&format!("{table}/rematch"))).await;
    let mut again = rematch.texts(".players a[href^='/levels/']");
    again.sort();
    assert_eq!(again, levels);
    let form = ann
        .get(&format!("/tables/new?from={}", table.trim_start_matches("/games/")))
        .await
        .form("/tables/new");
    assert_eq!([form.value("computer1"), form.value("computer2"), form.value("computer3")], ["2", "1", ""]);
}

#[tokio::test]
async fn a_table_keeps_a_seat_for_a_person() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let form = ann.get("/tables/new?game=custom").await.form("/tables/new");
    let full = form.set("seats", "2").set("computer1", "1").set("computer2", "1").set("computer3", "8");
    let page = ann.submit(full).await;
    assert_eq!(page.status, 422);
    assert_eq!(page.form("/tables/new").value("computer3"), "8", "a form that comes back keeps them");
    assert_eq!(ann.get("/tables/new?computer1=9").await.status, 400);
}
