//! Setting up an authenticator app, and signing in in two steps.

use bastide::account::AuthenticatorSecret;
use chrono::TimeDelta;

use crate::accounts::{is_signed_in, log_in};
use crate::app::{PASSWORD, TestApp};
use crate::browser::{Browser, Page};

/// The secret on a page.
fn secret(page: &Page) -> AuthenticatorSecret {
    AuthenticatorSecret::parse(&page.texts("main code")[0].replace(' ', "")).unwrap()
}

/// Sets up an app; returns its secret.
pub async fn set_up(app: &TestApp, browser: &Browser) -> AuthenticatorSecret {
    let page = browser.submit(browser.get("/account").await.form("/account/authenticator")).await;
    let secret = secret(&page);
    let code = secret.code(app.clock.now());
    let page = browser.submit(page.form("/account/authenticator/finish").set("code", &code)).await;
    assert_eq!(page.path, "/account", "{}", page.text());
    app.clock.advance(TimeDelta::minutes(1));
    secret
}

#[tokio::test]
async fn an_app_is_set_up_with_its_first_code_and_asked_for_from_then_on() {
    let app = TestApp::start().await;
    let here = app.person("ann").await;
    let page = here.submit(here.get("/account").await.form("/account/authenticator")).await;
    assert_eq!(page.headers["cache-control"], "no-store");
    let shown = secret(&page);
    let links = page.links("main li a");
    assert!(links[0].starts_with("otpauth://totp/") && links[0].contains(&shown.reveal()), "{links:?}");
    assert_eq!(page.all("svg.qr[aria-label]").len(), 1);
    let refused = here.submit(page.form("/account/authenticator/finish").set("code", "000000")).await;
    assert_eq!((refused.status, secret(&refused)), (422, shown.clone()), "the app need not be set up again");
    assert_eq!(refused.texts("[role=alert]").len(), 1);
    let code = shown.code(app.clock.now());
    let account = here.submit(refused.form("/account/authenticator/finish").set("code", &code)).await;
    assert!(account.says("flash-authenticator-added"), "{}", account.text());
    assert!(account.find_form("/account/authenticator").is_none());
    assert!(!account.body.contains(&shown.reveal()), "the secret is shown no more");

    app.clock.advance(TimeDelta::minutes(1));
    let there = app.browser();
    let page = there.get("/login?then=%2Fsettings").await;
    let page = there.submit(page.form("/login").set("name", "ann").set("password", PASSWORD)).await;
    assert_eq!((page.status, page.path.as_str()), (200, "/login/code?then=%2Fsettings"));
    assert!(!is_signed_in(&page) && !is_signed_in(&there.get("/").await), "the password is half the way");
    let refused = there.submit(page.form("/login/code").set("code", "000000")).await;
    assert_eq!((refused.status, refused.texts("[role=alert]").len()), (422, 1));
    let code = shown.code(app.clock.now());
    let page = there.submit(refused.form("/login/code").set("code", &code)).await;
    assert!(page.path == "/settings" && is_signed_in(&page), "{}", page.text());
    assert!(there.get("/login/code").await.path.starts_with("/login?"), "there is nothing left to do");

    let account = there.get("/account").await;
    let account = there.submit(account.form("/account/authenticator/remove")).await;
    assert!(account.says("flash-authenticator-removed"), "{}", account.text());
    assert!(is_signed_in(&log_in(&app.browser(), "ann", PASSWORD).await));
}

#[tokio::test]
async fn a_sign_in_that_waited_too_long_starts_again() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let secret = set_up(&app, &ann).await;
    let there = app.browser();
    let page = log_in(&there, "ann", PASSWORD).await;
    app.clock.advance(TimeDelta::minutes(10));
    let code = secret.code(app.clock.now());
    let page = there.submit(page.form("/login/code").set("code", &code)).await;
    assert!(page.path.starts_with("/login?") && page.says("refused-second-step-late"), "{}", page.text());
    assert!(
        app.browser().get("/login/code").await.path.starts_with("/login?"),
        "nobody typed a password here"
    );
}

#[tokio::test]
async fn a_recovered_account_still_takes_the_second_step_and_a_guest_keeps_the_games() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let page = browser.get("/signup").await;
    let page = browser.submit(page.form("/signup").set("name", "ann").set("password", PASSWORD)).await;
    let codes = page.texts(".codes code");
    set_up(&app, &browser).await;

    let guest = app.browser();
    let game = guest.submit(guest.get("/").await.form("/play-the-computer")).await.path;
    let page = guest.get("/recover").await;
    let form = page.form("/recover").set("name", "ann").set("code", &codes[0]);
    let page = guest.submit(form.set("password", "a new password")).await;
    assert!(page.path.starts_with("/login/code"), "{}", page.path);
    assert!(page.says("flash-password-changed"), "{}", page.text());
    let page = guest.submit(page.form("/login/code").set("code", &codes[1])).await;
    assert!(is_signed_in(&page), "{}", page.text());
    assert!(guest.get("/games/mine").await.body.contains(&game), "the guest's game is ann's now");
    assert!(guest.get("/account").await.says_with("account-codes-left", &[("n", "8")]));
}
