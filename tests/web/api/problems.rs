//! Every code that the docs name is what some call is answered.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use super::play::next;
use super::{Program, game, problem};
use crate::app::TestApp;
use crate::bots::bot;
use crate::browser::Page;
use crate::imports::record;

const DOCS: &str = include_str!("../../../docs/api.md");
const JSON: (&str, &str) = ("content-type", "application/json");

/// The codes of the table of statuses.
fn documented() -> BTreeSet<String> {
    let rows = DOCS.lines().filter(|line| line.starts_with("| 4") || line.starts_with("| 5"));
    let codes = rows.map(|row| row.split(" | ").nth(1).unwrap());
    codes.flat_map(|codes| codes.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

#[derive(Default)]
struct Reached(BTreeSet<String>);

impl Reached {
    fn add(&mut self, page: &Page) {
        self.0.insert(problem(page).1);
    }
}

async fn about_requests(app: &TestApp, ann: &Program, reached: &mut Reached) {
    let visitor = Program::new(app, None);
    reached.add(&visitor.get("/api/v1/me").await);
    reached.add(&Program::new(app, Some("bastide_x")).get("/api/v1/me").await);
    reached.add(&visitor.get(&format!("/api/v1/games?player={}", ann.token())).await);
    reached.add(&ann.get("/api/v1/games?status=x").await);
    reached.add(&ann.get("/api/v1/nothing").await);
    reached.add(&ann.get("/api/v1/games/0123456789abcdef").await);
    reached.add(&ann.get("/api/v1/players/0123456789abcdef/ratings").await);
    reached.add(&ann.post("/api/v1/games", &json!({"sets": 2})).await);
    reached.add(&ann.post("/api/v1/games", &json!({"seats": 1})).await);
    reached.add(&ann.send(Method::POST, "/api/v1/games", &[("content-type", "text/plain")], "{}").await);
    reached.add(&ann.send(Method::POST, "/api/v1/games", &[JSON], &"x".repeat(40_000)).await);
    reached.add(&ann.post("/api/v1/account/zone", &json!({"zone": "UTC"})).await);
    let until = i64::MAX / 1_000_000;
    app.execute(&format!(
        "INSERT INTO restrictions (id, user_id, kind, rule, reason, decided_by, since, ends, until)
         SELECT '0123456789abcdef', id, 'tables', 'a rule', 'a reason', id, 0, {until}, {until} FROM users WHERE name = 'ann'"
    ))
    .await;
    reached.add(&ann.post("/api/v1/games", &json!({})).await);
    app.execute("DELETE FROM restrictions").await;
    let lock = app.lock().await;
    reached.add(&ann.post("/api/v1/games", &json!({})).await);
    lock.rollback().await.unwrap();
}

async fn about_games(app: &TestApp, programs: &[Program; 2], id: &str, reached: &mut Reached) {
    let [ann, ben] = programs;
    let path = format!("/api/v1/games/{id}");
    let (mover, last, mut turn) = next(programs, id).await.unwrap();
    let other = if std::ptr::eq(mover, ann) { ben } else { ann };
    reached.add(&other.post(&format!("{path}/turns"), &turn).await);
    reached.add(&ann.get("/api/v1/events?after=999").await);
    let resign = format!("{path}/resign");
    reached.add(&ann.post(&resign, &Value::Null).await);
    reached.add(&ann.post(&resign, &json!({"expected": last - 1})).await);
    reached.add(&ann.send(Method::POST, &resign, &[("if-match", "x"), JSON], "{}").await);
    turn["x"] = json!(40);
    reached.add(&mover.post(&format!("{path}/turns"), &turn).await);
    let third = Program::of(app, &app.person("cat").await, &["read", "play"]).await;
    let open = ann.call("/api/v1/games", &json!({})).await;
    let open = format!("/api/v1/games/{}", open["id"].as_str().unwrap());
    reached.add(&ann.get(&format!("{open}/placements")).await);
    let rex = bot(app, &app.person("dan").await, "rex").await;
    reached.add(&rex.post(&format!("{open}/join"), &Value::Null).await);
    let strong = json!({"rated": true, "time_control": {"per_turn": {"days": 3}}, "rating": {"from": 1600}});
    let strong = ann.call("/api/v1/games", &json!({"settings": strong})).await["id"].clone();
    reached.add(&ben.post(&format!("/api/v1/games/{}/join", strong.as_str().unwrap()), &Value::Null).await);
    ben.call(&format!("{open}/join"), &Value::Null).await;
    reached.add(&third.post(&format!("{open}/join"), &Value::Null).await);
    app.execute("INSERT INTO profile_settings (user_id, visible, followable) SELECT id, 'everybody', 0 FROM users WHERE name = 'cat'")
        .await;
    let cat = &app.texts("SELECT id FROM users WHERE name = 'cat'").await[0];
    reached.add(&ann.post(&format!("/api/v1/players/{cat}/follow"), &json!({"follow": true})).await);
    ann.read("/api/v1/events").await;
    app.execute("DELETE FROM user_events").await;
    reached.add(&ann.get("/api/v1/events?after=1").await);
}

async fn about_limits(reached: &mut Reached) {
    let limited = TestApp::start_with(|settings| {
        settings.forms_a_minute = 30;
        settings.streams.user = 1;
    });
    let app = limited.await;
    let ann = Program::of(&app, &app.person("ann").await, &["read", "play"]).await;
    let stream = ann.stream("/api/v1/events").await;
    let accept = [("accept", "application/x-ndjson")];
    reached.add(&ann.send(Method::GET, "/api/v1/events", &accept, "").await);
    drop(stream);
    let now = app.clock.now().timestamp_millis();
    let used_up = format!(
        "INSERT INTO attempts (subject, tries, since) SELECT 'imports by ' || id, 200, {now} FROM users"
    );
    app.execute(&used_up).await;
    reached.add(&ann.send(Method::POST, "/api/v1/games/import", &[], &record(1).write()).await);
    for _ in 0..40 {
        let page = ann.post("/api/v1/notifications/all-seen", &Value::Null).await;
        if page.status == 429 {
            reached.add(&page);
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_code_of_the_docs_is_reached() {
    let app = TestApp::start().await;
    let (programs, id) = game(&app).await;
    let mut reached = Reached::default();
    about_games(&app, &programs, &id, &mut reached).await;
    about_requests(&app, &programs[0], &mut reached).await;
    about_limits(&mut reached).await;
    let missing: Vec<_> = documented().into_iter().filter(|code| !reached.0.contains(code)).collect();
    assert!(missing.is_empty(), "{missing:?}; reached: {:?}", reached.0);
}
