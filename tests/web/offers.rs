//! `/offers`: finding a game without choosing a table.

use serde_json::{Value, json};

use crate::api::{Program, is, problem};
use crate::app::TestApp;
use crate::browser::{Form, Page};

/// The first form whose action ends like this.
fn form_to(page: &Page, end: &str) -> Option<Form> {
    let action =
        page.all("form").into_iter().filter_map(|form| form.attr("action")).find(|to| to.ends_with(end))?;
    page.find_form(action)
}

/// The form with these boxes checked, and no others of the name.
fn check(mut form: Form, name: &str, values: &[&str]) -> Form {
    form.fields.retain(|(known, _)| known != name);
    form.fields.extend(values.iter().map(|value| (name.to_owned(), (*value).to_owned())));
    form
}

#[tokio::test]
async fn two_strangers_reach_a_game_with_three_actions_each() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    // The dashboard, its link, the button.
    let home = ann.get("/").await;
    assert!(home.body.contains("href=\"/offers\""));
    let waits = ann.submit(ann.get("/offers").await.form("/offers/now").set("game", "daily")).await;
    assert!(waits.path == "/" && waits.says("flash-offer-waits"), "{}", waits.text());
    assert!(waits.says_with("offers-waiting", &[("n", "1")]), "the dashboard says so");
    assert!(form_to(&ann.get("/offers").await, "/end").is_some(), "Ann can end it");
    let game = ben.submit(ben.get("/offers").await.form("/offers/now").set("game", "daily")).await;
    assert!(game.path.starts_with("/games/") && game.says("flash-offer-begun"), "{}", game.path);
    assert_eq!(ann.get(&game.path).await.status, 200);
    assert!(form_to(&ann.get("/offers").await, "/end").is_none(), "the offer has ended with its game");
}

#[tokio::test]
async fn somebodys_offer_is_taken_with_one_click_and_only_once() {
    let app = TestApp::start().await;
    let (ann, ben, cyd) = (app.person("ann").await, app.person("ben").await, app.person("cyd").await);
    let form = check(ann.get("/offers").await.form("/offers"), "rules", &["modern", "abbeys"]);
    let made = ann.submit(check(check(form, "seats", &["2", "3"]), "clock", &["slow"])).await;
    assert!(made.says("flash-offer-made"), "{}", made.text());
    let list = ben.get("/offers").await;
    assert!(list.text().contains("2 or 3 players"), "{}", list.text());
    let seen = cyd.get("/offers").await;
    let visitor = app.browser().get("/offers").await;
    assert!(visitor.text().contains("ann") && form_to(&visitor, "/take").is_none());
    let game = ben.submit(form_to(&list, "/take").unwrap()).await;
    assert!(game.path.starts_with("/games/"), "{}", game.text());
    let late = cyd.submit(form_to(&seen, "/take").unwrap()).await;
    assert!(late.status == 409 && late.says("refused-offer-taken"), "{} {}", late.status, late.text());
}

#[tokio::test]
async fn what_is_refused_comes_back_with_the_reason() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let page = ann.get("/offers").await;
    let empty = ann.submit(check(page.form("/offers"), "rules", &[])).await;
    assert!(empty.status == 422 && empty.says("refused-offer-rules"), "{}", empty.text());
    let reversed = page.form("/offers").set("rating_from", "1700").set("rating_to", "1300");
    let reversed = ann.submit(reversed).await;
    assert!(reversed.status == 422 && reversed.body.contains("1700"), "what was typed stays");
    let many = ann.submit(page.form("/offers/games").set("games", "many")).await;
    assert!(many.status == 422 && many.text().contains("200"), "{}", many.text());
    let saved = ann.submit(page.form("/offers/games").set("games", "7")).await;
    assert!(saved.says("flash-games-wanted") && saved.body.contains("value=\"7\""));
    let guest = app.browser();
    guest.submit(guest.get("/").await.form("/play-the-computer")).await;
    let refused =
        guest.post("/offers/now", &[("csrf", guest.token().await), ("game", "daily".to_owned())]).await;
    assert_eq!(refused.status, 403);
    for path in ["/offers?like=none", "/offers/none/take"] {
        let answer = if path.ends_with("take") {
            ann.post(path, &[("csrf", ann.token().await)]).await
        } else {
            ann.get(path).await
        };
        assert_eq!(answer.status, 404, "{path}");
    }
}

#[tokio::test]
async fn the_rules_of_a_game_can_be_offered() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game(&ann, &ben).await;
    let id = game.trim_start_matches("/games/");
    let page = ann.get(&format!("/offers?like={id}")).await;
    let made = ann.submit(page.form("/offers")).await;
    assert!(made.says("flash-offer-made"), "{}", made.text());
}

#[tokio::test]
async fn programs_find_games_too() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let program = Program::of(&app, &ann, &["read", "play"]).await;
    let other = Program::of(&app, &ben, &["read", "play"]).await;
    let made = program.call("/api/v1/offers", &json!({ "terms": { "seats": [2, 4] }, "at_once": 2 })).await;
    program.call("/api/v1/offers/games", &json!({ "games": 9 })).await;
    let own = program.read("/api/v1/offers").await;
    assert_eq!((&own["games_wanted"], &own["offers"][0]["id"]), (&json!(9), &made["id"]));
    assert_eq!(own["offers"][0]["terms"]["clocks"], json!(["daily"]));
    let open = other.read("/api/v1/offers/open").await;
    assert_eq!(open["offers"][0]["player"]["name"], "ann");
    assert_eq!(
        (&open["offers"][0]["why_not"], &open["offers"][0]["reliability"]),
        (&Value::Null, &Value::Null)
    );
    let id = made["id"].as_str().unwrap();
    let found = other.call(&format!("/api/v1/offers/{id}/take"), &Value::Null).await;
    assert!(found["game"].is_string(), "{found}");
    let again = other.post(&format!("/api/v1/offers/{id}/take"), &Value::Null).await;
    assert_eq!(problem(&again), is(409, "already-playing"));
    let found = other.call("/api/v1/offers/now", &json!({ "clocks": ["live"] })).await;
    assert!(found["offer"].is_string(), "{found}");
    let refused = other.post("/api/v1/offers", &json!({ "terms": { "seats": [9] } })).await;
    assert_eq!(problem(&refused), is(422, "bad-seat-count"));
    program.call(&format!("/api/v1/offers/{id}/end"), &Value::Null).await;
    let gone = program.post(&format!("/api/v1/offers/{id}/end"), &Value::Null).await;
    assert_eq!(problem(&gone), is(404, "no-such-offer"));
}
