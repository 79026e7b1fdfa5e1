//! The page about tokens, as a browser uses it. `tests/web/api` checks what programs do with them.

use chrono::TimeDelta;

use crate::app::{PASSWORD, TestApp};
use crate::browser::{Browser, Page};
use crate::messages::{message, message_with};

pub const PAGE: &str = "/account/tokens";

/// Makes a token with these scopes, and returns the page with its secret.
pub async fn make(browser: &Browser, name: &str, scopes: &[&str], days: &str) -> Page {
    let token = browser.token().await;
    let fields = [("csrf", token.as_str()), ("name", name), ("days", days)];
    let scopes = scopes.iter().map(|scope| ("scope", *scope));
    browser.post(PAGE, &fields.into_iter().chain(scopes).collect::<Vec<_>>()).await
}

/// The secret on that page.
pub fn secret(page: &Page) -> String {
    page.texts("code").first().expect("a secret").clone()
}

#[tokio::test]
async fn a_token_is_made_shown_once_and_revoked() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    assert!(!ann.get("/account").await.all(&format!("a[href='{PAGE}']")).is_empty());
    let page = ann.get(PAGE).await;
    assert_eq!(page.texts("section > h2"), [message("tokens-make")]);
    let page = ann.submit(page.form(PAGE).set("name", "my program").set("days", "never")).await;
    assert_eq!(page.headers["cache-control"], "no-store");
    let token = secret(&page);
    assert!(token.starts_with("bastide_") && token.len() == 48, "{token}");
    let page = ann.get(PAGE).await;
    assert!(!page.body.contains(&token));
    assert_eq!(page.texts("section > h2"), ["my program".to_owned(), message("tokens-make")]);
    for key in ["tokens-until-never", "tokens-used-never"] {
        assert!(page.says(key), "{key}");
    }
    let scopes = message_with("tokens-may", &[("scopes", &message("tokens-scope-read"))]);
    assert!(page.text().contains(&scopes), "{}", page.text());
    let page = ann.submit(page.form("/account/tokens/revoke")).await;
    assert!(page.says("flash-token-revoked"));
    assert_eq!(page.texts("section > h2"), [message("tokens-make")]);
}

#[tokio::test]
async fn making_a_token_needs_the_password_again_and_goes_on_from_there() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    app.clock.advance(TimeDelta::hours(1));
    let asked = make(&ann, "late", &["read", "play"], "30").await;
    assert_eq!((asked.status, asked.heading()), (403, message("confirm-title")));
    let made = ann.submit(asked.form("/account/confirm").set("password", PASSWORD)).await;
    assert!(secret(&made).starts_with("bastide_"));
    let page = ann.get(PAGE).await;
    assert!(page.text().contains(&message("tokens-scope-play")), "{}", page.text());
    let guest = app.browser();
    guest.submit(guest.get("/").await.form("/play-the-computer")).await;
    assert_eq!(guest.get(PAGE).await.status, 403);
}

#[tokio::test]
async fn bad_input_gets_a_sentence_at_its_field_and_makes_nothing() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let long = "x".repeat(61);
    let name = message_with("refused-token-name", &[("n", "60")]);
    for (typed, scopes, field, why) in [
        ("", &["read"][..], "name", &name),
        (&long, &["read"], "name", &name),
        ("x", &[], "scope", &message("refused-token-scopes")),
    ] {
        let page = make(&ann, typed, scopes, "90").await;
        assert_eq!((page.status, page.texts(&format!("#e-{field}"))), (422, vec![why.clone()]), "{typed}");
    }
    for (scope, days) in [("write", "90"), ("read", "91")] {
        assert_eq!(make(&ann, "x", &[scope], days).await.status, 400, "{scope} {days}");
    }
    assert_eq!(ann.get(PAGE).await.texts("section > h2").len(), 1);
    let token = ann.token().await;
    let page = ann.post("/account/tokens/revoke", &[("csrf", token.as_str()), ("id", "none")]).await;
    assert_eq!((page.status, page.texts("[role=alert]")), (422, vec![message("refused-token-unknown")]));
}
