//! Changes that nobody else may make who finds the browser open ask for the password again.

use chrono::TimeDelta;
use reqwest::Method;

use crate::accounts::{is_signed_in, log_in};
use crate::app::{PASSWORD, TestApp};
use crate::browser::Page;
use crate::messages::message;

/// The forms of the account page that need it, beside those with a field for the password.
const SENSITIVE: [&str; 2] = ["/account/feeds", "/account/sessions/end-others"];

#[tokio::test]
async fn ten_minutes_after_signing_in_sensitive_changes_need_the_password() {
    let app = TestApp::start().await;
    let (here, there) = (app.person("ann").await, app.browser());
    log_in(&there, "ann", PASSWORD).await;
    let end_one =
        here.get("/account").await.all("form[action$='/end']")[0].attr("action").unwrap().to_owned();
    app.clock.advance(TimeDelta::minutes(10));
    let account = here.get("/account").await;
    for action in SENSITIVE.into_iter().chain([end_one.as_str()]) {
        let asked = here.submit(account.form(action)).await;
        assert_eq!((asked.status, asked.heading()), (403, message("confirm-title")), "{action}");
        assert_eq!(asked.headers["cache-control"], "no-store");
    }
    assert!(is_signed_in(&there.get("/").await), "nothing has ended");
    assert!(here.get("/account").await.find_form("/account/feeds/end").is_none(), "there are no feeds");

    let asked = here.get("/account/confirm?then=%2Faccount").await;
    let refused = here.submit(asked.form("/account/confirm").set("password", "wrong password")).await;
    assert_eq!((refused.status, refused.texts("[role=alert]").len()), (422, 1));
    assert_eq!(here.submit(account.form("/account/feeds")).await.status, 403);
    let account = here.submit(refused.form("/account/confirm").set("password", PASSWORD)).await;
    assert_eq!(account.path, "/account");
    assert!(account.says("flash-confirmed"), "{}", account.text());
    app.clock.advance(TimeDelta::minutes(9));
    for action in SENSITIVE {
        let done = here.submit(account.form(action)).await;
        assert_eq!(done.status, 200, "{action}");
    }
    assert!(!is_signed_in(&there.get("/").await));
    app.clock.advance(TimeDelta::minutes(1));
    assert_eq!(here.submit(account.form("/account/feeds")).await.status, 403);
    here.submit(here.get("/").await.form("/logout")).await;
    assert!(!is_signed_in(&here.get("/").await), "signing out needs no password");
}

#[tokio::test]
async fn a_confirmation_is_one_sessions_and_leads_to_no_other_site() {
    let app = TestApp::start().await;
    let (here, there) = (app.person("ann").await, app.browser());
    log_in(&there, "ann", PASSWORD).await;
    app.clock.advance(TimeDelta::hours(1));
    let asked = here.get("/account/confirm?then=//evil.example").await;
    let confirmed = here.submit(asked.form("/account/confirm").set("password", PASSWORD)).await;
    assert_eq!(confirmed.path, "/");
    let form = |page: crate::browser::Page| page.form("/account/feeds");
    assert_eq!(here.submit(form(here.get("/account").await)).await.path, "/account/feeds");
    assert_eq!(there.submit(form(there.get("/account").await)).await.status, 403);
}

#[tokio::test]
async fn after_the_password_the_form_is_sent_again_by_itself_with_its_own_fields() {
    let app = TestApp::start().await;
    let (here, there) = (app.person("ann").await, app.browser());
    log_in(&there, "ann", PASSWORD).await;
    app.clock.advance(TimeDelta::hours(1));
    let account = here.get("/account").await;
    let asked = here.submit(account.form("/account/feeds")).await;
    assert!(!asked.form("/account/confirm").fields.iter().any(|(_, value)| value == PASSWORD));
    let wrong = here.submit(asked.form("/account/confirm").set("password", "wrong password")).await;
    assert_eq!(
        (wrong.status, wrong.all("#password[aria-invalid][aria-describedby='e-password']").len()),
        (422, 1)
    );
    let feeds = here.submit(wrong.form("/account/confirm").set("password", PASSWORD)).await;
    assert_eq!((feeds.status, feeds.heading()), (200, message("feeds-title")));
    assert_eq!(here.get("/account").await.path, "/account", "it goes on in the same session");

    app.clock.advance(TimeDelta::hours(1));
    let end_one = here.get("/account").await.all("form[action*='/sessions/'][action$='/end']")[0]
        .attr("action")
        .unwrap()
        .to_owned();
    let asked = here.submit(here.get("/account").await.form(&end_one)).await;
    assert!(is_signed_in(&there.get("/").await), "not before the password");
    let ended = here.submit(asked.form("/account/confirm").set("password", PASSWORD)).await;
    assert_eq!(ended.path, "/account");
    assert!(ended.says("flash-session-ended") && !is_signed_in(&there.get("/").await));
}

#[tokio::test]
async fn only_known_forms_of_our_own_pages_are_sent_again() {
    let app = TestApp::start().await;
    let here = app.person("ann").await;
    app.clock.advance(TimeDelta::hours(1));
    for again in
        ["/logout", "//evil.example/account/feeds", "/account/password", "/account/zone", "/admin/jobs"]
    {
        let fields = [
            ("csrf", here.token().await),
            ("password", PASSWORD.to_owned()),
            ("again", again.to_owned()),
            ("again.zone", "Europe/Prague".to_owned()),
        ];
        let confirmed = here.post("/account/confirm", &fields).await;
        assert_eq!(
            (confirmed.status, confirmed.headers["location"].to_str().unwrap()),
            (303, "/"),
            "{again}"
        );
    }
    assert!(is_signed_in(&here.get("/").await));
    app.clock.advance(TimeDelta::hours(1));
    let asked = here.get("/account/confirm?then=/account&again=/account/feeds").await;
    assert_eq!(asked.all("[name^=again]").len(), 0, "a link can't make a form that does something");
    let forged = [("password", PASSWORD.to_owned()), ("again", "/account/feeds".to_owned())];
    assert_eq!(here.post("/account/confirm", &forged).await.status, 403);
}

#[tokio::test]
async fn a_confirmation_is_for_accounts_and_wrong_passwords_count() {
    let app = TestApp::start().await;
    assert!(app.browser().get("/account/confirm").await.path.starts_with("/login"));
    let guest = app.browser();
    guest.submit(guest.get("/").await.form("/play-the-computer")).await;
    assert_eq!(guest.get("/account/confirm").await.status, 403);
    let ann = app.person("ann").await;
    let asked = ann.get("/account/confirm").await;
    for _ in 0..10 {
        ann.submit(asked.form("/account/confirm").set("password", "wrong password")).await;
    }
    let refused = ann.submit(asked.form("/account/confirm").set("password", PASSWORD)).await;
    assert_eq!(refused.status, 429);
}

#[tokio::test]
async fn a_confirmation_gives_the_session_a_new_token() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let session = |page: &Page| {
        let cookies = page.headers.get_all("set-cookie").iter().filter_map(|cookie| cookie.to_str().ok());
        cookies
            .filter_map(|cookie| cookie.strip_prefix("bastide="))
            .map(|rest| rest.split(';').next().unwrap().to_owned())
            .next()
    };
    let confirm = async || {
        let page = ann.get("/account/confirm").await;
        ann.post("/account/confirm", &page.form("/account/confirm").set("password", PASSWORD).fields).await
    };
    let old = session(&confirm().await).expect("a new token");
    assert_ne!(session(&confirm().await), Some(old.clone()));
    let copied = app.browser();
    let cookie = format!("bastide={old}");
    let page = copied.request(Method::GET, "/account", &[("cookie", &cookie)], String::new()).await;
    assert_eq!(page.status, 303, "the old token is worthless");
    for (form, field) in [("/account/codes", "password"), ("/account/password", "old")] {
        let filled = ann.get("/account").await.form(form).set(field, PASSWORD).set("new", "a new password");
        let page = ann.post(form, &filled.fields).await;
        assert!(session(&page).is_some(), "{form}: {}", page.status);
        assert_eq!(ann.get("/account").await.path, "/account", "{form}: it goes on");
    }
}
