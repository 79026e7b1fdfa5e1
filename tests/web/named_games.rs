//! The games that the form for a new table offers by name.

use serde_json::{Value, json};

use crate::api::Program;
use crate::app::{TestApp, open_table};
use crate::browser::{Browser, Page};

/// The settings and the seats of the table at this path.
async fn opened(program: &Program, table: &str) -> (Value, Value) {
    let table = program.read(&format!("/api/v1{table}")).await;
    (table["settings"].clone(), table["seats"].clone())
}

/// Opens a named game as the form comes, but for these changes; returns the page after it.
async fn open_named(browser: &Browser, game: &str, changes: &[(&str, &str)]) -> Page {
    let form = browser.get("/tables/new").await.form("/tables/new").set("game", game);
    let form = changes.iter().fold(form, |form, (name, value)| form.set(name, value));
    browser.submit(form).await
}

#[tokio::test]
async fn a_newcomer_chooses_one_of_four_games_and_who_may_join() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let program = Program::of(&app, &ann, &["read"]).await;
    let page = ann.get("/tables/new").await;
    assert_eq!(page.choices("game"), ["quick", "daily", "computer", "custom"]);
    assert_eq!(page.form("/tables/new").value("game"), "daily");
    assert!(page.all("#more[open]").is_empty() && page.all("#more [name=visibility]").is_empty());
    assert!(page.says("named-games-custom-only"));

    let daily = open_named(&ann, "daily", &[]).await;
    let (settings, seats) = opened(&program, &daily.path).await;
    assert_eq!((settings["public"].clone(), seats.as_array().unwrap().len()), (json!(true), 2));
    assert_eq!(settings["time_control"]["clock"]["free"], json!(86_400), "{settings}");

    let quick = open_named(&ann, "quick", &[("visibility", "link")]).await;
    let (settings, _) = opened(&program, &quick.path).await;
    assert_eq!((settings["public"].clone(), settings["missed_turns"].clone()), (json!(false), json!("wait")));
    assert!(settings.get("leave").is_none() && settings.get("clock_hours").is_none(), "{settings}");

    let alone = open_named(&ann, "computer", &[]).await;
    let (_, seats) = opened(&program, &alone.path).await;
    assert_eq!(seats[1]["computer"], json!("four"));
    assert!(!alone.all("svg.board").is_empty(), "it starts at once");
}

#[tokio::test]
async fn a_named_game_ignores_the_rest_of_the_form() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let program = Program::of(&app, &ann, &["read"]).await;
    let others = [
        ("seats", "5"),
        ("rated", "yes"),
        ("meeples", "no"),
        ("plays", "no"),
        ("clock", "custom"),
        ("free", "x"),
    ];
    let page = open_named(&ann, "daily", &others).await;
    assert_eq!(page.status, 200, "{}", page.text());
    let (settings, seats) = opened(&program, &page.path).await;
    assert_eq!((seats.as_array().unwrap().len(), settings.get("rated")), (2, None));
    assert_eq!(seats[0]["player"]["name"], json!("ann"));
    // The same fields count for a game of one's own, which comes back with what is wrong.
    let refused = open_named(&ann, "custom", &others).await;
    assert_eq!((refused.status, refused.form("/tables/new").value("game").as_str()), (422, "custom"));
    assert_eq!(refused.all("#more[open]").len(), 1);
}

#[tokio::test]
async fn what_prefills_the_form_or_asks_for_other_rules_opens_the_rest() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let table = open_table(&ann, &[("visibility", "link")]).await;
    let like = format!("/tables/new?from={}", &table[7..]);
    for (path, game, open) in [
        ("/tables/new?visibility=link", "daily", false),
        ("/tables/new?game=quick", "quick", false),
        ("/tables/new?game=custom", "custom", true),
        ("/tables/new?preset=abbeys", "custom", true),
        ("/tables/new?from=last", "custom", true),
        (&like, "custom", true),
    ] {
        let page = ann.get(path).await;
        assert_eq!(page.form("/tables/new").value("game"), game, "{path}");
        assert_eq!(!page.all("#more[open]").is_empty(), open, "{path}");
    }
    assert_eq!(ann.get("/tables/new?visibility=link").await.form("/tables/new").value("visibility"), "link");
    assert_eq!(ann.get(&like).await.form("/tables/new").value("visibility"), "link");
    let rules = open_named(&ann, "quick", &[("show", "rules"), ("preset", "abbeys")]).await;
    assert_eq!((rules.status, rules.form("/tables/new").value("game").as_str()), (200, "custom"));
    assert_eq!(ann.get("/tables/new?game=chess").await.status, 400);
}

#[tokio::test]
async fn a_form_without_the_field_is_a_game_of_ones_own() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let program = Program::of(&app, &ann, &["read"]).await;
    let fields = [("csrf", ann.token().await), ("seats", "3".to_owned())];
    let answer = ann.post("/tables/new", &fields).await;
    assert_eq!(answer.status, 303);
    let (_, seats) = opened(&program, answer.headers["location"].to_str().unwrap()).await;
    assert_eq!(seats.as_array().unwrap().len(), 3);
}
