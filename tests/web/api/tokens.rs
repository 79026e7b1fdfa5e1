//! What programs may do, and when their tokens stop working.

use bastide::service::{Principal, Scope, TokenLife};
use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Program, game, is, json as body, problem};
use crate::app::{PASSWORD, TestApp, as_user};
use crate::tokens::{PAGE, make, secret};

#[tokio::test]
async fn a_token_says_whose_it_is_and_is_refused_without_the_scope() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let reads = Program::of(&app, &ann, &["read"]).await;
    let plays = Program::of(&app, &ann, &["play"]).await;
    let me = reads.read("/api/v1/me").await;
    assert_eq!((&me["name"], &me["scopes"]), (&json!("ann"), &json!(["read"])));
    assert_eq!(plays.read("/api/v1/me").await["scopes"], json!(["play"]));
    let refused = reads.post("/api/v1/games", &json!({})).await;
    assert_eq!(problem(&refused), is(403, "missing-scope"));
    assert_eq!(body(&refused)["scope"], "play");
    let challenge = refused.headers["www-authenticate"].to_str().unwrap();
    assert_eq!(challenge, "Bearer error=\"insufficient_scope\", scope=\"play\"");
    for path in ["waiting", "notifications", "games/mine"] {
        assert_eq!(problem(&plays.get(&format!("/api/v1/{path}")).await), is(403, "missing-scope"));
    }
    let visitor = Program::new(&app, None);
    for path in ["me", "waiting", "notifications", "games/mine"] {
        let refused = visitor.get(&format!("/api/v1/{path}")).await;
        assert_eq!(problem(&refused), is(401, "signed-out"), "{path}");
        assert_eq!(refused.headers["www-authenticate"], "Bearer realm=\"bastide\"");
    }
    assert_eq!(problem(&visitor.post("/api/v1/games", &json!({})).await), is(401, "signed-out"));
    let games = visitor.get("/api/v1/games").await;
    assert_eq!(games.headers["access-control-allow-origin"], "*");
    assert!(!games.headers.contains_key("access-control-allow-credentials"));
    let written = plays.post("/api/v1/games", &json!({})).await;
    assert!(written.status == 201 && !written.headers.contains_key("access-control-allow-origin"));
}

#[tokio::test]
async fn expired_revoked_and_unknown_tokens_are_refused_alike() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let expires = secret(&make(&ann, "expires", &["read"], "30").await);
    let endless = Program::of(&app, &ann, &["read"]).await;
    let mut refused = Vec::new();
    app.wait(30);
    refused.push(Program::new(&app, Some(&expires)).get("/api/v1/me").await);
    assert_eq!(endless.get("/api/v1/me").await.status, 200);
    // Whatever changes an account here makes the server read tokens again.
    let ben = app.person("ben").await;
    let change =
        async || ben.submit(ben.get("/account").await.form("/account/zone").set("zone", "UTC")).await;
    app.execute("UPDATE users SET locked = 1 WHERE name = 'ann'").await;
    change().await;
    refused.push(endless.get("/api/v1/me").await);
    app.execute("UPDATE users SET locked = NULL").await;
    change().await;
    assert_eq!(endless.get("/api/v1/me").await.status, 200);
    let ann = app.signed_in("ann").await;
    let page = ann.get(PAGE).await;
    ann.submit(page.form("/account/tokens/revoke")).await;
    refused.push(endless.get("/api/v1/me").await);
    for unknown in ["bastide_0123456789abcdef0123456789abcdef01234567", "bastide_", ""] {
        refused.push(Program::new(&app, Some(unknown)).get("/api/v1/games").await);
    }
    let visitor = Program::new(&app, None);
    let basic = [("authorization", "Basic YW5uOnNlY3JldA==")];
    refused.push(visitor.send(Method::GET, "/api/v1/games", &basic, "").await);
    for page in &refused {
        assert_eq!((problem(page), &page.body), (is(401, "invalid-token"), &refused[0].body));
        let challenge = page.headers["www-authenticate"].to_str().unwrap();
        assert_eq!(challenge, "Bearer realm=\"bastide\", error=\"invalid_token\"");
    }
}

#[tokio::test]
async fn a_token_is_no_session_and_a_session_no_token() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let program = Program::of(&app, &ann, &["read", "play", "account"]).await;
    assert_eq!(problem(&ann.get("/api/v1/me").await), is(401, "signed-out"), "cookies don't count");
    let page = program.get("/account").await;
    assert_eq!(page.status, 303, "pages don't know tokens");
    let bearer = format!("Bearer {}", program.token());
    let header = [("authorization", bearer.as_str())];
    let page = app.browser().request(Method::GET, "/games/mine", &header, String::new()).await;
    assert_eq!(page.status, 303);
    let in_query = format!("/api/v1/me?access_token={}", program.token());
    assert_eq!(problem(&Program::new(&app, None).get(&in_query).await), is(400, "token-in-query"));
    assert_eq!(problem(&program.get(&in_query).await), is(400, "token-in-query"));
    let cross = [("sec-fetch-site", "cross-site")];
    assert_eq!(
        problem(&program.send(Method::POST, "/api/v1/games", &cross, "").await),
        is(403, "cross-site")
    );
    let preflight = [("origin", "https://evil.example"), ("access-control-request-method", "POST")];
    let preflight = program.send(Method::OPTIONS, "/api/v1/games", &preflight, "").await;
    assert_eq!(problem(&preflight), is(405, "method-not-allowed"));
    assert!(!preflight.headers.contains_key("access-control-allow-origin"));
    // The account is still the user's own.
    let again = app.browser();
    crate::accounts::log_in(&again, "ann", PASSWORD).await;
    assert_eq!(again.get("/account").await.status, 200);
}

#[tokio::test]
async fn foreign_and_unknown_games_look_the_same() {
    let app = TestApp::start().await;
    let ann = Program::of(&app, &app.person("ann").await, &["read", "play"]).await;
    let eve = Program::of(&app, &app.person("eve").await, &["read", "play"]).await;
    let hidden = ann.call("/api/v1/games", &json!({"settings": {"public": false}})).await;
    let hidden = hidden["id"].as_str().unwrap().to_owned();
    let before = app.rows().await;
    let turn = json!({"expected": 1, "tile": "RFRF", "x": 1, "y": 0, "rotation": 0});
    let expected = json!({"expected": 1});
    let calls: [(&str, Option<&Value>); 15] = [
        ("", None),
        ("/placements", None),
        ("/record", None),
        ("/events", None),
        ("/turns", Some(&turn)),
        ("/pass", Some(&expected)),
        ("/resign", Some(&expected)),
        ("/hint", Some(&expected)),
        ("/join", Some(&Value::Null)),
        ("/leave", Some(&Value::Null)),
        ("/close", Some(&Value::Null)),
        ("/rematch", Some(&json!({}))),
        ("/invite", Some(&json!({"name": "ann"}))),
        ("/salt", Some(&json!({"salt": "x"}))),
        ("/events?after=7", None),
    ];
    for (path, sent) in calls {
        let mut answers = Vec::new();
        for id in [hidden.as_str(), "0123456789abcdef"] {
            let path = format!("/api/v1/games/{id}{path}");
            answers.push(match sent {
                Some(sent) => eve.post(&path, &if sent.is_null() { json!({}) } else { sent.clone() }).await,
                None => eve.get(&path).await,
            });
        }
        assert_eq!(problem(&answers[0]), is(404, "no-such-game"), "{path}");
        assert_eq!(answers[0].body, answers[1].body, "{path}");
    }
    for id in ["x", "..%2f..%2fetc%2fpasswd00", "é"] {
        assert_eq!(eve.get(&format!("/api/v1/games/{id}")).await.status, 404, "{id}");
    }
    let used = |row: &String| !row.starts_with("tokens:");
    let after = app.rows().await;
    assert_eq!(
        after.iter().filter(|row| used(row)).collect::<Vec<_>>(),
        before.iter().filter(|row| used(row)).collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn two_hundred_tokens_each_stand_for_their_user() {
    let app = TestApp::start().await;
    let mut tokens = Vec::new();
    for n in 0..10 {
        let name = format!("user-{n}");
        let new = app.service.sign_up(&Principal::anonymous(None), &name, PASSWORD, "").await.unwrap();
        let principal = as_user(&new.login.user.id).confirmed_at(app.clock.now());
        for n in 0..20 {
            let token = format!("token {n}");
            let made = app.service.make_token(&principal, &token, Scope::Read.into(), TokenLife::Days365);
            tokens.push((name.clone(), made.await.unwrap()));
        }
    }
    for (name, token) in &tokens {
        let me = Program::new(&app, Some(token.reveal())).read("/api/v1/me").await;
        assert_eq!(me["name"], *name);
    }
    app.clock.advance(TimeDelta::days(365));
    app.run_jobs().await;
    let (_, token) = &tokens[0];
    assert_eq!(
        problem(&Program::new(&app, Some(token.reveal())).get("/api/v1/me").await),
        is(401, "invalid-token")
    );
}

#[tokio::test]
async fn calls_count_like_forms_towards_the_limit_of_an_address() {
    let app = TestApp::start_with(|settings| settings.forms_a_minute = 40).await;
    let ([ann, _], id) = game(&app).await;
    let mut last = None;
    for _ in 0..50 {
        let page = ann.post(&format!("/api/v1/games/{id}/seen"), &json!({})).await;
        if page.status != 204 {
            last = Some(page);
            break;
        }
    }
    let limited = last.expect("a limit");
    assert_eq!(
        (problem(&limited), &body(&limited)["limit"]),
        (is(429, "too-many-requests"), &json!("requests"))
    );
    assert!(limited.headers["retry-after"].to_str().unwrap().parse::<u32>().unwrap() > 0);
}
