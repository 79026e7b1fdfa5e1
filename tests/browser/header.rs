//! The header of every page.

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

/// What everybody finds in the header, wherever they are.
const PLACES: [&str; 4] = ["Watch", "Learn", "Puzzles", "Practice"];

#[tokio::test]
async fn the_places_are_in_the_header_for_everyone_and_the_rest_is_in_the_menu_without_scripts() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 2).await;
    site.play(&game, &[&ann, &ben], 2).await;
    let browser = Browser::open(Scripts::Off).await;
    for width in [320, 390, 768, 1280] {
        browser.look(View { width, height: 844, scheme: "light" }).await;
        browser.client.delete_all_cookies().await.unwrap();
        let shown = async |play: &str, rest: &[&str]| {
            browser.goto(&site.url("/rules")).await;
            let wanted: Vec<&str> =
                ["Bastide", play].into_iter().chain(PLACES).chain(rest.iter().copied()).collect();
            assert_eq!(seen(&browser, width).await, wanted, "{width}");
        };
        let menu = async |play: &str, rest: &[&str]| {
            browser.click(".menu").await;
            let all = seen(&browser, width).await;
            let wanted: Vec<&str> =
                ["Bastide", play].into_iter().chain(PLACES).chain(rest.iter().copied()).collect();
            assert_eq!(all, wanted, "{width}");
        };
        shown("Play", &["Sign in", "Menu"]).await;
        menu("Play", &["Sign in", "Menu", "Rules", "Levels of the computer", "Ratings", "Sign up"]).await;

        site.sign_in(&browser, "Ann").await;
        shown("Play 1", &["Menu: Ann"]).await;
        let links = [
            "Waiting for you",
            "My games",
            "Notifications",
            "My ratings",
            "Ratings",
            "Open a table",
            "Rules",
            "Your account",
            "Sign out",
        ];
        menu("Play 1", &[&["Menu: Ann"][..], &links].concat()).await;
        // Where the header itself is opened by its address, everything is in line.
        browser.goto(&site.url("/rules/modern#site")).await;
        assert_eq!(seen(&browser, width).await[6..], links);

        browser.client.delete_all_cookies().await.unwrap();
        browser.goto(&site.url("/")).await;
        browser.press("play-easy").await;
        browser.goto(&site.url("/rules")).await;
        let found = seen(&browser, width).await;
        assert!(found[1].starts_with("Play") && found[6].starts_with("Menu: Guest-"), "{found:?}");
        assert_eq!(found[2..6], PLACES);
        browser.click(".menu").await;
        let links = [
            "Waiting for you",
            "My games",
            "Notifications",
            "Ratings",
            "Rules",
            "Your account",
            "Keep your games",
            "Sign out",
        ];
        assert_eq!(seen(&browser, width).await[7..], links);
    }
}

#[tokio::test]
async fn on_a_phones_table_page_the_places_are_in_the_menu() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 2).await;
    let browser = Browser::open(Scripts::Off).await;
    site.sign_in(&browser, "Ann").await;
    browser.look(View { width: 390, height: 844, scheme: "light" }).await;
    browser.goto(&site.url(&format!("/games/{game}"))).await;
    assert!(seen(&browser, 390).await.is_empty(), "the board has the space");
    browser.click(".open-menu").await;
    let found = seen(&browser, 390).await;
    assert!(found[0].starts_with("Play"), "{found:?}");
    assert_eq!(found[1..5], PLACES);
    assert_eq!(found.last().unwrap(), "Sign out");
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
