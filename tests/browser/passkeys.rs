//! Passkeys of Chromium's virtual authenticator.

use chrono::TimeDelta;
use serde_json::{Value, json};
use support::messages::{message_with, says};

use crate::browser::{Browser, Scripts};
use crate::judge::judge;
use crate::scripted::wait_for;
use crate::site::Site;

/// Gives the browser an authenticator that checks a fingerprint; returns its id.
async fn add_authenticator(browser: &Browser) -> Value {
    browser.devtools("WebAuthn.enable", json!({})).await;
    let options = json!({
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": true, "hasUserVerification": true,
        "isUserVerified": true, "automaticPresenceSimulation": true,
    });
    let added = browser.devtools("WebAuthn.addVirtualAuthenticator", json!({ "options": options })).await;
    added["authenticatorId"].clone()
}

async fn assert_says(browser: &Browser, key: &str) {
    wait_for(browser, "main h1").await;
    let told = browser.text().await;
    assert!(says(&told, key), "{key} at {}:\n{told}", browser.path().await);
}

async fn sign_out(browser: &Browser, site: &Site) {
    browser.goto(&site.url("/")).await;
    browser.press("sign-out").await;
}

#[tokio::test]
async fn a_passkey_signs_in_alone_and_after_the_password_until_it_is_removed() {
    let site = Site::open_at_localhost().await;
    site.person("Ann").await;
    let browser = Browser::open(Scripts::On).await;
    let authenticator = add_authenticator(&browser).await;
    let mut complaints = Vec::new();
    site.sign_in(&browser, "Ann").await;
    browser.goto(&site.url("/account")).await;
    wait_for(&browser, "form[data-passkey]:not([hidden])").await;
    browser.element("#passkey-name").await.send_keys("Laptop").await.unwrap();
    browser.press("account-passkey-add").await;
    assert_says(&browser, "flash-passkey-added").await;
    wait_for(&browser, "form[data-passkey]:not([hidden])").await;
    judge(&browser, "account-passkeys", &mut complaints).await;
    // The authenticator knows that it has one.
    browser.click("form[data-passkey] button").await;
    wait_for(&browser, "form[data-passkey] [role=alert]:not([hidden])").await;
    assert_says(&browser, "refused-passkey-known").await;

    sign_out(&browser, &site).await;
    browser.goto(&site.url("/login?then=%2Fsettings")).await;
    wait_for(&browser, "form[data-passkey]:not([hidden])").await;
    judge(&browser, "login-passkeys", &mut complaints).await;
    let refuse = json!({"authenticatorId": authenticator, "isUserVerified": false});
    browser.devtools("WebAuthn.setUserVerified", refuse).await;
    browser.click("form[data-passkey] button").await;
    wait_for(&browser, "form[data-passkey] [role=alert]:not([hidden])").await;
    assert_says(&browser, "passkey-failed").await;
    let verify = json!({"authenticatorId": authenticator, "isUserVerified": true});
    browser.devtools("WebAuthn.setUserVerified", verify).await;
    browser.press("login-passkey").await;
    assert_eq!(browser.path().await, "/settings");
    wait_for(&browser, "main h1").await;
    assert!(browser.text().await.contains("Ann"));

    browser.goto(&site.url("/account")).await;
    browser.press("account-two-steps-begin").await;
    sign_out(&browser, &site).await;
    site.sign_in(&browser, "Ann").await;
    assert_eq!(browser.path().await, "/login/code");
    wait_for(&browser, "form[data-passkey]:not([hidden])").await;
    judge(&browser, "second-step-passkey", &mut complaints).await;
    browser.press("passkey-use").await;
    assert_eq!(browser.path().await, "/");

    site.clock.advance(TimeDelta::minutes(11));
    browser.goto(&site.url("/account")).await;
    // The challenge for a new passkey leads to the same page.
    wait_for(&browser, "form[data-passkey]:not([hidden])").await;
    browser.press("account-passkey-add").await;
    assert_eq!(browser.path().await, "/account/confirm");
    wait_for(&browser, "form[data-passkey]:not([hidden])").await;
    judge(&browser, "confirm-passkey", &mut complaints).await;
    browser.press("passkey-use").await;
    assert_says(&browser, "flash-confirmed").await;
    let remove = message_with("account-passkey-remove", &[("name", "Laptop")]);
    browser.follow(browser.labelled(&remove).await).await;
    assert_says(&browser, "flash-passkey-removed").await;

    sign_out(&browser, &site).await;
    browser.goto(&site.url("/login")).await;
    wait_for(&browser, "form[data-passkey]:not([hidden])").await;
    browser.press("login-passkey").await;
    assert_says(&browser, "refused-passkey").await;
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[tokio::test]
async fn without_scripts_the_sign_in_page_says_that_passkeys_need_them() {
    let site = Site::open_at_localhost().await;
    site.person("Ann").await;
    let browser = Browser::open(Scripts::Off).await;
    browser.goto(&site.url("/login")).await;
    let told = browser.text().await;
    assert!(says(&told, "passkeys-no-scripts") && !says(&told, "login-passkey"), "{told}");
    site.sign_in(&browser, "Ann").await;
    assert_eq!(browser.path().await, "/");
}
