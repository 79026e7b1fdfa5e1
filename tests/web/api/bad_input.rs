//! Calls that no program should make.

use reqwest::Method;
use serde_json::{Value, json};

use super::{game, is, json as body, problem};
use crate::app::TestApp;

const JSON: (&str, &str) = ("content-type", "application/json");

#[tokio::test]
async fn a_wrong_body_is_refused_with_its_field_and_changes_nothing() {
    let app = TestApp::start().await;
    let ([ann, _], id) = game(&app).await;
    let before = app.rows().await;
    let turns = format!("/api/v1/games/{id}/turns");
    let turn = |name: &str, value: Value| {
        let mut turn = json!({"expected": 1, "tile": "RFRF", "x": 1, "y": 0, "rotation": 0});
        turn[name] = value;
        turn
    };
    for (path, sent, field) in [
        (turns.as_str(), turn("x", json!("1")), Some("x")),
        (&turns, turn("x", json!(1_000_000)), Some("x")),
        (&turns, turn("rotation", json!(4)), Some("rotation")),
        (&turns, turn("tile", json!("XXXX")), Some("tile")),
        (&turns, turn("follower", json!({"kind": "meeple", "on": "above"})), Some("follower.on")),
        (&turns, turn("follower", json!({"kind": "king", "on": "top"})), Some("follower.kind")),
        (&turns, turn("expected", json!(-1)), Some("expected")),
        (&turns, turn("colour", json!(0)), Some("colour")),
        (&turns, json!({"expected": 1}), None),
        (&turns, json!([1]), None),
        (&turns, json!("RFRF"), None),
        ("/api/v1/games", json!({"seats": "two"}), Some("seats")),
        ("/api/v1/games", json!({"computers": [{"seat": 0, "level": "ten"}]}), Some("computers[0].level")),
        ("/api/v1/games", json!({"salt_hash": "x"}), Some("salt_hash")),
        ("/api/v1/games", json!({"settings": {"colour": "red"}}), Some("settings")),
        ("/api/v1/games", json!({"settings": {"public": 1}}), Some("settings")),
        ("/api/v1/games", json!({"settings": {"rules": {"preset": "chess"}}}), Some("settings")),
        ("/api/v1/notifications/seen", json!({"game": id, "kind": "x", "n": 1, "seen": true}), Some("kind")),
    ] {
        let page = ann.post(path, &sent).await;
        assert_eq!(problem(&page), is(400, "bad-body"), "{sent}");
        let named = body(&page)["field"].as_str().map(str::to_owned);
        if let Some(field) = field {
            assert!(named.is_some_and(|named| named.starts_with(field)), "{sent}: {}", page.body);
        }
    }
    for (path, sent, status, code) in [
        ("/api/v1/games", json!({"seats": 1}), 422, "bad-seat-count"),
        ("/api/v1/games", json!({"seats": 200}), 422, "bad-seat-count"),
        ("/api/v1/games", json!({"computers": [{"seat": 7, "level": "one"}]}), 422, "bad-computer-seats"),
        (turns.as_str(), json!({"tile": "RFRF", "x": 1, "y": 0, "rotation": 0}), 428, "no-expected"),
    ] {
        assert_eq!(problem(&ann.post(path, &sent).await), is(status, code), "{sent}");
    }
    let changed =
        |rows: Vec<String>| rows.into_iter().filter(|row| !row.starts_with("tokens:")).collect::<Vec<_>>();
    assert_eq!(changed(app.rows().await), changed(before));
}

#[tokio::test]
async fn what_is_not_json_is_refused_and_never_answered_with_a_page() {
    let app = TestApp::start().await;
    let ([ann, _], id) = game(&app).await;
    let path = format!("/api/v1/games/{id}/resign");
    let send = async |headers: &[(&str, &str)], text: &str| {
        problem(&ann.send(Method::POST, &path, headers, text).await)
    };
    for text in ["{", "{}{}", "\u{fffd}", "expected=1", r#"{"expected":1e400}"#, &"[".repeat(500)] {
        assert_eq!(send(&[JSON], text).await, is(400, "bad-body"), "{text}");
    }
    assert_eq!(send(&[JSON], r#"{"expected":"\u0000"}"#).await, is(400, "bad-request"));
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        assert_eq!(send(&[("content-type", kind)], "{}").await, is(415, "not-json"), "{kind}");
    }
    assert_eq!(send(&[], r#"{"expected":1}"#).await, is(415, "not-json"));
    let large = format!(r#"{{"expected":1,"x":"{}"}}"#, "x".repeat(40_000));
    assert_eq!(send(&[JSON], &large).await, is(413, "body-too-large"));
    for tag in ["1", "*", "\"x\"", "\"\""] {
        assert_eq!(send(&[JSON, ("if-match", tag)], "{}").await, is(400, "bad-if-match"), "{tag}");
    }
    assert_eq!(send(&[JSON, ("if-match", "\"1\"")], r#"{"expected":2}"#).await, is(428, "no-expected"));
    for (method, path) in [
        (Method::DELETE, "/api/v1/me"),
        (Method::PUT, "/api/v1/games"),
        (Method::POST, "/api/v1/me"),
        (Method::GET, path.as_str()),
        (Method::PATCH, "/api/v1/games/mine"),
    ] {
        let page = ann.send(method.clone(), path, &[], "").await;
        assert_eq!(problem(&page), is(405, "method-not-allowed"), "{method} {path}");
    }
    for path in ["/api/v1", "/api/v1/", "/api/v1/none", "/api/v2/me", "/api/", "/api/v1/games/x/y/z"] {
        assert_eq!(problem(&ann.get(path).await), is(404, "not-found"), "{path}");
    }
    for query in ["status=x", "after=x", "after=1&after=2", "sort=x", "rules=chess"] {
        assert_eq!(
            problem(&ann.get(&format!("/api/v1/games?{query}")).await),
            is(400, "bad-request"),
            "{query}"
        );
    }
}
