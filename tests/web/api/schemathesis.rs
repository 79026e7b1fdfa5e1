//! schemathesis makes calls from the document: examples, borders, random ones, and calls that follow from each other.

use std::process::Command;

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::play::next;
use super::{Program, game};
use crate::app::TestApp;

/// A call that would end what all others need: the token.
const LEFT_OUT: &str = "revoke_token";

/// How many random calls of each kind; with `BASTIDE_LONG`, more.
fn examples() -> &'static str {
    if support::setting("BASTIDE_LONG").is_some() { "200" } else { "10" }
}

/// Runs it against the server, with the token of a user and a game of theirs.
async fn run(app: &TestApp, token: &str, game: &str) -> (bool, String) {
    let folder = support::service("BASTIDE_TEST_SCHEMATHESIS");
    let work = tempfile::tempdir().unwrap();
    // Made-up ids would be of no game.
    std::fs::write(
        work.path().join("schemathesis.toml"),
        format!("[parameters]\n\"path.id\" = \"{game}\"\n"),
    )
    .unwrap();
    let mut command = Command::new("/usr/bin/python3");
    command
        .env("PYTHONPATH", &folder)
        .env("PYTHONUTF8", "1")
        .current_dir(work.path())
        .arg(format!("{folder}/bin/schemathesis"))
        .args(["run", &format!("{}/api/v1/openapi.json", app.origin), "--no-color"])
        .args(["--phases", "examples,coverage,fuzzing,stateful"])
        .args(["--max-examples", examples(), "--seed", &support::seed().to_string(), "--checks", "all"])
        // What a schema can't say is refused all the same: names of tiles, rules and zones.
        .args(["--exclude-checks", "positive_data_acceptance"])
        .args(["--request-timeout", "20", "--suppress-health-check", "all", "--continue-on-failure"])
        .args(["--exclude-operation-id", LEFT_OUT])
        .args(["-H", &format!("Authorization: Bearer {token}")]);
    let ran = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let text = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
    (ran.status.success(), text)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_schemathesis_calls_is_answered_as_the_document_says() {
    let app = TestApp::start().await;
    let (programs, id) = game(&app).await;
    for _ in 0..6 {
        let (program, _, turn) = next(&programs, &id).await.unwrap();
        program.call(&format!("/api/v1/games/{id}/turns"), &turn).await;
        app.clock.advance(TimeDelta::minutes(1));
    }
    programs[1].call("/api/v1/games", &json!({"seats": 3})).await;
    programs[1].call("/api/v1/notifications/all-seen", &Value::Null).await;
    let cat = Program::of(&app, &app.person("cat").await, &["read", "play", "account"]).await;
    let opened = cat.call("/api/v1/games", &json!({})).await;
    programs[0].call(&format!("/api/v1/games/{}/join", opened["id"].as_str().unwrap()), &Value::Null).await;
    let (passed, text) = run(&app, cat.token(), opened["id"].as_str().unwrap()).await;
    assert!(passed, "{text}");
}
