//! The header of every page on narrow screens.

use bastide::engine::{Preset, Ruleset};
use serde_json::json;

use crate::browser::{Browser, Scripts, View};
use crate::judge::judge;
use crate::site::Site;

/// The links and buttons of the header that a reader can see: label, left, right and height.
const SEEN: &str =
    "return [...document.querySelectorAll('.top a, .top button')].filter(one => one.checkVisibility())
    .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
    .map(([label, {left, right, height}]) => [label, left, right, height])";

async fn seen(browser: &Browser, width: u32) -> Vec<String> {
    let found = browser.client.execute(SEEN, vec![]).await.unwrap();
    let found: Vec<(String, f64, f64, f64)> = serde_json::from_value(found).unwrap();
    for (label, left, right, height) in &found {
        assert!(*left >= 0.0 && *right <= f64::from(width), "{label}: {left} to {right} of {width}");
        assert!(*height >= 44.0, "{label} is {height} pixels high");
    }
    let words = |label: &str| label.split_whitespace().collect::<Vec<_>>().join(" ");
    found.iter().map(|(label, ..)| words(label)).collect()
}

#[tokio::test]
async fn everything_in_a_phones_header_is_on_the_screen_or_in_the_menu_without_scripts() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 2).await;
    site.play(&game, &[&ann, &ben], 2).await;
    let browser = Browser::open(Scripts::Off).await;
    for width in [320, 390, 768] {
        browser.look(View { width, height: 844, scheme: "light" }).await;
        browser.client.delete_all_cookies().await.unwrap();
        browser.goto(&site.url("/rules")).await;
        assert_eq!(seen(&browser, width).await, ["Bastide", "Sign in", "Menu"]);
        browser.click(".menu").await;
        let all = ["Bastide", "All games", "Learn", "Rules", "Sign up", "Sign in", "Menu"];
        assert_eq!(seen(&browser, width).await, all);

        site.sign_in(&browser, "Ann").await;
        browser.goto(&site.url("/rules")).await;
        assert_eq!(seen(&browser, width).await, ["Bastide", "My turn 1", "Menu"]);
        browser.click(".menu").await;
        let links = ["My games", "All games", "Open a table", "Rules", "Ann", "Sign out", "Menu"];
        assert_eq!(seen(&browser, width).await[2..], links);
        // Where the header itself is opened by its address, everything is in line.
        browser.goto(&site.url("/rules/modern#site")).await;
        assert_eq!(seen(&browser, width).await[2..], links[..6]);
    }
}

#[tokio::test]
async fn the_open_menu_is_accessible_and_closes_with_escape() {
    let site = Site::open().await;
    site.person("Ann").await;
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ann").await;
    browser.look(crate::browser::VIEWS[2]).await;
    browser.goto(&site.url("/rules")).await;
    browser.click(".menu").await;
    let mut complaints = Vec::new();
    judge(&browser, "menu", &mut complaints).await;
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    browser.look(crate::browser::VIEWS[2]).await;
    let open = "return document.querySelector('#menu').matches(':popover-open')";
    assert_eq!(browser.client.execute(open, vec![]).await.unwrap(), json!(true));
    browser.element("body").await.send_keys("\u{e00c}").await.unwrap();
    assert_eq!(browser.client.execute(open, vec![]).await.unwrap(), json!(false));
}
