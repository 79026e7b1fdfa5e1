//! The document says what the router does, and the API does what forms do.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Program;
use crate::app::TestApp;
use crate::routes::{self, routes_in};

/// Forms without a call yet, and why.
const NO_CALL: &[(&str, &[&str])] = &[
    (
        "a token is no session, and guests have none",
        &[
            "/signup",
            "/login",
            "/login/code",
            "/login/passkey",
            "/login/passkey/challenge",
            "/login/code/passkey",
            "/login/code/passkey/challenge",
            "/recover",
            "/logout",
            "/guest/end",
            "/account/confirm",
            "/account/confirm/passkey",
            "/account/confirm/passkey/challenge",
        ],
    ),
    (
        "how pages look in one browser, and whether it is notified",
        &["/settings", "/account/notifications/subscribe"],
    ),
    (
        "needs the password or a passkey, which programs must not have",
        &[
            "/account/password",
            "/account/authenticator",
            "/account/authenticator/finish",
            "/account/authenticator/remove",
            "/account/passkeys",
            "/account/passkeys/challenge",
            "/account/passkeys/remove",
            "/account/two-steps",
            "/account/tokens",
            "/account/bots",
            "/account/bots/remove",
            "/account/bots/token",
            "/account/codes",
            "/account/close",
            "/account/keep",
            "/account/sessions/end-others",
            "/account/sessions/{id}/end",
            "/account/feeds",
            "/account/webhooks",
            "/account/webhooks/rotate",
        ],
    ),
    (
        "for administrators and moderators, who act in a session",
        &[
            "/admin/time-outs/release",
            "/admin/time-outs/stop",
            "/admin/time-outs/take-back",
            "/admin/games/{id}/ratings",
            "/admin/jobs/retry",
            "/admin/jobs/drop",
            "/admin/accounts/{id}/{action}",
            "/admin/accounts/{id}/restrictions",
            "/admin/restrictions/{id}/lift",
            "/admin/reports/{id}",
            "/admin/objections/{id}",
        ],
    ),
    ("a table with a computer player does the same", &["/play-the-computer"]),
    (
        "the person reads the decision on the page first",
        &["/account/restrictions/{id}/acknowledge", "/account/restrictions/{id}/object"],
    ),
    ("a proposal of a pause does the same", &["/games/{id}/clock/pause"]),
    (
        "a call names the channel, or the person, in its own way",
        &[
            "/games/{id}/talk",
            "/games/{id}/talk/withdraw",
            "/games/{id}/talk/seen",
            "/games/{id}/talk/spectators",
            "/players/{id}/hide",
            "/games/{id}/talk/report",
            "/players/{id}/report",
        ],
    ),
    ("about bots, for which their tokens do not stand", &["/account/bots/revoke"]),
    ("one call reads a game and keeps it", &["/games/import/keep"]),
    (
        "a program writes a record itself and imports it",
        &[
            "/recorder",
            "/recorder/{id}/tile",
            "/recorder/{id}/turn",
            "/recorder/{id}/pass",
            "/recorder/{id}/undo",
            "/recorder/{id}/remove",
        ],
    ),
];

#[tokio::test]
async fn the_document_and_the_router_have_the_same_calls() {
    let app = TestApp::start().await;
    let document = Program::new(&app, None).read("/api/v1/openapi.json").await;
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"), "{}", document["openapi"]);
    let mut described = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, call) in item.as_object().unwrap() {
            described.insert((method == "post", path.clone()));
            assert!(call["summary"].as_str().is_some_and(|summary| !summary.is_empty()), "{method} {path}");
        }
    }
    let routed: BTreeSet<_> = routes_in(routes::API).into_iter().filter(|(_, path)| path != "/api").collect();
    assert_eq!(described, routed);
    // Everything that the document refers to is in it.
    let mut references = BTreeSet::new();
    values_of("$ref", &document, &mut references);
    for reference in references {
        let found = document.pointer(reference.trim_start_matches('#'));
        assert!(found.is_some(), "{reference}");
    }
}

#[tokio::test]
async fn numbers_are_bounded_by_what_the_server_reads() {
    let app = TestApp::start().await;
    let document = Program::new(&app, None).read("/api/v1/openapi.json").await;
    let parameters = document["paths"]["/api/v1/games/{id}/talk/{channel}"]["get"]["parameters"].as_array();
    let after = parameters.unwrap().iter().find(|parameter| parameter["name"] == "after").unwrap();
    let number = json!({"type": "integer", "format": "uint32", "minimum": 0, "maximum": u32::MAX});
    assert_eq!(after["schema"], number);
    let formats =
        ["uint8", "uint16", "uint32", "uint64", "int16", "int32", "int64", "double", "date", "date-time"];
    let mut found = BTreeSet::new();
    values_of("format", &document, &mut found);
    assert!(found.iter().all(|format| formats.contains(&format.as_str())), "{found:?}");
}

/// The texts under this key, anywhere.
fn values_of(key: &str, value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get(key).and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|field| values_of(key, field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| values_of(key, item, found)),
        _ => {}
    }
}

#[test]
fn every_form_has_a_call_or_is_listed() {
    let calls: BTreeSet<String> =
        routes_in(routes::API).into_iter().filter(|(post, _)| *post).map(|(_, path)| path).collect();
    let call = |path: &str| match path {
        "/tables/new" => "/api/v1/games".to_owned(),
        "/challenges/new" => "/api/v1/challenges".to_owned(),
        path => format!("/api/v1{path}"),
    };
    let forms = routes_in(routes::PAGES).into_iter().filter(|(post, _)| *post).map(|(_, path)| path);
    let without: BTreeSet<String> = forms.filter(|path| !calls.contains(&call(path))).collect();
    let listed: BTreeSet<String> =
        NO_CALL.iter().flat_map(|(_, paths)| *paths).map(|path| (*path).to_owned()).collect();
    assert_eq!(without, listed);
}

#[tokio::test]
async fn the_page_lists_every_call() {
    let app = TestApp::start().await;
    let page = app.browser().get("/api").await;
    let listed: BTreeSet<String> = page.texts("section > p > code").into_iter().collect();
    let routed = routes_in(routes::API).into_iter().filter(|(_, path)| path != "/api");
    let routed = routed.map(|(post, path)| format!("{} {path}", if post { "POST" } else { "GET" }));
    assert!(routed.clone().all(|call| listed.contains(&call)), "{listed:?}");
    assert_eq!(page.status, 200);
}
