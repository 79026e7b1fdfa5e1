//! Display settings, as Chromium shows them.

use std::time::{Duration, Instant};

use bastide::engine::{Preset, Ruleset};
use serde_json::json;

use crate::browser::{Browser, Scripts, VIEWS};
use crate::judge::judge;
use crate::site::Site;

/// Saves these choices of the settings page.
async fn choose(browser: &Browser, site: &Site, choices: &[&str]) {
    browser.goto(&site.url("/settings")).await;
    for choice in choices {
        browser.click(choice).await;
    }
    browser.press("settings-save").await;
}

/// Whether the page's background is dark.
async fn is_dark(browser: &Browser) -> bool {
    let script = "return getComputedStyle(document.body).backgroundColor";
    let colour = browser.client.execute(script, vec![]).await.unwrap();
    let digits = colour.as_str().unwrap().trim_start_matches("rgb(").split(',').next().unwrap();
    digits.parse::<u32>().unwrap() < 128
}

#[tokio::test]
async fn the_chosen_theme_wins_over_the_systems_without_scripts() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::Off).await;
    // Executing scripts through the driver works even where pages may not run any.
    for (theme, dark_by_day, dark_by_night) in
        [("system", false, true), ("light", false, false), ("dark", true, true)]
    {
        choose(&browser, &site, &[&format!("input[value={theme}]")]).await;
        for (view, expected) in [(VIEWS[0], dark_by_day), (VIEWS[1], dark_by_night)] {
            browser.look(view).await;
            assert_eq!(is_dark(&browser).await, expected, "{theme}, {}", view.scheme);
        }
        browser.look(VIEWS[0]).await;
    }
}

#[tokio::test]
async fn a_board_of_high_contrast_with_larger_meeples_is_accessible() {
    let site = Site::open().await;
    let (ann, ben) = (site.person("Ann").await, site.person("Ben").await);
    let game = site.game(Ruleset::of(Preset::Modern), &[&ann, &ben], 2).await;
    site.play(&game, &[&ann, &ben], 30).await;
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ann").await;
    let measure = "return document.querySelector('.board .a-f > use').getBoundingClientRect().height
        / document.querySelector('.board').getScreenCTM().a";
    browser.goto(&site.url(&format!("/games/{game}"))).await;
    let usual = browser.client.execute(measure, vec![]).await.unwrap().as_f64().unwrap();
    choose(&browser, &site, &["input[name=contrast]", "input[name=pieces]"]).await;
    browser.goto(&site.url(&format!("/games/{game}"))).await;
    let large = browser.client.execute(measure, vec![]).await.unwrap().as_f64().unwrap();
    assert!((1.3..1.35).contains(&(large / usual)), "{usual} and {large} hundredths of a tile");
    let mut complaints = Vec::new();
    judge(&browser, "game-high-contrast", &mut complaints).await;
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[tokio::test]
async fn the_settings_page_shows_choices_at_once_and_plays_the_chime() {
    let site = Site::open().await;
    let browser = Browser::open(Scripts::On).await;
    browser.goto(&site.url("/settings")).await;
    let count = "window.tones = 0;
        const start = AudioScheduledSourceNode.prototype.start;
        AudioScheduledSourceNode.prototype.start = function (...at) { window.tones++; start.apply(this, at); };";
    browser.client.execute(count, vec![]).await.unwrap();
    // The script that follows the choices is loaded after the page.
    let follows =
        "document.querySelector('input[value=system]').dispatchEvent(new Event('change', {bubbles: true}));
        return !('theme' in document.documentElement.dataset)";
    let patience = Instant::now() + Duration::from_secs(10);
    browser.client.execute("document.documentElement.dataset.theme = 'light'", vec![]).await.unwrap();
    while browser.client.execute(follows, vec![]).await.unwrap() != json!(true) {
        assert!(Instant::now() < patience, "the script is loaded");
    }
    let attribute = "return document.documentElement.dataset[arguments[0]] ?? null";
    for (choice, name, value) in [
        ("input[value=dark]", "theme", json!("dark")),
        ("input[value=system]", "theme", json!(null)),
        ("input[name=contrast]", "contrast", json!("high")),
        ("input[name=contrast]", "contrast", json!(null)),
        ("input[name=sound]", "sound", json!("on")),
    ] {
        browser.click(choice).await;
        let now = browser.client.execute(attribute, vec![json!(name)]).await.unwrap();
        assert_eq!(now, value, "{choice}");
    }
    // The chime is loaded when it is first played.
    let patience = Instant::now() + Duration::from_secs(10);
    while browser.client.execute("return window.tones", vec![]).await.unwrap() != json!(2) {
        assert!(Instant::now() < patience, "the chime has two tones");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
