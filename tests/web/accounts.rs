//! Signing up, in and out, and recovering an account.

use crate::app::{PASSWORD, TestApp};
use crate::browser::{Browser, Page};
use crate::messages::{message, says};

pub fn is_signed_in(page: &Page) -> bool {
    page.find_form("/logout").is_some()
}

pub async fn log_in(browser: &Browser, name: &str, password: &str) -> Page {
    let page = browser.get("/login").await;
    browser.submit(page.form("/login").set("name", name).set("password", password)).await
}

#[tokio::test]
async fn a_new_account_is_signed_in_and_gets_ten_codes_that_are_shown_once() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let page = browser.get("/signup").await;
    let form = page.form("/signup").set("name", "Ann").set("password", PASSWORD).set("zone", "Europe/Berlin");
    let page = browser.submit(form).await;
    assert_eq!(page.status, 200);
    assert_eq!(page.headers["cache-control"], "no-store");
    let codes = page.texts(".codes code");
    assert_eq!(codes.len(), 10);
    assert!(is_signed_in(&page), "the very page has the form to sign out");

    let account = browser.get("/account").await;
    assert!(account.says_with("account-codes-left", &[("n", "10")]), "{}", account.text());
    assert_eq!(account.form("/account/zone").value("zone"), "Europe/Berlin");
    for path in ["/", "/account", "/signup"] {
        let page = browser.get(path).await;
        assert!(codes.iter().all(|code| !page.body.contains(code)), "{path} shows a code");
    }
}

#[tokio::test]
async fn signing_out_ends_the_session_and_name_and_password_start_another() {
    let app = TestApp::start().await;
    let browser = app.person("ann").await;
    let page = browser.get("/").await;
    let page = browser.submit(page.form("/logout")).await;
    assert!(page.says("flash-signed-out"));
    assert!(!is_signed_in(&page));

    let page = browser.get("/account").await;
    assert_eq!(page.path, "/login?then=%2Faccount");
    let page = browser.submit(page.form("/login").set("name", "ANN").set("password", PASSWORD)).await;
    assert_eq!(page.path, "/account", "on to where one was going");
    assert!(page.says("flash-welcome"));
    assert!(!browser.get("/account").await.says("flash-welcome"), "said once");
}

#[tokio::test]
async fn a_wrong_name_and_a_wrong_password_get_the_same_answer() {
    let app = TestApp::start().await;
    app.person("ann").await;
    let browser = app.browser();
    let told = |page: Page| {
        assert_eq!(page.status, 422);
        assert!(!is_signed_in(&page));
        page.texts("[role=alert]").join(" ")
    };
    let wrong_password = told(log_in(&browser, "ann", "wrong password").await);
    let wrong_name = told(log_in(&browser, "nobody", PASSWORD).await);
    assert_eq!(wrong_password, wrong_name);
    assert_eq!(wrong_name, message("refused-sign-in"));
}

#[tokio::test]
async fn a_form_that_is_refused_keeps_what_was_typed_but_for_the_password() {
    let app = TestApp::start().await;
    app.person("ann").await;
    let browser = app.browser();
    let page = browser.get("/signup").await;
    let form = page.form("/signup").set("name", "Ann").set("password", PASSWORD).set("zone", "Asia/Tokyo");
    let page = browser.submit(form).await;
    assert_eq!(page.status, 422);
    assert_eq!(page.texts("[role=alert]"), [message("refused-name-taken")]);
    let form = page.form("/signup");
    assert_eq!((form.value("name"), form.value("zone")), ("Ann".to_owned(), "Asia/Tokyo".to_owned()));
    assert_eq!(form.value("password"), "");
    assert!(page.says("field-password-again"), "{}", page.text());
}

#[tokio::test]
async fn what_is_wrong_is_said_at_its_field() {
    let app = TestApp::start().await;
    app.person("ann").await;
    let browser = app.browser();
    let at_fault = |page: &Page, field: &str| {
        let marked = page.all("main [aria-invalid=true]");
        let input = marked.iter().find(|input| input.attr("id") == Some(field)).expect("the field is marked");
        let described = input.attr("aria-describedby").unwrap().split(' ').next().unwrap().to_owned();
        page.texts(&format!("#{described}.wrong[role=alert]")).join(" ")
    };
    for (name, password, field, why) in [
        ("ann", PASSWORD, "name", "refused-name-taken"),
        ("1ann", PASSWORD, "name", "refused-name-beginning"),
        ("ben", "password1", "password", "refused-password-guessable"),
    ] {
        let form = browser.get("/signup").await.form("/signup").set("name", name).set("password", password);
        let page = browser.submit(form).await;
        assert_eq!(at_fault(&page, field), message(why), "{name} {password}");
    }
    let page = log_in(&browser, "ann", "wrong password").await;
    assert_eq!(at_fault(&page, "password"), message("refused-sign-in"));
    assert_eq!(page.form("/login").value("name"), "ann");
    let form = browser.get("/recover").await.form("/recover").set("name", "ann").set("code", "wrong");
    let page = browser.submit(form.set("password", "a new password")).await;
    assert_eq!(at_fault(&page, "code"), message("refused-recovery"));
}

#[tokio::test]
async fn recovery_codes_can_be_saved_as_a_file_without_scripts() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let page = browser.get("/signup").await;
    let page = browser.submit(page.form("/signup").set("name", "ann").set("password", PASSWORD)).await;
    let codes = page.texts(".codes code");
    assert_eq!(codes.len(), 10);
    let file = page.all("a[download]")[0].attr("href").unwrap().to_owned();
    let (_, content) = file.split_once("data:text/plain;charset=utf-8,").unwrap();
    assert_eq!(content.split("%0A").filter(|line| !line.is_empty()).collect::<Vec<_>>(), codes);
    let copied = page.all("[data-share]")[0].attr("data-share").unwrap().to_owned();
    assert_eq!(copied.lines().collect::<Vec<_>>(), codes);
}

#[tokio::test]
async fn a_recovery_code_leads_back_in_once() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let page = browser.get("/signup").await;
    let page = browser.submit(page.form("/signup").set("name", "ann").set("password", PASSWORD)).await;
    let code = page.texts(".codes code")[3].clone();

    let other = app.browser();
    let recover = |code: String, password: &'static str| {
        let other = other.clone();
        async move {
            let page = other.get("/recover").await;
            let form = page.form("/recover").set("name", "ann").set("code", &code).set("password", password);
            other.submit(form).await
        }
    };
    let page = recover(code.to_uppercase(), "a new password").await;
    assert!(is_signed_in(&page), "{}", page.text());
    assert!(page.says_with("account-codes-left", &[("n", "9")]), "{}", page.text());
    assert!(!is_signed_in(&browser.get("/").await), "all other sessions have ended");

    let page = recover(code, "yet another password").await;
    assert_eq!(page.status, 422);
    assert_eq!(page.texts("[role=alert]"), [message("refused-recovery")]);
    assert_eq!(log_in(&app.browser(), "ann", PASSWORD).await.status, 422);
    assert!(is_signed_in(&log_in(&app.browser(), "ann", "a new password").await));
}

#[tokio::test]
async fn a_changed_password_ends_the_other_sessions_only() {
    let app = TestApp::start().await;
    let here = app.person("ann").await;
    let there = app.browser();
    assert!(is_signed_in(&log_in(&there, "ann", PASSWORD).await));

    let page = here.get("/account").await;
    let wrong = page.form("/account/password").set("old", "wrong password").set("new", "a new password");
    let refused = here.submit(wrong).await;
    assert_eq!(refused.status, 422);
    assert!(is_signed_in(&there.get("/").await));

    let form = refused.form("/account/password").set("old", PASSWORD).set("new", "a new password");
    let page = here.submit(form).await;
    assert!(page.says("flash-password-changed"), "{}", page.text());
    assert!(is_signed_in(&page));
    assert!(!is_signed_in(&there.get("/").await));
    assert!(is_signed_in(&log_in(&there, "ann", "a new password").await));
}

#[tokio::test]
async fn sessions_are_listed_and_ended_one_by_one_or_all_others_at_once() {
    let app = TestApp::start().await;
    let here = app.person("ann").await;
    let others = [app.browser(), app.browser(), app.browser()];
    for other in &others {
        log_in(other, "ann", PASSWORD).await;
    }
    let page = here.get("/account").await;
    assert_eq!(page.all("tbody tr").len(), 4);
    assert_eq!(page.texts("tbody tr").iter().filter(|row| says(row, "account-session-this")).count(), 1);
    let ends: Vec<String> = page
        .all("form[action$='/end']")
        .into_iter()
        .filter_map(|form| form.attr("action").map(str::to_owned))
        .collect();
    assert_eq!(ends.len(), 3);
    let page = here.submit(page.form(&ends[0])).await;
    assert_eq!(page.all("tbody tr").len(), 3);
    let mut signed_in = 0;
    for other in &others {
        signed_in += usize::from(is_signed_in(&other.get("/").await));
    }
    assert_eq!(signed_in, 2);
    let page = here.submit(page.form("/account/sessions/end-others")).await;
    assert_eq!(page.all("tbody tr").len(), 1);
    for other in &others {
        assert!(!is_signed_in(&other.get("/").await));
    }
    assert!(is_signed_in(&here.get("/").await));
}

#[tokio::test]
async fn nobody_can_end_another_users_session() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let ben = app.person("ben").await;
    let second = app.browser();
    log_in(&second, "ann", PASSWORD).await;
    let page = ann.get("/account").await;
    let action = page.all("form[action$='/end']")[0].attr("action").unwrap().to_owned();
    let token = ben.get("/account").await.form("/account/zone").value("csrf");
    let answer = ben.post(&action, &[("csrf", token)]).await;
    assert_eq!(answer.status, 303, "it is told nothing about others' sessions");
    assert!(is_signed_in(&ann.get("/").await) && is_signed_in(&second.get("/").await));
}

#[tokio::test]
async fn new_codes_replace_the_old_and_cost_the_password() {
    let app = TestApp::start().await;
    let browser = app.person("ann").await;
    let page = browser.get("/account").await;
    let refused = browser.submit(page.form("/account/codes").set("password", "wrong password")).await;
    assert_eq!(refused.status, 422);
    assert!(refused.all(".codes").is_empty());
    let page = browser.submit(refused.form("/account/codes").set("password", PASSWORD)).await;
    assert_eq!(page.texts(".codes code").len(), 10);
    assert_eq!(page.headers["cache-control"], "no-store");
}

#[tokio::test]
async fn guessing_a_password_is_slowed_down_by_account() {
    let app = TestApp::start().await;
    app.person("ann").await;
    let browser = app.browser();
    let mut statuses = Vec::new();
    for _ in 0..12 {
        statuses.push(log_in(&browser, "ann", "wrong password").await.status);
    }
    assert_eq!(statuses[0], 422);
    assert_eq!(statuses[11], 429, "{statuses:?}");
    let refused = log_in(&browser, "ann", PASSWORD).await;
    assert_eq!(refused.status, 429, "the right one has to wait too");
    let wait: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert_eq!(wait, 15 * 60 + 1);
    app.wait(1);
    assert!(is_signed_in(&log_in(&browser, "ann", PASSWORD).await));
}

#[tokio::test]
async fn strangers_guesses_lock_out_neither_a_known_browser_nor_a_session() {
    let app = TestApp::start().await;
    let (session, known, stranger) = (app.person("ann").await, app.browser(), app.browser());
    log_in(&known, "ann", PASSWORD).await;
    known.submit(known.get("/").await.form("/logout")).await;
    for _ in 0..12 {
        log_in(&stranger, "ann", "wrong password").await;
        recover(&stranger, "0000-0000-0000-0000").await;
    }
    assert_eq!(log_in(&stranger, "ann", PASSWORD).await.status, 429, "strangers have used up their guesses");
    assert_eq!(recover(&stranger, "0000-0000-0000-0000").await.status, 429);
    assert_eq!(recover(&known, "0000-0000-0000-0000").await.status, 422);
    assert!(is_signed_in(&log_in(&known, "ann", PASSWORD).await));

    let codes = session.get("/account").await.form("/account/codes").set("password", PASSWORD);
    assert_eq!(session.submit(codes).await.texts(".codes code").len(), 10);
    let form = session.get("/account").await.form("/account/password");
    session.submit(form.set("old", PASSWORD).set("new", "another password")).await;
    session.submit(session.get("/").await.form("/logout")).await;
    assert!(
        is_signed_in(&log_in(&session, "ann", "another password").await),
        "it is known by the new password"
    );
    assert_eq!(log_in(&known, "ann", "another password").await.status, 429, "it was known by the old one");
}

async fn recover(browser: &Browser, code: &str) -> Page {
    let page = browser.get("/recover").await;
    let form = page.form("/recover").set("name", "ann").set("code", code).set("password", "a new password");
    browser.submit(form).await
}

#[tokio::test]
async fn a_known_browser_and_a_session_have_ten_guesses_of_their_own() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let known = app.browser();
    for name in ["ann", "ben"] {
        log_in(&known, name, PASSWORD).await;
    }
    for _ in 0..11 {
        log_in(&known, "ann", "wrong password").await;
        let wrong = ann.get("/account").await.form("/account/codes").set("password", "wrong password");
        ann.submit(wrong).await;
    }
    assert_eq!(log_in(&known, "ann", PASSWORD).await.status, 429);
    assert!(is_signed_in(&log_in(&known, "ben", PASSWORD).await), "a browser can be known to several users");
    let right = ann.get("/account").await.form("/account/codes").set("password", PASSWORD);
    assert_eq!(ann.submit(right).await.status, 429);
    assert!(is_signed_in(&log_in(&app.browser(), "ann", PASSWORD).await), "strangers are not concerned");
    let right = ben.get("/account").await.form("/account/codes").set("password", PASSWORD);
    assert_eq!(ben.submit(right).await.status, 200);
}
