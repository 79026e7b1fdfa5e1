//! The page about webhooks, as a browser uses it. `tests/store/webhooks.rs` checks what is sent.

use chrono::TimeDelta;

use crate::app::{PASSWORD, TestApp};
use crate::browser::{Browser, Page};
use crate::messages::{message, message_with};

const PAGE: &str = "/account/webhooks";
const HOOK: &str = "https://discord.com/api/webhooks/1/very-secret";

async fn add(browser: &Browser, fields: &[(&str, &str)]) -> Page {
    let form = browser.get(PAGE).await.form(PAGE);
    browser.submit(fields.iter().fold(form, |form, (name, value)| form.set(name, value))).await
}

/// The names of the webhooks.
fn names(page: &Page) -> Vec<String> {
    let mut names = page.texts("section > h2");
    names.pop();
    names
}

#[tokio::test]
async fn a_webhook_is_added_tested_and_removed_and_its_address_stays_secret() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for from in ["/account", "/account/notifications"] {
        assert!(!ann.get(from).await.all(&format!("a[href='{PAGE}']")).is_empty(), "{from}");
    }
    let page = ann.get(PAGE).await;
    assert!(names(&page).is_empty());
    assert_eq!(page.all("dl dt").len(), 5, "where to find the address of each format");
    let page = add(&ann, &[("format", "discord"), ("address", HOOK)]).await;
    assert!(page.says("flash-webhook-added"), "{}", page.text());
    assert_eq!(names(&page), ["Discord: discord.com"]);
    assert!(page.says("notifications-last-none"));
    let page = ann.submit(page.form("/account/webhooks/test")).await;
    assert!(page.says("flash-test-sent"));
    assert!(app.rows().await.iter().any(|row| row.contains("webhook/")), "a job");
    assert!(!page.body.contains("very-secret") && !ann.get(PAGE).await.body.contains("very-secret"));
    assert!(page.find_form("/account/webhooks/rotate").is_none(), "only generic ones have a secret");
    let page = ann.submit(page.form("/account/webhooks/remove")).await;
    assert!(page.says("flash-webhook-removed") && names(&page).is_empty());
    let matrix = [
        ("format", "matrix"),
        ("address", "https://matrix.example.org"),
        ("room", "!room:example.org"),
        ("token", "very-secret"),
    ];
    let page = add(&ann, &matrix).await;
    assert_eq!(names(&page), ["Matrix: matrix.example.org"]);
    assert!(!page.body.contains("very-secret"));
}

#[tokio::test]
async fn a_secret_is_shown_once_and_can_be_replaced() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let secret = |page: &Page| {
        assert_eq!(page.headers["cache-control"], "no-store");
        let codes = page.texts("code");
        assert!(codes.len() == 1 && codes[0].starts_with("whsec_"), "{codes:?}");
        codes[0].clone()
    };
    let page = add(&ann, &[("format", "generic"), ("address", "https://example.org/hook")]).await;
    let first = secret(&page);
    let page = ann.get(PAGE).await;
    assert!(!page.body.contains("whsec_"));
    let second = secret(&ann.submit(page.form("/account/webhooks/rotate")).await);
    assert_ne!(first, second);
    let page = ann.get(PAGE).await;
    let both = message_with("webhooks-former-signs", &[("hours", "24")]);
    assert!(!page.body.contains("whsec_") && page.text().contains(&both));
    // Both need the password again after a while.
    app.clock.advance(TimeDelta::hours(24));
    let page = ann.get(PAGE).await;
    assert!(!page.text().contains(&both));
    let asked = ann.submit(page.form("/account/webhooks/rotate")).await;
    assert_eq!((asked.status, asked.heading()), (403, message("confirm-title")));
    let third = ann.submit(asked.form("/account/confirm").set("password", PASSWORD)).await;
    assert!(secret(&third) != second);
    app.clock.advance(TimeDelta::hours(1));
    let asked = add(&ann, &[("format", "generic"), ("address", "https://example.org/other")]).await;
    assert_eq!(asked.status, 403);
    secret(&ann.submit(asked.form("/account/confirm").set("password", PASSWORD)).await);
    assert_eq!(names(&ann.get(PAGE).await).len(), 2);
}

#[tokio::test]
async fn bad_input_gets_a_sentence_at_its_field_and_stores_nothing() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let long = format!("https://example.org/{}", "a".repeat(1_024));
    let topic = format!("https://ntfy.sh/{}", "a".repeat(65));
    let said = |key: &str, n: &str| message_with(key, &[("n", n)]);
    for (format, address, field, why) in [
        ("", HOOK, "format", message("refused-webhook-format")),
        ("teams", HOOK, "format", message("refused-webhook-format")),
        ("discord", "", "address", message("refused-address-syntax")),
        ("discord", "discord.com/api", "address", message("refused-address-syntax")),
        ("discord", "http://discord.com/api", "address", message("refused-address-scheme")),
        ("discord", "javascript:alert(1)", "address", message("refused-address-scheme")),
        ("discord", "https://me:pw@discord.com/", "address", message("refused-address-user-info")),
        ("discord", "https://discord.com/#a", "address", message("refused-address-fragment")),
        ("discord", "https://discord..com/", "address", message("refused-address-host")),
        ("discord", "https://discord.com:8443/", "address", message("refused-address-port")),
        ("discord", "https://127.0.0.1/", "address", message("refused-address-forbidden")),
        ("discord", "https://[fd00::1]/", "address", message("refused-address-forbidden")),
        ("discord", &long, "address", said("refused-address-length", "1024")),
        ("ntfy", &topic, "address", said("refused-webhook-topic", "64")),
        ("ntfy", "https://ntfy.sh/", "address", said("refused-webhook-topic", "64")),
        ("matrix", "https://matrix.example.org", "room", said("refused-webhook-room", "255")),
    ] {
        let token = [("format", format), ("address", address), ("room", "#alias"), ("token", "my-token")];
        let page = post(&ann, PAGE, &token).await;
        assert_eq!(page.status, 422, "{format} {address}");
        assert_eq!(page.texts(&format!("#e-{field}")), [why], "{format} {address}");
        assert!(names(&page).is_empty() && !page.body.contains("my-token"));
        let typed = page.all("#address")[0].attr("value").unwrap();
        assert_eq!(typed, address, "it can be corrected");
    }
    let token = [("format", "matrix"), ("address", HOOK), ("room", "!room:example.org"), ("token", "")];
    assert_eq!(post(&ann, PAGE, &token).await.texts("#e-token"), [message("refused-webhook-token")]);
    assert_eq!(post(&ann, PAGE, &[("format", "slack")]).await.status, 400, "a field is missing");
    let forged = ann.post(PAGE, &[("format", "slack"), ("address", HOOK), ("csrf", "")]).await;
    assert_eq!(forged.status, 403);
    for _ in 0..10 {
        add(&ann, &[("format", "slack"), ("address", "https://example.org/")]).await;
    }
    let page = add(&ann, &[("format", "slack"), ("address", "https://example.org/")]).await;
    assert_eq!(page.texts("[role=alert].trouble"), [said("refused-webhook-too-many", "10")]);
    assert_eq!(names(&page).len(), 10);
}

#[tokio::test]
async fn nobody_touches_the_webhook_of_another_user() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    add(&ann, &[("format", "generic"), ("address", "https://example.org/hook")]).await;
    let id = ann.get(PAGE).await.all("input[name=id]")[0].attr("value").unwrap().to_owned();
    let before = app.rows().await;
    let unknown = message("refused-webhook-unknown");
    for (action, why) in [
        ("remove", &unknown),
        ("test", &unknown),
        ("rotate", &unknown),
        ("on", &unknown),
        ("resend", &message("refused-webhook-failure")),
        ("forget", &message("refused-webhook-failure")),
    ] {
        let page = post(&ben, &format!("{PAGE}/{action}"), &[("id", &id), ("message", "x")]).await;
        assert_eq!((page.status, page.texts("[role=alert].trouble")), (422, vec![why.clone()]), "{action}");
    }
    assert_eq!(app.rows().await, before);
    assert!(names(&ben.get(PAGE).await).is_empty());
    assert_eq!(app.browser().get(PAGE).await.heading(), message("sign-in"));
}

#[tokio::test]
async fn what_was_not_delivered_is_listed_and_sent_again_and_a_webhook_is_switched_on_again() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    add(&ann, &[("format", "slack"), ("address", "https://example.org/")]).await;
    app.execute(
        "INSERT INTO webhook_failures (user_id, webhook, id, subject, made, at, attempts, why)
         SELECT user_id, id, 'msg_1', 'test', since, since, 10, 'timeout' FROM webhooks",
    )
    .await;
    app.execute("UPDATE webhooks SET off = since, failing_since = since, tried = since, result = '500'")
        .await;
    let page = ann.get(PAGE).await;
    assert!(page.text().contains("nothing had been delivered for five days"), "{}", page.text());
    let row = page.texts("tbody tr").join(" ");
    assert!(row.contains(&message("webhooks-result-timeout")) && row.contains("10"), "{row}");
    assert!(
        page.find_form("/account/webhooks/resend").is_none()
            && page.find_form("/account/webhooks/test").is_none()
    );
    let page = ann.submit(page.form("/account/webhooks/on")).await;
    assert!(page.says("flash-webhook-on"));
    let page = ann.submit(page.form("/account/webhooks/resend")).await;
    assert!(page.says("flash-message-resent") && page.texts("tbody tr").is_empty());
    assert!(app.rows().await.iter().any(|row| row.contains("webhook/")), "a job");
    app.execute("UPDATE webhooks SET off = since, result = '410'").await;
    assert!(ann.get(PAGE).await.text().contains("status 410"));
}

#[tokio::test]
async fn guests_have_no_webhooks() {
    let app = TestApp::start().await;
    let guest = app.browser();
    guest.submit(guest.get("/").await.form("/play-the-computer")).await;
    assert!(guest.get("/account").await.all(&format!("a[href='{PAGE}']")).is_empty());
    assert_eq!(guest.get(PAGE).await.status, 403);
    let page = post(&guest, PAGE, &[("format", "slack"), ("address", "https://example.org/")]).await;
    assert_eq!(page.status, 403);
}

async fn post(browser: &Browser, path: &str, fields: &[(&str, &str)]) -> Page {
    let token = browser.token().await;
    browser.post(path, &[fields, &[("csrf", token.as_str())]].concat()).await
}
