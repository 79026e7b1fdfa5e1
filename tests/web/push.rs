//! The page about notifications, as a browser uses it. `tests/store/push.rs` checks what is sent.

use push::receiver::Receiver;

use crate::app::TestApp;
use crate::browser::{Browser, Page};
use crate::messages::{message, message_with};

const PAGE: &str = "/account/notifications";
const ENDPOINT: &str = "https://fcm.googleapis.com/fcm/send/one";

/// A server at an origin for which browsers allow notifications.
async fn start() -> TestApp {
    TestApp::start_with(|settings| {
        settings.forms_a_minute = 100_000;
        "https://play.example".clone_into(&mut settings.origin);
    })
    .await
}

/// Sends the form as the script does.
async fn subscribe(browser: &Browser, endpoint: &str, p256dh: &str, auth: &str) -> Page {
    let form = browser.get(PAGE).await.form("/account/notifications/subscribe");
    browser.submit(form.set("endpoint", endpoint).set("p256dh", p256dh).set("auth", auth)).await
}

fn keys() -> (String, String) {
    let receiver = Receiver::new([1; 32], [2; 16]).unwrap();
    (receiver.p256dh(), receiver.auth())
}

/// The rows of the list of devices.
fn devices(page: &Page) -> Vec<String> {
    page.texts("section[aria-labelledby=h-devices] tbody tr")
}

#[tokio::test]
async fn a_browser_is_added_tested_and_removed() {
    let app = start().await;
    let (ann, there) = (app.person("ann").await, app.signed_in("ann").await);
    assert!(!ann.get("/account").await.all(&format!("a[href='{PAGE}']")).is_empty());
    let page = ann.get(PAGE).await;
    assert!(page.says("notifications-devices-none") && !page.says("notifications-insecure"));
    let form = page.all("form[data-push]")[0];
    assert_eq!(form.attr("data-push").unwrap().len(), 87, "an uncompressed point in base64url");
    assert!(form.attr("hidden").is_some() && page.all("noscript").len() == 1, "it needs the script");
    assert_eq!(page.all("script[src*='notifications.js']").len(), 1);

    let (p256dh, auth) = keys();
    let page = subscribe(&ann, ENDPOINT, &p256dh, &auth).await;
    assert!(page.says("flash-notifications-on") && page.says("notifications-this-on"), "{}", page.text());
    assert_eq!(page.all("form[data-push]")[0].attr("data-endpoint"), Some(ENDPOINT));
    assert_eq!(devices(&page).len(), 1);
    assert!(devices(&page)[0].contains(&message("notifications-last-none")), "{:?}", devices(&page));

    let page = there.get(PAGE).await;
    assert_eq!(devices(&page).len(), 1);
    assert!(!page.body.contains(ENDPOINT), "only the browser itself gets its endpoint");
    let page = there.submit(page.form("/account/notifications/test")).await;
    assert!(page.says("flash-test-sent"));
    assert!(app.rows().await.iter().any(|row| row.contains("push/")), "a job");
    let page = there.submit(page.form("/account/notifications/remove")).await;
    assert!(page.says("flash-device-removed") && devices(&page).is_empty());
}

#[tokio::test]
async fn what_no_browser_sends_is_refused_and_not_stored() {
    let app = start().await;
    let ann = app.person("ann").await;
    let (p256dh, auth) = keys();
    let malformed = message("refused-push-malformed");
    let unknown = message_with("refused-push-service", &[("host", "push.example")]);
    for (endpoint, p256dh, auth, why) in [
        ("https://push.example/a", &*p256dh, &*auth, &unknown),
        ("http://fcm.googleapis.com/a", &p256dh, &auth, &malformed),
        ("https://fcm.googleapis.com:1/a", &p256dh, &auth, &malformed),
        ("https://127.0.0.1/a", &p256dh, &auth, &malformed),
        ("", &p256dh, &auth, &malformed),
        (ENDPOINT, "", &auth, &malformed),
        (ENDPOINT, &p256dh[1..], &auth, &malformed),
        (ENDPOINT, &p256dh, "AAAA", &malformed),
    ] {
        let page = subscribe(&ann, endpoint, p256dh, auth).await;
        assert_eq!((page.status, page.texts("[role=alert].trouble")), (422, vec![why.clone()]), "{endpoint}");
        assert!(devices(&page).is_empty());
    }
    let forged = [("endpoint", ENDPOINT), ("p256dh", &p256dh), ("auth", &auth), ("csrf", "")];
    let page = ann.post("/account/notifications/subscribe", &forged).await;
    assert_eq!(page.status, 403);
    assert!(devices(&ann.get(PAGE).await).is_empty());
    assert_eq!(app.browser().get(PAGE).await.heading(), message("sign-in"));
}

#[tokio::test]
async fn an_origin_without_https_says_why_there_are_no_notifications() {
    let app = TestApp::start().await;
    let page = app.person("ann").await.get(PAGE).await;
    assert!(page.says("notifications-insecure"));
    assert!(page.all("form[data-push]").is_empty() && page.all("script[src*='notifications.js']").is_empty());
}
