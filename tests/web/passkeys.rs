//! Passkeys over HTTP: the pages that offer them, and what the server refuses.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::Value;

use crate::accounts::{is_signed_in, log_in};
use crate::app::{PASSWORD, TestApp};
use crate::browser::{Browser, Form, Page};
use crate::messages::message;
use crate::soft_passkey::{ORIGIN, SoftPasskey};

/// A server at an origin for which browsers allow passkeys.
async fn start() -> TestApp {
    TestApp::start_with(|settings| {
        settings.forms_a_minute = 100_000;
        ORIGIN.clone_into(&mut settings.origin);
    })
    .await
}

/// The challenge that the script fetches for a form.
async fn challenge(browser: &Browser, form: &Form) -> Page {
    browser.post(&format!("{}/challenge", form.action), &form.fields).await
}

/// The form as the script sends it.
async fn filled(browser: &Browser, form: Form, answer: impl FnOnce(&Value) -> String) -> Form {
    let page = challenge(browser, &form).await;
    let challenge: Value = serde_json::from_str(&page.body).unwrap_or_else(|_| panic!("{}", page.text()));
    assert_eq!(page.headers["cache-control"], "no-store");
    form.set("token", challenge["token"].as_str().unwrap()).set("answer", &answer(&challenge["options"]))
}

/// Adds a passkey on the account page.
async fn add(browser: &Browser, name: &str) -> SoftPasskey {
    let form = browser.get("/account").await.form("/account/passkeys").set("name", name);
    let mut made = None;
    let form = filled(browser, form, |options| made.insert(SoftPasskey::new(options)).registration(options));
    let page = browser.submit(form.await).await;
    assert!(page.says("flash-passkey-added"), "{}", page.text());
    made.unwrap()
}

#[tokio::test]
async fn a_passkey_is_added_listed_used_and_removed() {
    let app = start().await;
    let here = app.person("ann").await;
    let mut passkey = add(&here, "My phone").await;
    let account = here.get("/account").await;
    let rows = account.texts("section[aria-labelledby=h-passkeys] tbody tr");
    assert!(rows.len() == 1 && rows[0].starts_with("My phone 20 Nov 2026 Never"), "{rows:?}");

    let there = app.browser();
    let form = there.get("/login?then=%2Fsettings").await.form("/login/passkey");
    let form = filled(&there, form, |options| passkey.answer(options)).await;
    let page = there.submit(form).await;
    assert!(page.path == "/settings" && is_signed_in(&page), "{}", page.text());
    let account = there.get("/account").await;
    let rows = account.texts("section[aria-labelledby=h-passkeys] tbody tr");
    assert!(rows[0].starts_with("My phone 20 Nov 2026 Fri 20 Nov 2026"), "{rows:?}");

    let page = there.submit(account.form("/account/passkeys/remove")).await;
    assert!(page.says("flash-passkey-removed"), "{}", page.text());
    assert!(page.find_form("/account/passkeys/remove").is_none());
    let third = app.browser();
    let form = third.get("/login").await.form("/login/passkey");
    let form = filled(&third, form, |options| passkey.answer(options)).await;
    let page = third.submit(form).await;
    assert_eq!((page.status, page.texts("[role=alert]").len()), (422, 2), "{}", page.text());
    assert!(page.says("refused-passkey"), "{}", page.text());
    assert!(is_signed_in(&log_in(&third, "ann", PASSWORD).await), "the password still works");
}

#[tokio::test]
async fn a_passkey_follows_the_password_if_the_user_wants_it() {
    let app = start().await;
    let here = app.person("ann").await;
    let mut passkey = add(&here, "").await;
    let account = here.get("/account").await;
    assert!(
        account.texts("tbody td").contains(&message("account-browser-unknown")),
        "the name of the browser"
    );
    let page = here.submit(account.form("/account/two-steps")).await;
    assert!(page.says("flash-two-steps-on"), "{}", page.text());

    let there = app.browser();
    let page = log_in(&there, "ann", PASSWORD).await;
    assert!(page.path.starts_with("/login/code") && !is_signed_in(&page), "{}", page.path);
    let form = filled(&there, page.form("/login/code/passkey"), |options| {
        let mut other = SoftPasskey::new(options);
        other.id.clone_from(&passkey.id);
        other.answer(options)
    });
    let page = there.submit(form.await).await;
    assert_eq!(page.status, 422, "a wrong key");
    let form = filled(&there, page.form("/login/code/passkey"), |options| passkey.answer(options)).await;
    let page = there.submit(form).await;
    assert!(is_signed_in(&page), "{}", page.text());
    let page = there.submit(there.get("/account").await.form("/account/two-steps")).await;
    assert!(page.says("flash-two-steps-off"), "{}", page.text());
    assert!(is_signed_in(&log_in(&app.browser(), "ann", PASSWORD).await));
}

#[tokio::test]
async fn changes_to_passkeys_ask_for_the_password_or_a_passkey_again() {
    let app = start().await;
    let ann = app.person("ann").await;
    let mut passkey = add(&ann, "Key").await;
    let account = ann.get("/account").await;
    app.clock.advance(TimeDelta::minutes(11));
    for form in ["/account/passkeys/remove", "/account/two-steps"] {
        assert_eq!(ann.submit(account.form(form)).await.heading(), message("confirm-title"), "{form}");
    }
    let refused = challenge(&ann, &account.form("/account/passkeys")).await;
    assert_eq!(
        (refused.status, &refused.headers["location"]),
        (303, &"/account/confirm?then=%2Faccount".parse().unwrap())
    );
    let page = ann.get("/account/confirm?then=%2Faccount").await;
    let form = filled(&ann, page.form("/account/confirm/passkey"), |options| passkey.answer(options)).await;
    let page = ann.submit(form).await;
    assert!(page.path == "/account" && page.text().contains("Confirmed."), "{}", page.text());
    app.clock.advance(TimeDelta::minutes(11));
    let page = ann.submit(page.form("/account/passkeys/remove")).await;
    let form = filled(&ann, page.form("/account/confirm/passkey"), |options| passkey.answer(options)).await;
    let page = ann.submit(form).await;
    assert!(page.says("flash-passkey-removed"), "by itself, after the passkey: {}", page.text());
}

#[tokio::test]
async fn a_challenge_belongs_to_one_form_and_one_answer() {
    let app = start().await;
    let ann = app.person("ann").await;
    let mut passkey = add(&ann, "Key").await;
    let there = app.browser();
    let form = there.get("/login").await.form("/login/passkey");
    let form = filled(&there, form, |options| passkey.answer(options)).await;
    assert_eq!(there.post("/login/passkey", &form.fields).await.status, 303);
    // Signed in, the browser has another form token.
    let replayed = form.set("csrf", &there.get("/login").await.form("/login").value("csrf"));
    let page = there.post("/login/passkey", &replayed.fields).await;
    assert!(page.status == 422 && page.says("refused-passkey-late"), "{}", page.text());

    let other = app.browser();
    let form = other.get("/login").await.form("/login/passkey");
    let elsewhere = filled(&other, form.clone(), |options| {
        "http://evil.example".clone_into(&mut passkey.origin);
        passkey.answer(options)
    });
    assert_eq!(other.submit(elsewhere.await).await.status, 422, "another origin");
    ORIGIN.clone_into(&mut passkey.origin);
    let forged = form.clone().set("csrf", "");
    assert_eq!(challenge(&other, &forged).await.status, 403);
    let body = crate::browser::encode(&form.fields);
    let kind = [("content-type", "application/x-www-form-urlencoded"), ("sec-fetch-site", "cross-site")];
    let path = "/login/passkey/challenge";
    assert_eq!(other.request(Method::POST, path, &kind, body).await.status, 403, "from another site");
    for path in ["/login/code/passkey/challenge", "/account/passkeys/challenge"] {
        let form = [("csrf", other.token().await)];
        assert_eq!(other.post(path, &form).await.status, 401, "{path}");
    }
    let refused: Vec<u16> = {
        let mut statuses = Vec::new();
        for _ in 0..100 {
            statuses.push(challenge(&other, &form).await.status);
        }
        statuses
    };
    assert!(refused.ends_with(&[429]), "{refused:?}");
    let said: Value = serde_json::from_str(&challenge(&other, &form).await.body).unwrap();
    assert_eq!(said["error"], message("refused-too-many-attempts"));
}

#[tokio::test]
async fn passkeys_are_offered_only_where_browsers_allow_them_and_say_that_they_need_scripts() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for path in ["/login", "/account"] {
        let page = ann.get(path).await;
        assert!(!page.body.contains("passkey"), "{path}: an address is no domain name");
    }
    let form = [("csrf", ann.get("/account").await.form("/logout").value("csrf"))];
    for path in ["/login/passkey/challenge", "/account/passkeys/challenge"] {
        assert_eq!(ann.post(path, &form).await.status, 404, "{path}");
    }
    let app = start().await;
    let page = app.browser().get("/login").await;
    assert_eq!(page.all("form[data-passkey][hidden]").len(), 1);
    assert!(page.body.contains("<noscript><p class=\"soft\">Passkeys need scripts"), "{}", page.body);
    assert_eq!(page.all("script[src$='passkey.js']").len(), 1);
    assert!(!app.browser().get("/").await.body.contains("passkey.js"), "other pages don't load it");
    let guest = app.browser();
    guest.submit(guest.get("/").await.form("/play-the-computer")).await;
    assert!(guest.get("/account").await.find_form("/account/passkeys").is_none(), "a guest has no password");
}
