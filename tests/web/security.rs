//! How long sessions, streams and feeds last, and what crawlers and browsers may keep.

use std::time::Duration;

use reqwest::Method;

use crate::accounts::{is_signed_in, log_in};
use crate::app::{PASSWORD, TestApp};
use crate::feeds::addresses;

#[tokio::test]
async fn a_stream_ends_with_its_session() {
    let app = TestApp::start().await;
    let (here, there) = (app.person("ann").await, app.browser());
    log_in(&there, "ann", PASSWORD).await;
    let mut streams = [here.news("/live").await, there.news("/live").await];
    for stream in &mut streams {
        stream.chunk().await.unwrap();
    }
    let [own, other] = &mut streams;
    let ended = async |stream: &mut crate::browser::News| {
        let end = async { while stream.chunk().await.is_some() {} };
        tokio::time::timeout(Duration::from_secs(10), end).await.is_ok()
    };
    here.submit(here.get("/account").await.form("/account/sessions/end-others")).await;
    assert!(ended(other).await, "the other session was ended");
    here.submit(here.get("/").await.form("/logout")).await;
    assert!(ended(own).await, "the session was ended by signing out");
}

#[tokio::test]
async fn a_changed_password_ends_the_feeds_if_asked() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    assert!(ann.get("/account").await.all("[name=end_feeds]").is_empty(), "there is none to end");
    let [feed, _] = addresses(&app, &ann).await;
    let change = |form: crate::browser::Form, old: &str, new: &str| form.set("old", old).set("new", new);
    let form = ann.get("/account").await.form("/account/password");
    ann.submit(change(form, PASSWORD, "a new password")).await;
    assert_eq!(ann.get(&feed).await.status, 200);
    let form = ann.get("/account").await.form("/account/password").set("end_feeds", "yes");
    ann.submit(change(form, "a new password", PASSWORD)).await;
    assert_eq!(ann.get(&feed).await.status, 404);
}

#[tokio::test]
async fn signing_in_again_ends_the_session_before() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    log_in(&ann, "ann", PASSWORD).await;
    assert_eq!(ann.get("/account").await.all("tbody tr").len(), 1);
}

#[tokio::test]
async fn a_session_ends_after_a_month_without_use_and_after_a_year() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for month in 1..=12 {
        app.wait(29);
        assert!(is_signed_in(&ann.get("/").await), "month {month}");
    }
    app.wait(20);
    assert!(!is_signed_in(&ann.get("/").await), "a year is over");
    log_in(&ann, "ann", PASSWORD).await;
    app.wait(31);
    assert!(!is_signed_in(&ann.get("/").await), "it was not used for a month");
    let form = ann.get("/login").await.form("/login").set("name", "ann").set("password", PASSWORD);
    let cookies = ann.post("/login", &form.fields).await.headers;
    let session =
        cookies.get_all("set-cookie").iter().find(|cookie| cookie.as_bytes().starts_with(b"bastide="));
    assert!(session.unwrap().to_str().unwrap().contains("Max-Age=31536000"), "the cookie lasts as long");
}

#[tokio::test]
async fn a_zero_character_is_refused_before_it_reaches_the_database() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    assert_eq!(ann.get("/games?player=a%00b").await.status, 400);
    let form = ann.get("/account").await.form("/account/zone").set("zone", "UTC\0");
    assert_eq!(ann.post("/account/zone", &form.fields).await.status, 400);
}

#[tokio::test]
async fn crawlers_are_kept_from_endless_pages_and_browsers_from_storing_the_account() {
    let app = TestApp::start_with(|settings| settings.https = true).await;
    let robots = app.browser().get("/robots.txt").await;
    assert!(robots.body.starts_with("User-agent: *\n") && robots.body.contains("\nDisallow: /games/\n"));
    assert_eq!(robots.headers["strict-transport-security"], "max-age=31536000; includeSubDomains");
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let account = ann.request(Method::GET, "/account", &[], String::new()).await;
    assert_eq!(account.headers["cache-control"], "no-store");
}

#[tokio::test]
async fn nothing_of_a_hidden_game_stays_in_the_cache_of_a_browser_that_signs_out() {
    let app = TestApp::start().await;
    let (ann, guest) = (app.person("ann").await, app.browser());
    let hidden = guest.submit(guest.get("/").await.form("/play-the-computer")).await.path;
    for (picture, kind) in [("svg", "image/svg+xml; charset=utf-8"), ("png", "image/png")] {
        let shown = guest.get(&format!("{hidden}/moves/1/board.{picture}")).await;
        assert_eq!((shown.status, shown.headers["content-type"].to_str().unwrap()), (200, kind));
        assert_eq!(shown.headers["cache-control"], "private, no-cache");
    }
    for (browser, end) in [(&ann, "/logout"), (&guest, "/guest/end")] {
        let out = browser.post(end, &[("csrf", browser.token().await)]).await;
        assert_eq!((out.status, &out.headers["clear-site-data"]), (303, &"\"cache\"".parse().unwrap()));
    }
}
